import { expect, test } from "vitest";
import { lastCompletePeriod } from "./lastCompletePeriod.ts";

test.each([
  ["the day before", "2027-03-01", "day", "2027-02-28", "2027-02-28"],
  ["the week before, on a Monday", "2027-03-01", "week", "2027-02-22", "2027-02-28"],
  ["the week before, where the e-mail came late", "2027-03-04", "week", "2027-02-22", "2027-02-28"],
  ["the month before", "2027-03-01", "month", "2027-02-01", "2027-02-28"],
  ["the month before, in January", "2027-01-02", "month", "2026-12-01", "2026-12-31"],
] as const)("%s", (_, today, every, from, to) => expect(lastCompletePeriod(today, every)).toEqual({ from, to }));

test.each([
  ["times of one day", "day", { from_time: "09:00", to_time: "12:00" }, "2027-02-28", "2027-02-28"],
  ["a night", "day", { from_time: "14:00", to_time: "02:00" }, "2027-02-28", "2027-03-01"],
  ["a day that begins late", "day", { from_time: "14:00" }, "2027-02-28", "2027-02-28"],
  ["a week until the night after it", "week", { from_time: "05:00", to_time: "05:00" }, "2027-02-22", "2027-03-01"],
] as const)("with times, %s", (_, every, times, from, to) =>
  expect(lastCompletePeriod("2027-03-01", every, times)).toEqual({ from, to }),
);
