import type pg from "pg";
import { expect, test } from "vitest";
import { TableGrowth } from "./tableGrowth.ts";

/** Counts the growths that are found when the tables have these sizes, read once a second. */
const countsFor = async (sizes: readonly Readonly<Record<string, number>>[]): Promise<number[]> => {
  const growth = new TableGrowth();
  const counts: number[] = [];
  for (const [second, tables] of sizes.entries()) {
    const rows = Object.entries(tables).map(([name, rows]) => ({ name, rows }));
    growth.readWith({ query: async () => ({ rows }) } as unknown as pg.ClientBase, second * 1000);
    await Promise.resolve();
    await Promise.resolve();
    await Promise.resolve();
    counts.push(growth.count);
  }
  return counts;
};

test("a growth is counted when a table reaches a hundred rows and each time it grows fourfold", async () => {
  const sizes = [0, 99, 100, 399, 400, 1_599, 1_600];
  expect(await countsFor(sizes.map((ticket) => ({ ticket })))).toEqual([0, 0, 1, 1, 2, 2, 3]);
});

test("tables that grow at once are one growth", async () => {
  expect(
    await countsFor([
      { ticket: 0, cart: 0 },
      { ticket: 1_000, cart: 500 },
    ]),
  ).toEqual([0, 1]);
});

test("what a server finds at its start, and a new table, are no growth", async () => {
  expect(await countsFor([{ ticket: 1_000_000 }, { ticket: 1_000_000, device: 5_000 }])).toEqual([0, 0]);
});

test("a table that was emptied grows again", async () => {
  expect(await countsFor([{ cart: 5_000 }, { cart: 0 }, { cart: 5_000 }])).toEqual([0, 0, 1]);
});

test("sizes are read at most once a second, and a broken connection is ignored", async () => {
  const growth = new TableGrowth();
  const reads: number[] = [];
  const readAt = (now: number): void =>
    growth.readWith(
      { query: () => (reads.push(now), Promise.reject(new Error("broken"))) } as unknown as pg.ClientBase,
      now,
    );
  for (const now of [0, 1, 999, 1_000, 1_001, 2_500]) readAt(now);
  await Promise.resolve();
  expect([reads, growth.count]).toEqual([[0, 1_000, 2_500], 0]);
});
