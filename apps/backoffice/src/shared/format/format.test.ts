import { expect, test } from "vitest";
import {
  count,
  formatClock,
  formatClockSeconds,
  formatMoment,
  formatMoney,
  formatStart,
  formatVisit,
  plural,
} from "./format.ts";

const own = Intl.DateTimeFormat().resolvedOptions().timeZone;
const elsewhere = own === "Pacific/Auckland" ? "America/Phoenix" : "Pacific/Auckland";
const moment = "2027-06-12T21:30:00Z";
const clock = (timeZone: string): string =>
  new Date(moment).toLocaleTimeString("en-GB", { timeZone, hour: "2-digit", minute: "2-digit" });
const visit = (timezone: string, all_day = false) => formatVisit({ start_datetime: moment, all_day, timezone });

test("times in the reader's own time zone do not name it", () => {
  expect(formatMoment(moment, own)).toMatch(new RegExp(`${clock(own)}$`));
  expect(visit(own)).toMatch(new RegExp(`${clock(own)}$`));
  expect(formatClock(moment, own)).toBe(clock(own));
  expect(formatClockSeconds(moment, own)).toBe(`${clock(own)}:00`);
  expect(formatStart({ start_datetime: moment, all_day: false, timezone: own })).toBe(clock(own));
});

test("times in another time zone are converted to it and name it", () => {
  const start = formatStart({ start_datetime: moment, all_day: false, timezone: elsewhere });
  for (const text of [formatMoment(moment, elsewhere), visit(elsewhere), formatClock(moment, elsewhere), start])
    expect(text).toMatch(new RegExp(`${clock(elsewhere)} \\S+$`));
});

test("a time with seconds names the time zone too", () => {
  expect(formatClockSeconds(moment, elsewhere)).toMatch(new RegExp(`^${clock(elsewhere)}:00 \\S+$`));
});

test("a full-day visit has neither", () => expect(visit(elsewhere, true)).not.toMatch(/:/));

test.each([
  ["12.5", "USD", "$12.50"],
  ["-3", "EUR", "−€3.00"],
  ["1200", "JPY", "¥1,200"],
  ["1.5", "KWD", "KWD\u00A01.500"],
])("%s %s is %s", (amount, currency, text) => expect(formatMoney(amount, currency)).toBe(text));

test.each([
  [0, "0 orders"],
  [1, "1 order"],
  [2, "2 orders"],
  [1200, "1,200 orders"],
])("%s is counted as '%s'", (number, text) => expect(count(number, "order")).toBe(text));

test("uses an irregular plural if given", () => {
  expect([count(1, "person", "people"), count(3, "person", "people")]).toEqual(["1 person", "3 people"]);
  expect([plural(1, "is", "are"), plural(0, "is", "are")]).toEqual(["is", "are"]);
});
