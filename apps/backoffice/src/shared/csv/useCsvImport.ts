import { useRef, useState } from "react";
import { useAction } from "../Form.tsx";
import type { CsvFile } from "./CsvFile.tsx";
import { guessColumns, type ChosenColumns, type ImportFields } from "./importColumns.ts";

/** A file with its columns, as it is sent. */
export type SentFile<Columns> = { readonly csv: string; readonly columns: Columns };

type CsvImportOptions<Name extends string, Columns, Check> = {
  readonly fields: ImportFields<Name>;
  /** Undefined: a column that is needed is not chosen. */
  readonly sentColumns: (columns: ChosenColumns<Name>) => Columns | undefined;
  readonly check: (sent: SentFile<Columns>) => Promise<Check>;
};

/**
 * A file that is chosen, what its columns are, and what the server's check has found; another file or column needs another
 * check, and what a check of before finds then is left out.
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
    /** Undefined: there is no file, or a column that it needs is not chosen. */
    sent,
    check,
    checking,
    /** After something else changed that a check depends on. */
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
