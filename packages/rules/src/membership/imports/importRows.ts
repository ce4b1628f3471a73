import type { ImportColumns } from "@foyer/contract/office/members/memberImports.ts";
import { cellOf, emailOfCell, isDayText, type LineProblem } from "../../values/csvCells.ts";
import { normalizeMemberNumber } from "../../values/normalizeNames.ts";
import type { CsvRow } from "../../values/csv.ts";

/** A level that members can be imported into. */
export type ImportLevel = {
  readonly level: string;
  readonly name: string;
  readonly timezone: string;
  /** Why no members can be imported into it: 'is no longer sold'; undefined if they can. */
  readonly problem: string | undefined;
  /** The number of people for whom there is still room; null without a limit. */
  readonly places: number | null;
};

export type ImportRow = {
  readonly line: number;
  readonly first_name: string;
  readonly last_name: string;
  readonly email: string;
  readonly level: string;
  readonly level_name: string;
  readonly valid_from: string;
  /** Exclusive. */
  readonly valid_to: string;
  readonly member_number: string | null;
};

const longestName = 50;
const numberForm = /^[0-9A-Z]{4,20}$/;

type Reading = {
  readonly levels: ReadonlyMap<string, readonly ImportLevel[]>;
  readonly columns: ImportColumns;
  readonly now: Temporal.Instant;
};

/** Reads one row, or returns its problem. */
const readRow = ({ line, cells }: CsvRow, { levels, columns, now }: Reading): ImportRow | string => {
  const cell = (column: number | undefined): string => cellOf(cells, column);
  const [first_name, last_name] = [cell(columns.first_name), cell(columns.last_name)];
  if (first_name === "" || first_name.length > longestName) return "has no first name of at most 50 letters";
  if (last_name === "" || last_name.length > longestName) return "has no last name of at most 50 letters";
  const address = emailOfCell(cell(columns.email));
  if (address === undefined) return `has no email address '${cell(columns.email)}'`;
  const named = levels.get(cell(columns.level).toLowerCase()) ?? [];
  const [level] = named;
  if (!level) return `has no level '${cell(columns.level)}'`;
  if (named.length > 1) return `has a level that there is more than once: '${level.name}'`;
  if (level.problem !== undefined) return `has a level that ${level.problem}: '${level.name}'`;
  const [first, last] = [cell(columns.first_day), cell(columns.last_day)];
  if (!isDayText(last)) return `has no last day '${last}'`;
  if (first !== "" && !isDayText(first)) return `has no first day '${first}'`;
  const today = now.toZonedDateTimeISO(level.timezone).toPlainDate();
  const lastDay = Temporal.PlainDate.from(last);
  const earliest = Temporal.PlainDate.compare(today, lastDay) < 0 ? today : lastDay;
  const firstDay = first === "" ? earliest : Temporal.PlainDate.from(first);
  if (Temporal.PlainDate.compare(firstDay, lastDay) > 0) return "ends before it begins";
  const number = normalizeMemberNumber(cell(columns.member_number));
  if (number !== "" && !numberForm.test(number)) return `has no member number '${cell(columns.member_number)}'`;
  const startOf = (day: Temporal.PlainDate): string => day.toZonedDateTime(level.timezone).toInstant().toString();
  return {
    line,
    first_name,
    last_name,
    email: address,
    level: level.level,
    level_name: level.name,
    valid_from: startOf(firstDay),
    valid_to: startOf(lastDay.add({ days: 1 })),
    member_number: number === "" ? null : number,
  };
};

/**
 * Reads the rows of a file after its header, and reports every invalid line. A member number may appear on one line only. A
 * person may be on several lines; those are duplicates, which staff resolve.
 */
export const readImport = (
  rows: readonly CsvRow[],
  { levels, ...reading }: Omit<Reading, "levels"> & { readonly levels: readonly ImportLevel[] },
): { readonly rows: readonly ImportRow[]; readonly problems: readonly LineProblem[] } => {
  const byName = Map.groupBy(levels, ({ name }) => name.toLowerCase());
  const [read, problems]: [ImportRow[], LineProblem[]] = [[], []];
  const lineOfNumber = new Map<string, number>();
  for (const row of rows.slice(1)) {
    const result = readRow(row, { ...reading, levels: byName });
    const problem = typeof result === "string" ? result : sameNumber(result, lineOfNumber);
    if (typeof result === "string" || problem !== undefined) problems.push({ line: row.line, problem: problem ?? "" });
    else read.push(result);
  }
  return { rows: read, problems };
};

const sameNumber = ({ member_number, line }: ImportRow, lineOfNumber: Map<string, number>): string | undefined => {
  if (member_number === null) return undefined;
  const known = lineOfNumber.get(member_number);
  if (known !== undefined) return `has the same number as line ${known}`;
  lineOfNumber.set(member_number, line);
  return undefined;
};

/** Rows for which their level has no place left: it would refuse them once the others are imported. */
export const rowsBeyondPlaces = (
  rows: readonly ImportRow[],
  levels: readonly Pick<ImportLevel, "level" | "places">[],
): readonly LineProblem[] => {
  const placesOf = new Map(levels.map(({ level, places }) => [level, places]));
  return [...Map.groupBy(rows, ({ level }) => level)].flatMap(([level, ofLevel]) => {
    const places = placesOf.get(level) ?? null;
    if (places === null) return [];
    return ofLevel.slice(places).map(({ line, level_name }) => ({
      line,
      problem: `exceeds the places that '${level_name}' has left: ${places}`,
    }));
  });
};

/** Lines whose person and level already appear on an earlier line, with that line. */
export const repeatedLines = (rows: readonly ImportRow[]): ReadonlyMap<number, number> => {
  const first = new Map<string, number>();
  const repeated = new Map<number, number>();
  for (const { line, email: address, level } of rows) {
    const key = `${address} ${level}`;
    const before = first.get(key);
    if (before === undefined) first.set(key, line);
    else repeated.set(line, before);
  }
  return repeated;
};
