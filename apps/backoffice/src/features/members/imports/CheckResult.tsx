import { Link } from "@tanstack/react-router";
import type { ImportCheck } from "@foyer/contract/office/members/memberImports.ts";
import { SampleTable } from "../../../shared/csv/SampleTable.tsx";
import { WrongLines } from "../../../shared/csv/WrongLines.tsx";
import { count, formatDayOfMoment } from "../../../shared/format/format.ts";
import { formatTermEnd } from "../memberQueries.ts";
import recordCss from "../../../shared/styles/Record.module.css";
import css from "../Members.module.css";

type CheckResultProps = { readonly check: ImportCheck; readonly slug: string; readonly timezone: string };

/** The result of a check: invalid lines, duplicates, and the first rows as they would be imported. */
export function CheckResult({ check, slug, timezone }: CheckResultProps) {
  const { wrong, duplicates, duplicate_lines, sample } = check;
  return (
    <>
      <WrongLines check={check} />
      {duplicates > 0 && (
        <>
          <p>{count(duplicates, "duplicate")}:</p>
          <ul className={recordCss.rows} aria-label="Duplicates">
            {duplicate_lines.map(({ line, name, email, same_as_line, membership_id, level }) => (
              <li key={line}>
                Line {line}, {name}, {email}:{" "}
                {membership_id === null ? (
                  `the same person and level as line ${same_as_line}.`
                ) : (
                  <Link to="/$slug/members/$id" params={{ slug, id: membership_id }}>
                    already a member of {level}
                  </Link>
                )}
              </li>
            ))}
          </ul>
        </>
      )}
      {wrong === 0 && (
        <SampleTable columns={[{ name: "Member" }, { name: "Number" }, { name: "Level" }, { name: "Term" }]}>
          {sample.map(({ line, name, email, level, valid_from, valid_to, member_number }) => (
            <tr key={line}>
              <td>
                <span>{name}</span>
                <span className={recordCss.quiet}>{email}</span>
              </td>
              <td>
                <span className={css.number}>{member_number ?? "New number"}</span>
              </td>
              <td>{level}</td>
              <td>
                {formatDayOfMoment(valid_from, timezone)} to {formatTermEnd(valid_to, timezone)}
              </td>
            </tr>
          ))}
        </SampleTable>
      )}
    </>
  );
}
