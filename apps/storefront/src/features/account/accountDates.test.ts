import { expect, test } from "vitest";
import { accountDatesOf } from "./accountDates.ts";

test.each([
  ["en", "Sat, November 21 2026", "7:30\u00a0PM"],
  ["en-GB", "Sat 21 November 2026", "19:30"],
  ["en-NZ", "Sat 21 November 2026", "19:30"],
  ["de", "Sa., 21. November 2026", "19:30"],
])("%s formats a day and a time", (locale, day, time) => {
  const dates = accountDatesOf(locale);
  expect([dates.day("2026-11-21"), dates.time("19:30")]).toEqual([day, time]);
});
test("formats a moment in the venue's time zone", () => {
  const { dayOfMoment } = accountDatesOf("en");
  expect(dayOfMoment("2026-11-21T23:30:00Z", "Pacific/Auckland")).toBe("Sun, November 22 2026");
  expect(dayOfMoment("2026-11-21T23:30:00Z", "America/New_York")).toBe("Sat, November 21 2026");
});
