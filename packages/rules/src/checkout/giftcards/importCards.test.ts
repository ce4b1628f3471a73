import { describe, expect, test } from "vitest";
import { readCsv } from "../../values/csv.ts";
import { readCardImport } from "./importCards.ts";

const reading = {
  columns: { number: 0, balance: 1, last_day: 2, name: 3, email: 4 },
  currency: "USD",
  maxBalance: 500_00,
  today: "2026-11-29",
  neverEnd: false,
};
const read = (lines: readonly string[], more: object = {}) =>
  readCardImport(readCsv(["Number,Balance,Until,Name,Email", ...lines].join("\n")), { ...reading, ...more });

test("a row is a card with its balance", () => {
  expect(read(["gift-oil-1234,12.5,2026-11-29,Annie Easley, ANNIE@example.com ", "ABCD 1234,500,,,"])).toEqual({
    problems: [],
    rows: [
      {
        line: 2,
        number: "gift-oil-1234",
        normalized: "G1FT0111234",
        balance: 12_50,
        last_day: "2026-11-29",
        name: "Annie Easley",
        email: "annie@example.com",
      },
      {
        line: 3,
        number: "ABCD 1234",
        normalized: "ABCD1234",
        balance: 500_00,
        last_day: null,
        name: null,
        email: null,
      },
    ],
  });
});

describe("a line is wrong that", () => {
  test.each([
    ["has no number", ",5,,,", "has no number of 8 to 64 letters and digits"],
    ["has a number that can be guessed", "ABC-1234,5,,,", "has no number of 8 to 64 letters and digits"],
    ["has a number with other signs", "ABCD_1234,5,,,", "has no number of 8 to 64 letters and digits"],
    ["has a number that is too long", `${"A".repeat(65)},5,,,`, "has no number of 8 to 64 letters and digits"],
    ["has no balance", "ABCD1234,,,,", "has no balance above 0: ''"],
    ["has nothing left", "ABCD1234,0.00,,,", "has no balance above 0: '0.00'"],
    ["is below zero", "ABCD1234,-5,,,", "has no balance above 0: '-5'"],
    ["has a balance of too many decimals", "ABCD1234,5.005,,,", "has no balance above 0: '5.005'"],
    ["has more than a card may have", "ABCD1234,500.01,,,", "has a balance above 500.00"],
    ["has a day that does not exist", "ABCD1234,5,2027-02-30,,", "has no last day '2027-02-30'"],
    ["ended yesterday", "ABCD1234,5,2026-11-28,,", "has a last day that is over: '2026-11-28'"],
    ["has a name that is too long", `ABCD1234,5,,${"A".repeat(101)},`, "has a name of more than 100 letters"],
    ["has an address that is none", "ABCD1234,5,,,nowhere", "has no email address 'nowhere'"],
    [
      "has an address that no mail server accepts",
      "ABCD1234,5,,,a..b@x.example",
      "has no email address 'a..b@x.example'",
    ],
  ])("%s", (_, line, problem) => expect(read([line])).toEqual({ rows: [], problems: [{ line: 2, problem }] }));

  test("repeats the number of an earlier line, however it is written", () =>
    expect(read(["ABCD-1Z34,5,,,", "abcd iz34,6,,,"])).toMatchObject({
      rows: [{ line: 2 }],
      problems: [{ line: 3, problem: "has the same number as line 2" }],
    }));

  test("has an expiry although the seller's cards have none", () =>
    expect(read(["ABCD1234,5,2027-01-01,,"], { neverEnd: true }).problems).toEqual([
      { line: 2, problem: "has a last day, but cards of this seller have no end" },
    ]));
});
