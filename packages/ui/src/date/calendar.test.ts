import { expect, test } from "vitest";
import { dayAfter, daysInMonth, monthAfter, sameDateIn, weekdayIndex } from "./calendar.ts";

test.each([
  ["2026-11-21", 6],
  ["2024-02-29", 4],
  ["2000-01-01", 6],
  ["2027-03-01", 1],
])("%s falls on weekday %i", (day, weekday) => expect(weekdayIndex(day)).toBe(weekday));

test("weekdays match the platform's calendar over twelve years", () => {
  for (let month = "2024-01"; month < "2036-01"; month = monthAfter(month, 1)) {
    const first = Temporal.PlainDate.from(`${month}-01`);
    expect([month, weekdayIndex(`${month}-01`), daysInMonth(month)]).toEqual([
      month,
      first.dayOfWeek % 7,
      first.daysInMonth,
    ]);
  }
});

test.each([
  ["2026-11-30", 1, "2026-12-01"],
  ["2026-12-28", 7, "2027-01-04"],
  ["2027-03-01", -1, "2027-02-28"],
  ["2028-03-02", -7, "2028-02-24"],
  ["2026-11-21", 0, "2026-11-21"],
])("%s and %i days is %s", (day, by, then) => expect(dayAfter(day, by)).toBe(then));

test("uses the last day of a month without that date", () => {
  expect(sameDateIn("2027-02", "2026-10-31")).toBe("2027-02-28");
  expect(monthAfter("2026-01", -1)).toBe("2025-12");
});
