import type { Day } from "@foyer/contract/basics.ts";
import { addDays } from "../dates/localTime.ts";
import { readWrittenDays } from "./readTimetable.ts";
import { dayMatcher } from "./relativeDates.ts";

type Days = { readonly from: Day; readonly until: Day };

/**
 * Whether a draft's list of closed days covers each of these days, however they are written. Invalid entries are ignored.
 */
export const isClosedThrough = (closed: readonly unknown[], { from, until }: Days, today: Day): boolean => {
  const matchers = readWrittenDays(closed).flatMap((days) => dayMatcher(days, today) ?? []);
  for (let day = from; day <= until; day = addDays(day, 1)) if (!matchers.some((matches) => matches(day))) return false;
  return true;
};

const firstDay = (days: unknown): string => {
  const [first] = readWrittenDays([days]);
  const from = typeof first === "string" ? first : (first?.from ?? "");
  return /^\d{4}-\d\d-\d\d$/.test(from) ? from : "";
};

/** The list of closed days with more added, sorted by first day; days without a year come first, in their order. */
export const addClosedDays = (closed: readonly unknown[], added: readonly Days[]): readonly unknown[] =>
  [...closed, ...added.map(({ from, until }) => (from === until ? from : { from, until }))].toSorted((one, other) => {
    const [a, b] = [firstDay(one), firstDay(other)];
    return a < b ? -1 : a > b ? 1 : 0;
  });
