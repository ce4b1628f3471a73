import type { Day, Instant } from "@foyer/contract/basics.ts";
import { addDays, instantOf } from "../dates/localTime.ts";

/**
 * Resolves dates of the catalogue format, such as 'today+14d' or 'second friday of month+1'. `today` is the day at the
 * venue. Undefined if there is no such day.
 */

const weekdays = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"];
const ordinals = ["first", "second", "third", "fourth", "last"];

export const resolveRelativeDay = (text: string, today: Day): Day | undefined => {
  const match = /^(.+?)(?:([+-]\d+)([dwmy]))?$/.exec(text);
  const [, anchor = "", count, unit] = match ?? [];
  const start = resolveAnchor(anchor, Temporal.PlainDate.from(today));
  if (!start) return undefined;
  const amount = Number(count ?? 0);
  const moved = { d: { days: amount }, w: { weeks: amount }, m: { months: amount }, y: { years: amount } }[unit ?? "d"];
  const day = start.add(moved ?? {});
  // Another year is written with a sign, and compares with no other day.
  return day.year >= 0 && day.year <= 9999 ? day.toString() : undefined;
};

const resolveAnchor = (anchor: string, today: Temporal.PlainDate): Temporal.PlainDate | undefined => {
  if (anchor === "today") return today;
  const next = /^next (\w+)$/.exec(anchor);
  if (next) return today.add({ days: ((weekdays.indexOf(next[1] ?? "") + 1 - today.dayOfWeek + 6) % 7) + 1 });
  const month = /^(?:(\w+) (\w+) of )?month([+-]\d+)?$/.exec(anchor);
  if (month) {
    const first = today.with({ day: 1 }).add({ months: Number(month[3] ?? 0) });
    return month[1] === undefined
      ? first
      : nthWeekday(first, ordinals.indexOf(month[1]), weekdays.indexOf(month[2] ?? "") + 1);
  }
  try {
    return Temporal.PlainDate.from(anchor, { overflow: "reject" });
  } catch {
    return undefined;
  }
};

/** `ordinal` 0 is the first, 4 the last. */
const nthWeekday = (first: Temporal.PlainDate, ordinal: number, weekday: number): Temporal.PlainDate => {
  const start = first.add({ days: (weekday - first.dayOfWeek + 7) % 7 });
  if (ordinal < 4) return start.add({ weeks: ordinal });
  const fifth = start.add({ weeks: 4 });
  return fifth.month === first.month ? fifth : start.add({ weeks: 3 });
};

/** Resolves 'month-1 09:00' by the clocks of a time zone. */
export const resolveMoment = (text: string, today: Day, zone: string): Instant | undefined => {
  const day = resolveRelativeDay(text.slice(0, -6), today);
  return day && instantOf(day, text.slice(-5), zone);
};

/** Whether a day is within certain days. 'MM-DD' recurs every year, and such a span may cross New Year. */
export type DayMatcher = (day: Day) => boolean;

/** The problem reported for days without a matcher. */
export const noDaysMessage = "are not days in the calendar, or end before they begin";

export const dayMatcher = (days: string | { from: string; until: string }, today: Day): DayMatcher | undefined => {
  const { from, until } = typeof days === "string" ? { from: days, until: days } : days;
  if (isYearly(from) !== isYearly(until)) return undefined;
  if (isYearly(from))
    return (day) =>
      from <= until ? day.slice(5) >= from && day.slice(5) <= until : day.slice(5) >= from || day.slice(5) <= until;
  const first = resolveRelativeDay(from, today);
  const last = resolveRelativeDay(until, today);
  if (!first || !last || last < first) return undefined;
  return (day) => day >= first && day <= last;
};

const isYearly = (day: string): boolean => /^\d\d-\d\d$/.test(day);

/** Weekday names such as 'tue' as numbers; Sunday is 0. */
export const weekdayNumbers = (on: "daily" | "weekdays" | "weekends" | readonly string[]): readonly number[] => {
  if (on === "daily") return [0, 1, 2, 3, 4, 5, 6];
  if (on === "weekdays") return [1, 2, 3, 4, 5];
  if (on === "weekends") return [0, 6];
  return on.map((name) => ["sun", "mon", "tue", "wed", "thu", "fri", "sat"].indexOf(name));
};

/**
 * The ordinal of the day among its weekdays in the month, from the start and from the end: [2, -2] is the second and the
 * last but one.
 */
export const weekdayOrdinals = (day: Day): readonly [number, number] => {
  const date = Temporal.PlainDate.from(day);
  return [Math.ceil(date.day / 7), -Math.ceil((date.daysInMonth - date.day + 1) / 7)];
};

/** All days from one to another, inclusive. */
export const daysBetween = (from: Day, until: Day): Day[] => {
  const days: Day[] = [];
  for (let day = from; day <= until; day = addDays(day, 1)) days.push(day);
  return days;
};
