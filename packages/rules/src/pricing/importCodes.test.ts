import { describe, expect, test } from "vitest";
import { readCsv } from "../values/csv.ts";
import { readCodeImport } from "./importCodes.ts";

const columns = { code: 0, max_uses: 1, first_day: 2, last_day: 3 };
const read = (...lines: readonly string[]) =>
  readCodeImport(readCsv(["Code,Uses,From,Until", ...lines].join("\n")), columns);

test("a row is a code with its limit and its days", () => {
  expect(read(" Spring Fair ,3,2027-03-01,2027-03-01", "ÉTÉ,,,")).toEqual({
    problems: [],
    rows: [
      {
        line: 2,
        code: "Spring Fair",
        normalized: "spring fair",
        max_uses: 3,
        first_day: "2027-03-01",
        last_day: "2027-03-01",
      },
      { line: 3, code: "ÉTÉ", normalized: "été", max_uses: null, first_day: null, last_day: null },
    ],
  });
});

test("columns that are not chosen are left out", () => {
  expect(readCodeImport(readCsv("Note,Code\n5,SPRING"), { code: 1 }).rows).toMatchObject([
    { line: 2, code: "SPRING", max_uses: null, first_day: null, last_day: null },
  ]);
});

describe("a line is wrong that", () => {
  test.each([
    ["has no code", ",5,,", "has no code"],
    ["has a short code", "X,,,", "has a code of less than 2 characters: 'X'"],
    ["has a long code", `${"X".repeat(70)},,,`, `has a code of more than 35 characters: '${"X".repeat(60)}…'`],
    ["may never be used", "SPRING,0,,", "has no limit of 1 to 1,000,000 uses: '0'"],
    ["has a limit that is no number", "SPRING,once,,", "has no limit of 1 to 1,000,000 uses: 'once'"],
    ["has a limit that is too high", "SPRING,1000001,,", "has no limit of 1 to 1,000,000 uses: '1000001'"],
    ["has a first day that there is not", "SPRING,,2027-02-30,", "has no first day '2027-02-30'"],
    ["has a last day in another form", "SPRING,,,31.12.2027", "has no last day '31.12.2027'"],
    ["ends before it begins", "SPRING,,2027-03-02,2027-03-01", "ends before it begins: 2027-03-02 to 2027-03-01"],
  ])("%s", (_, line, problem) => expect(read(line)).toEqual({ rows: [], problems: [{ line: 2, problem }] }));

  test("repeats the code of an earlier line, in any case and Unicode form", () =>
    expect(read("ÉTÉ,,,", "e\u0301te\u0301,,,")).toMatchObject({
      rows: [{ line: 2 }],
      problems: [{ line: 3, problem: "has the same code as line 2: 'été'" }],
    }));
});
