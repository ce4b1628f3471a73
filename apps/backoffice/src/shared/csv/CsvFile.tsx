import { useId, useRef, useState, type ReactNode } from "react";
import { maxImportBytes } from "@foyer/contract/office/csvImport.ts";
import { readCsv } from "@foyer/rules/values/csv.ts";
import { Banner } from "@foyer/ui/feedback/Banner.tsx";
import { decodeFile } from "./decodeFile.ts";
import recordCss from "../styles/Record.module.css";
import css from "./CsvFile.module.css";
import { useFileDrop } from "../useFileDrop.ts";

export type CsvFile = { readonly name: string; readonly csv: string; readonly header: readonly string[] };

type CsvFileFieldProps = {
  readonly onChoose: (file: CsvFile | undefined) => void;
  readonly maxBytes: number | undefined;
  /** A description of the expected file. */
  readonly children: ReactNode;
};

/** Takes a CSV file that is chosen or dropped, and reads its header. */
export function CsvFileField({ onChoose, maxBytes = maxImportBytes, children }: CsvFileFieldProps) {
  const [problem, setProblem] = useState<string>();
  const input = useRef<HTMLInputElement>(null);
  const hint = useId();
  const read = async (file: File | undefined): Promise<void> => {
    setProblem(undefined);
    if (!file) return onChoose(undefined);
    if (file.size > maxBytes) {
      setProblem(`The file is larger than ${maxBytes / 1024 / 1024} MB. Split it into several files.`);
      return onChoose(undefined);
    }
    const csv = decodeFile(new Uint8Array(await file.arrayBuffer()));
    onChoose({ name: file.name, csv, header: readCsv(csv.slice(0, 100_000))[0]?.cells ?? [] });
  };
  const drop = useFileDrop((files) => {
    // So that the field shows the file's name.
    if (input.current) input.current.files = files;
    void read(files[0]);
  });
  return (
    <>
      <label className={css.file} {...drop}>
        CSV file
        <input
          ref={input}
          type="file"
          accept=".csv,.txt,text/csv,text/plain"
          aria-describedby={hint}
          onChange={({ target }) => void read(target.files?.[0])}
        />
      </label>
      <p id={hint} className={recordCss.quiet}>
        {children}
      </p>
      {problem !== undefined && <Banner tone="error">{problem}</Banner>}
    </>
  );
}
