import { maxNamedLines } from "@foyer/contract/office/csvImport.ts";
import type { checkMemberImport, ImportCheck } from "@foyer/contract/office/members/memberImports.ts";
import type { StaffReceived } from "@foyer/contract/office/staff/staffEndpoint.ts";
import {
  readImport,
  repeatedLines,
  rowsBeyondPlaces,
  type ImportLevel,
  type ImportRow,
} from "@foyer/rules/membership/imports/importRows.ts";
import { holderType, partyError } from "@foyer/rules/membership/party/partyRule.ts";
import type { LineProblem } from "@foyer/rules/values/csvCells.ts";
import type { StaffContext } from "../../../http/staff/staffContext.ts";
import { takenMemberNumbers } from "../../../modules/membership/imports/importedTerm.ts";
import { readImportFile } from "../../imports/csvFile.ts";
import { partyRuleOf } from "../listMembers.ts";
import { levelTypesOfSeller, type LevelTypeRow } from "../memberList.sql.ts";
import { membersByEmail, type KnownMemberRow } from "./memberImports.sql.ts";

type Sent = Pick<StaffReceived<typeof checkMemberImport>, "csv" | "columns">;

/** A row for somebody who is a member of its level already, or who is on an earlier line. */
type Duplicate = {
  readonly row: ImportRow;
  readonly same_as_line: number | null;
  readonly known: KnownMemberRow | undefined;
};

export type CheckedImport = {
  readonly levels: readonly ImportLevel[];
  readonly rows: readonly ImportRow[];
  readonly problems: readonly LineProblem[];
  readonly duplicates: readonly Duplicate[];
};

const levelsOf = async (ctx: StaffContext): Promise<ImportLevel[]> =>
  [...Map.groupBy(await levelTypesOfSeller(ctx), ({ level }) => level).values()].flatMap((types) => {
    const [first] = types;
    if (!first) return [];
    const ruled = types.map((type) => ({ ...type, rule: partyRuleOf(type) }));
    const holder = holderType(ruled);
    const isForOne = holder !== undefined && partyError(new Map([[holder.id, 1]]), ruled, false) === undefined;
    const { level, level_name: name, timezone, places } = first;
    return [{ level, name, timezone, places, problem: problemOf(first, isForOne) }];
  });

const problemOf = ({ is_sold, is_open }: LevelTypeRow, isForOne: boolean): string | undefined => {
  if (!is_sold) return "is no longer sold";
  if (!is_open) return "is not on sale now";
  return isForOne ? undefined : "needs more than one person";
};

/** Reads and checks all rows of a file. Writes nothing. */
export const checkRows = async (ctx: StaffContext, { csv, columns }: Sent): Promise<CheckedImport> => {
  const lines = readImportFile(csv, "membership");
  const levels = await levelsOf(ctx);
  const { rows, problems } = readImport(lines, { levels, columns, now: ctx.now });
  const { db, seller } = ctx;
  const numbers = rows.flatMap(({ member_number }) => member_number ?? []);
  const taken = await takenMemberNumbers(db, seller.id, numbers);
  const known = await membersByEmail(db, seller.id, [...new Set(rows.map(({ email }) => email))]);
  const isTaken = ({ member_number }: ImportRow): boolean => member_number !== null && taken.has(member_number);
  const repeated = repeatedLines(rows);
  const duplicates = rows.flatMap((row) => {
    const same_as_line = repeated.get(row.line) ?? null;
    const member = known.find(({ email, level_id }) => email === row.email && level_id === row.level);
    return same_as_line === null && !member ? [] : [{ row, same_as_line, known: member }];
  });
  const left = rows.filter((row) => !isTaken(row));
  const duplicated = new Set(duplicates.map(({ row }) => row.line));
  // Duplicates may be left out. If they are not, `beginImport` counts them too.
  const beyond = rowsBeyondPlaces(
    left.filter(({ line }) => !duplicated.has(line)),
    levels,
  );
  const beyondLines = new Set(beyond.map(({ line }) => line));
  return {
    levels,
    rows: left.filter(({ line }) => !beyondLines.has(line)),
    problems: [
      ...problems,
      ...beyond,
      ...rows
        .filter(isTaken)
        .map(({ line, member_number }) => ({ line, problem: `has a number that is taken: '${member_number}'` })),
    ].toSorted((one, other) => one.line - other.line),
    duplicates,
  };
};

const nameOf = ({ first_name, last_name }: ImportRow): string => `${first_name} ${last_name}`;

/** The number of rows shown as they would be imported. */
const sampleSize = 5;

export const checkImportFile = async (
  ctx: StaffContext,
  sent: StaffReceived<typeof checkMemberImport>,
): Promise<ImportCheck> => {
  const { rows, problems, duplicates } = await checkRows(ctx, sent);
  return {
    rows: rows.length + problems.length,
    wrong: problems.length,
    wrong_lines: problems.slice(0, maxNamedLines),
    duplicates: duplicates.length,
    duplicate_lines: duplicates.slice(0, maxNamedLines).map(({ row, same_as_line, known }) => ({
      line: row.line,
      name: nameOf(row),
      email: row.email,
      same_as_line,
      membership_id: known?.membership_id ?? null,
      level: known?.level ?? null,
    })),
    sample: rows.slice(0, sampleSize).map((row) => ({
      line: row.line,
      name: nameOf(row),
      email: row.email,
      level: row.level_name,
      valid_from: row.valid_from,
      valid_to: row.valid_to,
      member_number: row.member_number,
    })),
  };
};
