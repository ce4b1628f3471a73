import { isDeepStrictEqual } from "node:util";
import type { Steps } from "@foyer/rules/values/steps.ts";

/**
 * What an import does to the rows of one table. Retired rows stay for the tickets that refer to them; removed rows were
 * never sold.
 */
export type RowChanges<Row> = {
  readonly added: Row[];
  readonly changed: Row[];
  readonly retired: Row[];
  readonly removed: Row[];
};

export type CompareOptions<Row> = {
  readonly keyOf: (row: Row) => string;
  /** Leaves the row as it is although the catalogue no longer contains it. */
  readonly isKept?: (row: Row) => boolean;
  /** Retires the row instead of removing it. */
  readonly isSold?: (row: Row) => boolean;
};

export const compareRows = function* <Row extends object>(
  stored: readonly Row[],
  desired: readonly Row[],
  { keyOf, isKept, isSold }: CompareOptions<Row>,
): Steps<RowChanges<Row>> {
  const storedByKey = new Map<string, Row>();
  for (const row of stored) {
    yield;
    storedByKey.set(keyOf(row), row);
  }
  const changes: RowChanges<Row> = { added: [], changed: [], retired: [], removed: [] };
  const seen = new Set<string>();
  for (const row of desired) {
    yield;
    const key = keyOf(row);
    seen.add(key);
    const storedRow = storedByKey.get(key);
    if (!storedRow) changes.added.push(row);
    else if (differs(storedRow, row)) changes.changed.push(row);
  }
  for (const row of stored) {
    yield;
    if (seen.has(keyOf(row)) || isKept?.(row)) continue;
    if (isSold?.(row)) changes.retired.push(row);
    else changes.removed.push(row);
  }
  return changes;
};

/** Compares only the columns of the desired row: an import does not write the counters. */
const differs = <Row extends object>(stored: Row, row: Row): boolean =>
  (Object.keys(row) as (keyof Row)[]).some((column) => {
    const [old, current] = [stored[column], row[column]];
    return old !== current && !(typeof current === "object" && isDeepStrictEqual(old, current));
  });

export const hasNoChanges = <Row>({ added, changed, retired, removed }: RowChanges<Row>): boolean =>
  added.length + changed.length + retired.length + removed.length === 0;
