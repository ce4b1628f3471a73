import { expect, test } from "vitest";
import { addClosedDays, isClosedThrough } from "./closedDays.ts";

const today = "2027-03-10";
const day = (from: string, until = from) => ({ from, until });

test.each([
  ["nothing is closed", [], day("2027-12-25"), false],
  ["the day itself", ["2027-12-25"], day("2027-12-25"), true],
  ["another day", ["2027-12-26"], day("2027-12-25"), false],
  ["a day of every year", ["12-25"], day("2027-12-25"), true],
  ["within a span", [{ from: "2027-12-20", until: "2028-01-02" }], day("2027-12-25"), true],
  ["within a span of every year", [{ from: "12-24", until: "12-26" }], day("2028-12-25"), true],
  ["counted from today", ["today+5d"], day("2027-03-15"), true],
  [
    "each day of several, in two entries",
    ["2027-05-16", day("2027-05-17", "2027-05-19")],
    day("2027-05-16", "2027-05-19"),
    true,
  ],
  ["a day of several is open", [day("2027-05-16", "2027-05-18")], day("2027-05-16", "2027-05-19"), false],
  ["what is no day", ["soon", 5, null, { from: "later" }], day("2027-12-25"), false],
])("%s", (_, closed, days, is) => expect(isClosedThrough(closed, days, today)).toBe(is));

test("sorts added days by their first day, and keeps days without a year in front", () => {
  const closed = ["12-25", "2027-07-04", "today+5d", { from: "2027-02-01", until: "2027-02-05" }];
  expect(addClosedDays(closed, [day("2027-03-26"), day("2027-01-01"), day("2027-05-16", "2027-05-19")])).toEqual([
    "12-25",
    "today+5d",
    "2027-01-01",
    { from: "2027-02-01", until: "2027-02-05" },
    "2027-03-26",
    { from: "2027-05-16", until: "2027-05-19" },
    "2027-07-04",
  ]);
});
