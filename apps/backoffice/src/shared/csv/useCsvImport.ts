import { useRef, useState } from "react";
import { useAction } from "../Form.tsx";
import type { CsvFile } from "./CsvFile.tsx";
import { guessColumns, type ChosenColumns, type ImportFields } from "./importColumns.ts";

/** A file with its columns, in the form of the call. */
export type SentFile<Columns> = { readonly csv: string; readonly columns: Columns };

type CsvImportOptions<Name extends string, Columns, Check> = {
  readonly fields: ImportFields<Name>;
  /** Undefined if a required column is not chosen. */
  readonly sentColumns: (columns: ChosenColumns<Name>) => Columns | undefined;
  readonly check: (sent: SentFile<Columns>) => Promise<Check>;
};

/**
 * The chosen file, the assignment of its columns, and the result of the server's check. Another file or column needs a new
 * check, and the result of an older one is then ignored.
 */
export const useCsvImport = <Name extends string, Columns, Check>({
  fields,
  sentColumns,
  check: askServer,
}: CsvImportOptions<Name, Columns, Check>) => {
  const [file, setFile] = useState<CsvFile>();
  const [columns, setColumns] = useState<ChosenColumns<Name>>(() => guessColumns(fields, []));
  const [check, setCheck] = useState<Check>();
  const changes = useRef(0);
  const forgetCheck = (): void => {
    changes.current += 1;
    setCheck(undefined);
  };
  const chosen = sentColumns(columns);
  const sent: SentFile<Columns> | undefined = file && chosen && { csv: file.csv, columns: chosen };
  const checking = useAction(async () => {
    if (!sent) return;
    const before = changes.current;
    const found = await askServer(sent);
    if (before === changes.current) setCheck(found);
  });
  return {
    fields,
    file,
    columns,
    /** Undefined without a file, or if a required column is not chosen. */
    sent,
    check,
    checking,
    /** Called after something else changed that the check depends on. */
    forgetCheck,
    choose: (next: CsvFile | undefined): void => {
      forgetCheck();
      checking.reset();
      setFile(next);
      if (next) setColumns(guessColumns(fields, next.header));
    },
    changeColumns: (next: ChosenColumns<Name>): void => {
      setColumns(next);
      forgetCheck();
    },
  };
};

export type CsvImport<Name extends string, Columns, Check> = ReturnType<typeof useCsvImport<Name, Columns, Check>>;
