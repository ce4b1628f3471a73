import { isDeepStrictEqual } from "node:util";

/** What an import does to the rows of one table. Retired rows stay for the tickets that name them; removed ones were never sold. */
export type Changes<Row> = {
  readonly added: Row[];
  readonly changed: Row[];
  readonly retired: Row[];
  readonly removed: Row[];
};

/** How rows are told apart, which stay although nobody wants them, and which were sold. */
export type Ways<Row> = {
  readonly keyOf: (row: Row) => string;
  readonly isLeft?: (row: Row) => boolean;
  readonly isSold?: (row: Row) => boolean;
};

export const compare = <Row extends object>(
  standing: readonly Row[],
  wanted: readonly Row[],
  { keyOf, isLeft, isSold }: Ways<Row>,
): Changes<Row> => {
  const known = new Map(standing.map((row) => [keyOf(row), row]));
  const changes: Changes<Row> = { added: [], changed: [], retired: [], removed: [] };
  const met = new Set<string>();
  for (const row of wanted) {
    const key = keyOf(row);
    met.add(key);
    const before = known.get(key);
    if (!before) changes.added.push(row);
    else if (differs(before, row)) changes.changed.push(row);
  }
  for (const row of standing) {
    if (met.has(keyOf(row)) || isLeft?.(row)) continue;
    if (isSold?.(row)) changes.retired.push(row);
    else changes.removed.push(row);
  }
  return changes;
};

/** Only what the wanted row says counts: counters belong to others. */
const differs = <Row extends object>(before: Row, row: Row): boolean =>
  (Object.keys(row) as (keyof Row)[]).some((column) => {
    const [old, now] = [before[column], row[column]];
    return old !== now && !(typeof now === "object" && isDeepStrictEqual(old, now));
  });

export const nothing = <Row>({ added, changed, retired, removed }: Changes<Row>): boolean =>
  added.length + changed.length + retired.length + removed.length === 0;
