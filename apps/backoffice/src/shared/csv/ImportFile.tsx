import type { ReactNode } from "react";
import { Button } from "@foyer/ui/action/Button.tsx";
import { Banner } from "@foyer/ui/feedback/Banner.tsx";
import { Section } from "../Page.tsx";
import { ColumnChoice } from "./ColumnChoice.tsx";
import { CsvFileField } from "./CsvFile.tsx";
import type { CsvImport } from "./useCsvImport.ts";
import recordCss from "../styles/Record.module.css";

type ImportFileProps<Name extends string, Columns, Check> = {
  readonly of: CsvImport<Name, Columns, Check>;
  /** A description of the expected file. */
  readonly hint: string;
  readonly maxBytes?: number;
  /** Further choices. */
  readonly children?: ReactNode;
};

/** The first step of an import: the file, the assignment of its columns, and the server's check. */
export function ImportFile<Name extends string, Columns, Check>({
  of: { fields, file, columns, sent, check, checking, choose, changeColumns },
  hint,
  maxBytes,
  children,
}: ImportFileProps<Name, Columns, Check>) {
  return (
    <Section title="File">
      {children}
      <CsvFileField onChoose={choose} maxBytes={maxBytes}>
        {hint} The file can also be dropped here.
      </CsvFileField>
      {file && <ColumnChoice fields={fields} header={file.header} columns={columns} onChange={changeColumns} />}
      {checking.failure && <Banner tone="error">{checking.failure.message}</Banner>}
      {file && (
        <div className={recordCss.actions}>
          <Button
            kind={check ? "quiet" : "primary"}
            busy={checking.isBusy}
            disabled={!sent}
            onClick={() => void checking.run()}
          >
            Check the file
          </Button>
        </div>
      )}
    </Section>
  );
}
