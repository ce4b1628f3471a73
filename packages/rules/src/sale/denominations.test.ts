import { expect, test } from "vitest";
import { areCounts, denominationsOf, likelyTendered, sumOfCounts } from "./denominations.ts";

test.each([
  ["EUR", 50000, 1, 15],
  ["JPY", 10000, 1, 10],
  ["CHF", 100000, 5, 13],
  ["SEK", 100000, 1, 17],
])("coins and notes of %s are known in minor units", (currency, largest, smallest, number) => {
  const values = denominationsOf(currency);
  expect([values[0], values.at(-1), values.length]).toEqual([largest, smallest, number]);
});

test("coins and notes add up", () =>
  expect(
    sumOfCounts([
      { value: 2000, count: 3 },
      { value: 5, count: 4 },
    ]),
  ).toBe(6020));

test.each([
  ["a coin that there is", [{ value: 5, count: 1 }], true],
  ["nothing", [], true],
  ["a coin that there is not", [{ value: 25, count: 1 }], false],
  [
    "the same coin twice",
    [
      { value: 5, count: 1 },
      { value: 5, count: 2 },
    ],
    false,
  ],
])("%s is counted", (_, counts, expected) => expect(areCounts(counts, "EUR")).toBe(expected));

test.each([
  ["USD", 5900, [6000, 10000]],
  ["USD", 2300, [2500, 3000, 4000, 5000]],
  ["USD", 10000, []],
  ["EUR", 1250, [1400, 1500, 2000, 5000]],
  ["JPY", 3300, [3500, 4000, 5000, 10000]],
  ["GBP", 12345, [14000, 15000]],
])("for %s %i somebody may hand over %j", (currency, due, sums) =>
  expect(likelyTendered(due, denominationsOf(currency))).toEqual(sums),
);
