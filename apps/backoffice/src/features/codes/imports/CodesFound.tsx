import { Link } from "@tanstack/react-router";
import type { CodeImportCheck } from "@foyer/contract/office/catalogue/codeImports.ts";
import { SampleTable } from "../../../shared/csv/SampleTable.tsx";
import { WrongLines } from "../../../shared/csv/WrongLines.tsx";
import { count, formatDayOfMoment, formatLastDay, plural } from "../../../shared/format/format.ts";
import { CodeStateTag } from "../CodeStateTag.tsx";
import recordCss from "../../../shared/styles/Record.module.css";

type CodesFoundProps = { readonly check: CodeImportCheck; readonly slug: string; readonly timezone: string };

const codesOf = (number: number): string => count(number, "code");

const summaryOf = ({ new_codes, existing }: CodeImportCheck): string => {
  if (new_codes === 0) return "All codes of the file already exist. There is nothing to import.";
  const made = `${codesOf(new_codes)} can be imported.`;
  if (existing === 0) return made;
  return `${made} ${codesOf(existing)} already ${plural(existing, "exists and is", "exist and are")} left out.`;
};

const daysOf = (
  { valid_from, valid_to }: Pick<CodeImportCheck["sample"][number], "valid_from" | "valid_to">,
  timezone: string,
): string => {
  const from = valid_from === null ? "" : `from ${formatDayOfMoment(valid_from, timezone)}`;
  const until = valid_to === null ? "" : `until ${formatLastDay(valid_to, timezone)}`;
  return [from, until].filter(Boolean).join(" ") || "always";
};

const usesOf = (max: number | null): string => {
  if (max === null) return "no limit";
  return count(max, "use");
};

/** The result of a check: invalid lines, codes that the group already has, and the first codes as they would be made. */
export function CodesFound({ check, slug, timezone }: CodesFoundProps) {
  const { wrong, existing, existing_lines, sample } = check;
  return (
    <>
      <WrongLines check={check} summary={summaryOf(check)} />
      {wrong === 0 && sample.length > 0 && (
        <SampleTable columns={[{ name: "Code" }, { name: "Valid" }, { name: "Uses", isNumber: true }]}>
          {sample.map(({ line, code, max_uses, valid_from, valid_to }) => (
            <tr key={line}>
              <td>
                <span className={recordCss.strong}>{code}</span>
              </td>
              <td>{daysOf({ valid_from, valid_to }, timezone)}</td>
              <td data-number>{usesOf(max_uses)}</td>
            </tr>
          ))}
        </SampleTable>
      )}
      {existing > 0 && (
        <>
          <h3 className={recordCss.strong}>Existing codes</h3>
          <ul className={recordCss.rows} aria-label="Existing codes">
            {existing_lines.map(({ line, code_id, code, state, differs }) => (
              <li key={line} className={recordCss.row}>
                <div>
                  Line {line}:{" "}
                  <Link to="/$slug/codes/$id" params={{ slug, id: code_id }}>
                    {code}
                  </Link>
                  {differs && (
                    <span className={recordCss.quiet}>
                      The file has a different limit or different days. They will be ignored.
                    </span>
                  )}
                </div>
                <CodeStateTag state={state} />
              </li>
            ))}
          </ul>
          {existing > existing_lines.length && (
            <p className={recordCss.quiet}>And {existing - existing_lines.length} more.</p>
          )}
        </>
      )}
    </>
  );
}
