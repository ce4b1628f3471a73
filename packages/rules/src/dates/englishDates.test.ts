import { expect, test } from "vitest";
import { clockOf, isDayFirstEnglish, withoutWeekdayComma } from "./englishDates.ts";

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
