import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { canNameTest, testNames } from "./testNames.ts";

const scans = "apps/server/src/office/gate/recordScans.test.ts";
const codes: Readonly<Record<string, string>> = {
  suite: `describe("a suite", () => { test("a group that is new", () => {}); });`,
  rows: `
  const changes = [["a move", { price: 3 }], ["a refund", { price: 4 }]] as const;
  const fees = { fixed: 1, none: 0 };
  describe.each([2])("a suite of %i", (count) => {
    test.each(changes)("%s, whose price is %j, in row %#", () => {});
    test.for(changes.map(([name, { price }]) => ({ name, price })))("an offer of $name for $price", () => {});
    test.each(Object.keys(fees))(\`one of \${count} fees is %s\`, () => {});
    test.each(listed())("%s is from elsewhere", () => {});
    const added = ["a known row"];
    for (const row of listed()) added.push(row);
    test.each(added)("%s is added", () => {});
  });`,
  [scans]: readFileSync(join(import.meta.dirname, "../../../../..", scans), "utf8"),
};
test.each([
  ["a group that is new", "suite", true],
  ["a group that is", "suite", true],
  ["is new", "suite", true],
  ["a suite a group", "suite", true],
  ["a group that was new", "suite", false],
  ["roup that is new", "suite", false],
  ["a suite of 2 a move", "rows", true],
  ['refund, whose price is {"price":4}, in row 1', "rows", true],
  ["a suite of 3", "rows", false],
  ["a gift, whose price", "rows", false],
  ["an offer of 'a move' for 3", "rows", true],
  ["an offer of 'a gift'", "rows", false],
  ["one of 2 fees is none", "rows", true],
  ["one of 2 fees is high", "rows", false],
  ["any code is from elsewhere", "rows", true],
  ["any code is added", "rows", true],
  ["any code", "rows", false],
  ["a suite of 2 any code", "rows", false],
  ["one scan admitting against No needs the permission", scans, true],
  ["one scan letting in against No needs the permission", scans, false],
])("%j is looked for in %s: %s", (text, code, isFound) => {
  expect(testNames("names.test.ts", codes[code] ?? "").some((name) => canNameTest(text, name))).toBe(isFound);
});
