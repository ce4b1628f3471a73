import { expect, test } from "vitest";
import { clockOf, isDayFirstEnglish, timeOfDayFormat, withoutWeekdayComma } from "./englishDates.ts";

test.each([
  ["en-GB", true],
  ["en-AU", true],
  ["en-NZ", true],
  ["en-IE", true],
  ["en-gb", true],
  ["en", false],
  ["en-US", false],
  ["en-CA", false],
  ["de-DE", false],
  ["fr", false],
])("English with the day first: %s is %s", (locale, isDayFirst) => expect(isDayFirstEnglish(locale)).toBe(isDayFirst));

test.each([
  ["Friday, 27 November 2026", "Friday 27 November 2026"],
  ["Friday 27 November", "Friday 27 November"],
  ["27 November 2026", "27 November 2026"],
])("no comma after the weekday: %s", (date, text) => expect(withoutWeekdayComma(date)).toBe(text));

test("a clock of 24 hours with the day first, and the usual one elsewhere", () =>
  expect(["en-NZ", "en-US", "de"].map(clockOf)).toEqual([{ hourCycle: "h23" }, {}, {}]));

test.each([
  ["en-GB", "07:30"],
  ["en-NZ", "07:30"],
  ["en-AU", "07:30"],
  ["en-US", "7:30 AM"],
])("a time of the morning in %s", (locale, expected) => {
  const written = new Intl.DateTimeFormat(locale, { ...timeOfDayFormat(locale), timeZone: "UTC" });
  expect(written.format(new Date("2026-11-29T07:30:00Z")).replace(/\s/g, " ")).toBe(expected);
});
