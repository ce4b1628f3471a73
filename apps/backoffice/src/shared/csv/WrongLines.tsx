import type { WrongLine } from "@foyer/contract/office/csvImport.ts";
import { Banner } from "@foyer/ui/feedback/Banner.tsx";
import { count, plural } from "../format/format.ts";
import recordCss from "../styles/Record.module.css";

type WrongLinesProps = {
  readonly check: { readonly rows: number; readonly wrong: number; readonly wrong_lines: readonly WrongLine[] };
  /** What would be imported; all rows by default. */
  readonly summary?: string;
};

/** Whether a file can be imported, and its invalid lines. */
export function WrongLines({ check: { rows, wrong, wrong_lines }, summary }: WrongLinesProps) {
  return (
    <>
      {wrong > 0 ? (
        <Banner tone="error">
          {wrong} of {count(rows, "row")} {plural(wrong, "has", "have")} errors. Correct the file and check it again.
        </Banner>
      ) : (
        <Banner tone="success">{summary ?? `${count(rows, "row")} can be imported.`}</Banner>
      )}
      {wrong_lines.length > 0 && (
        <ul className={recordCss.rows} aria-label="Lines with errors">
          {wrong_lines.map(({ line, problem }) => (
            <li key={line}>
              Line {line} {problem}.
            </li>
          ))}
        </ul>
      )}
      {wrong > wrong_lines.length && (
        <p className={recordCss.quiet}>The other {wrong - wrong_lines.length} are shown when these are fixed.</p>
      )}
    </>
  );
}
