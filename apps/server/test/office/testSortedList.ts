import { beforeAll, expect } from "vitest";
import type { OfficeBrowser } from "./testStaff.ts";

type Row = Readonly<Record<string, string | number | null>>;

/** A list whose rows have one of three values, so that each page ends between rows with the same value. */
export type SeededList = {
  readonly path: string;
  /** The query that is sent for each page. */
  readonly filters?: string;
  /** The field of a reply that has the rows. */
  readonly rows: string;
  /** The field that identifies a row, or a function that makes an id of several. */
  readonly id: string | ((row: Row) => string);
  readonly keys: Readonly<Record<string, (row: Row) => string | number>>;
  /** The order of rows with the same value; by id if absent. */
  readonly tie?: (row: Row) => string | number;
  /** Whether rows with the same value keep their order when the list is reversed. */
  readonly keepsTies?: boolean;
  readonly who: OfficeBrowser;
  readonly seeded: number;
  /** Adds rows with the first, the middle and the last value, if the list has such values. */
  readonly addRows: () => Promise<void>;
};

export const rowsOfEach = 110;

const compare = (one: string | number, other: string | number): number => (one < other ? -1 : Number(one > other));

/** Tests a list that `seed` creates before the tests of the suite. */
export const sortedList = (seed: () => Promise<SeededList>) => {
  let list: SeededList;
  beforeAll(async () => {
    list = await seed();
  }, 120_000);

  const read = async (query: string) => {
    const address = [list.filters, query].filter(Boolean).join("&");
    const { status, body } = await list.who.get(`/${list.path}?${address}`);
    expect([query, status]).toEqual([query, 200]);
    return { rows: body[list.rows] as Row[], next: body.next as string | null };
  };
  const readAll = async (sort: string, between: () => Promise<void>): Promise<Row[]> => {
    const found: Row[] = [];
    let after = "";
    for (;;) {
      const page = await read(`sort=${sort}${after}`);
      found.push(...page.rows);
      if (page.next === null) return found;
      after = `&after=${encodeURIComponent(page.next)}`;
      await between();
    }
  };
  const idOf = (row: Row) => (typeof list.id === "string" ? row[list.id] : list.id(row));
  const inOrder = (rows: readonly Row[], sort: string): Row[] => {
    const turn = sort.startsWith("-") ? -1 : 1;
    const key = list.keys[sort.replace("-", "")] ?? (() => 0);
    const tie = list.tie ?? ((row: Row) => idOf(row) ?? 0);
    return rows.toSorted(
      (one, other) =>
        turn * compare(key(one), key(other)) || (list.keepsTies === true ? 1 : turn) * compare(tie(one), tie(other)),
    );
  };
  const idsOf = (rows: readonly Row[]) => rows.map(idOf);

  return {
    /** Expects each row once and in its place, while rows are added between the pages. */
    expectOrder: async (sort: string): Promise<void> => {
      const before = idsOf(await readAll(sort, async () => {}));
      expect(new Set(before).size).toBe(before.length);
      expect(before.length).toBeGreaterThanOrEqual(list.seeded);
      const found = await readAll(sort, list.addRows);
      const ids = idsOf(found);
      expect(ids).toEqual([...new Set(ids)]);
      expect(new Set(ids).isSupersetOf(new Set(before))).toBe(true);
      expect(ids).toEqual(idsOf(inOrder(found, sort)));
    },
    expectRefusal: async (query: string): Promise<void> => {
      const address = [list.filters, query].filter(Boolean).join("&");
      const { status, body } = await list.who.get(`/${list.path}?${address}`);
      expect([status, body._data?.[0]._code]).toEqual([400, "bad_field_value"]);
    },
  };
};

/** Each column in both directions, as values of `sort`. */
export const bothWays = (columns: readonly string[]): string[] => columns.flatMap((column) => [column, `-${column}`]);
