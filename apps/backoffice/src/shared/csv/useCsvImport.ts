import { useState } from "react";
import type { CsvFile } from "./CsvFile.tsx";
import { guessColumns, type ChosenColumns, type ImportFields } from "./importColumns.ts";

/** A file that is chosen, what its columns are, and what a check has found; another file or column needs another check. */
export const useCsvImport = <Name extends string, Check>(fields: ImportFields<Name>) => {
  const [file, setFile] = useState<CsvFile>();
  const [columns, setColumns] = useState<ChosenColumns<Name>>(() => guessColumns(fields, []));
  const [check, setCheck] = useState<Check>();
  return {
    file,
    columns,
    check,
    setCheck,
    choose: (chosen: CsvFile | undefined): void => {
      setCheck(undefined);
      setFile(chosen);
      if (chosen) setColumns(guessColumns(fields, chosen.header));
    },
    changeColumns: (next: ChosenColumns<Name>): void => {
      setColumns(next);
      setCheck(undefined);
    },
  };
};
