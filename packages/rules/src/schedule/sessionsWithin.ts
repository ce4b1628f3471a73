import type { Day } from "@foyer/contract/basics.ts";
import { addDays } from "../dates/localTime.ts";
import { expandSchedules } from "./expandSchedules.ts";
import type { ScheduledSession } from "./scheduledSession.ts";
import { resolveRelativeDay } from "./relativeDates.ts";
import type { Timetable, WeeklySchedule, WrittenDays } from "./timetable.ts";

type Span = { readonly from: Day; readonly until: Day };
type Venue = {
  readonly zone: string;
  readonly today: Day;
  /** The venue's closed days. */
  readonly closed?: readonly WrittenDays[];
};

/** The sessions that begin on certain days, as the import would create them. Invalid entries are left out. */
export const sessionsWithin = (
  timetable: Timetable,
  span: Span,
  { zone, today, closed }: Venue,
): ScheduledSession[] => {
  const clipped = timetable.schedules?.map((schedule) => clip(schedule, widened(span, schedule), today));
  const location = { zone, today, path: [], addProblem: () => undefined, venueClosed: closed };
  return expandSchedules({ ...timetable, schedules: clipped }, location).filter(
    ({ local_day }) => span.from <= local_day && local_day <= span.until,
  );
};

/** Adds the days from which a session of the schedule may have been moved into the span. */
const widened = ({ from, until }: Span, { changed = [] }: WeeklySchedule): Span => {
  const days = Math.ceil(Math.max(0, ...changed.map(({ move_minutes = 0 }) => Math.abs(move_minutes))) / (24 * 60));
  return days === 0 ? { from, until } : { from: addDays(from, -days), until: addDays(until, days) };
};

/**
 * The schedule limited to these days, with all of its extra sessions, so that showing a month does not expand ten years.
 */
const clip = (schedule: WeeklySchedule, span: Span, today: Day): WeeklySchedule => {
  const from = resolveRelativeDay(schedule.from, today);
  const until = resolveRelativeDay(schedule.until, today);
  if (from === undefined || until === undefined || until < from) return schedule;
  const [first, last] = [from > span.from ? from : span.from, until < span.until ? until : span.until];
  // A first day relative to today stays relative, so that sessions moved past it still take place.
  const begins = first === from ? schedule.from : first;
  return first <= last ? { ...schedule, from: begins, until: last } : { ...schedule, from, until: from, weekly: [] };
};
