import type { Day } from "@foyer/contract/basics.ts";
import { weekdayOf } from "@foyer/rules/dates/localTime.ts";
import {
  daysBetween,
  weekdayOrdinals,
  resolveRelativeDay,
  dayMatcher,
  weekdayNumbers,
  type DayMatcher,
} from "./relativeDates.ts";
import type { ScheduleChange, Days, WeeklyPattern, Schedule, SingleSession } from "../format/schedule.ts";
import type { Path } from "../format/problems.ts";
import { venueClock, type LocalSessionTimes } from "./venueClock.ts";

/** A session of a schedule. */
export type ScheduledSession = LocalSessionTimes & {
  readonly capacity: number;
  readonly oversell_capacity: number;
  readonly cancelled: boolean;
  /** Prices of this session alone, by 'group/type', as written. */
  readonly prices: Readonly<Record<string, string>>;
  /** The start as written, and the path of the entry that it comes from. */
  readonly at: string;
  readonly path: Path;
};

export type Timetable = {
  readonly schedules?: readonly Schedule[] | undefined;
  readonly sessions?: readonly SingleSession[] | undefined;
};
type AddProblem = (path: Path, message: string) => void;
type ScheduleLocation = {
  readonly zone: string;
  readonly today: Day;
  readonly path: Path;
  readonly addProblem: AddProblem;
};

const maxDays = 3700;
/** More sessions than this are a typing mistake. */
export const maxSessions = 100_000;

/** All sessions of an event in order of time, in the venue's time zone. */
export const expandSchedules = (timetable: Timetable, at: ScheduleLocation): ScheduledSession[] => {
  const found: ScheduledSession[] = [];
  const timesOf = venueClock(at.zone);
  timetable.schedules?.forEach((schedule, index) =>
    found.push(...expandSchedule(schedule, timesOf, { ...at, path: [...at.path, "schedules", index] })),
  );
  timetable.sessions?.forEach((single, index) => {
    const session = expandSingle(single, timesOf, {}, { ...at, path: [...at.path, "sessions", index] });
    if (session) found.push(session);
  });
  if (found.length > maxSessions) {
    at.addProblem(at.path, `has ${found.length} sessions; an event may have ${maxSessions}`);
    return [];
  }
  return removeDuplicates(found, at.addProblem);
};

type VenueClock = ReturnType<typeof venueClock>;
type CapacityFields = { readonly capacity?: number | undefined; readonly oversell_capacity?: number | undefined };

const expandSchedule = (schedule: Schedule, timesOf: VenueClock, at: ScheduleLocation): ScheduledSession[] => {
  const { today, path, addProblem } = at;
  const from = resolveRelativeDay(schedule.from, today);
  const until = resolveRelativeDay(schedule.until, today);
  if (!from) addProblem([...path, "from"], "is not a day in the calendar");
  if (!until) addProblem([...path, "until"], "is not a day in the calendar");
  if (!from || !until) return [];
  if (until < from) {
    addProblem([...path, "until"], `is before from (${until} is before ${from})`);
    return [];
  }
  const days = daysBetween(from, until);
  if (days.length > maxDays) {
    addProblem([...path, "until"], `is more than ten years after from`);
    return [];
  }
  const closed = (schedule.closed ?? []).flatMap(
    (written, index) => parseDays(written, [...path, "closed", index], at) ?? [],
  );
  const open = days.filter((day) => !closed.some((isInDays) => isInDays(day)));
  const changes = (schedule.changed ?? []).flatMap(
    (change, index) => changeMatcher(change, [...path, "changed", index], at) ?? [],
  );

  const sessions = schedule.weekly.flatMap((pattern, index) =>
    expandPattern(pattern, open, timesOf, schedule, { ...at, path: [...path, "weekly", index] }),
  );
  const changed = sessions.map((session) => {
    const change = changes.find(({ applies }) => applies(session));
    return change ? { ...session, ...change.to, path: change.path } : session;
  });
  const extra = (schedule.extra ?? []).flatMap(
    (single, index) => expandSingle(single, timesOf, schedule, { ...at, path: [...path, "extra", index] }) ?? [],
  );
  return [...changed, ...extra];
};

const expandPattern = (
  pattern: WeeklyPattern,
  days: readonly Day[],
  timesOf: VenueClock,
  capacity: CapacityFields,
  { path, addProblem }: ScheduleLocation,
): ScheduledSession[] => {
  if ((pattern.at === undefined) === (pattern.every === undefined)) addProblem(path, "needs either `at` or `every`");
  if ((pattern.minutes === undefined) === (pattern.ends === undefined)) {
    addProblem(path, "needs either `minutes` or `ends`");
    return [];
  }
  const starts = pattern.at ?? (pattern.every ? startsBetween(pattern.every) : []);
  if (pattern.every && starts.length === 0) addProblem([...path, "every"], "has no start: `to` is before `from`");
  const isOnWeekday = weekdayMatcher(pattern);
  return days.filter(isOnWeekday).flatMap((day) =>
    starts.map((start) => ({
      ...timesOf(day, start, pattern),
      at: start,
      capacity: pattern.capacity ?? capacity.capacity ?? -1,
      oversell_capacity: pattern.oversell_capacity ?? capacity.oversell_capacity ?? 0,
      cancelled: false,
      prices: {},
      path,
    })),
  );
};

const expandSingle = (
  single: SingleSession,
  timesOf: VenueClock,
  capacity: CapacityFields,
  { path, today, addProblem }: ScheduleLocation,
): ScheduledSession | undefined => {
  const day = resolveRelativeDay(single.date, today);
  if (!day) addProblem([...path, "date"], "is not a day in the calendar");
  if ((single.minutes === undefined) === (single.ends === undefined))
    addProblem(path, "needs either `minutes` or `ends`");
  else if (day)
    return {
      ...timesOf(day, single.at, single),
      at: single.at,
      capacity: single.capacity ?? capacity.capacity ?? -1,
      oversell_capacity: single.oversell_capacity ?? capacity.oversell_capacity ?? 0,
      cancelled: single.cancelled ?? false,
      prices: single.prices ?? {},
      path,
    };
  return undefined;
};

const startsBetween = ({ minutes, from, to }: { minutes: number; from: string; to: string }): string[] => {
  const [first = 0, last = 0] = [from, to].map((time) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3)));
  const starts: string[] = [];
  for (let start = first; start <= last; start += minutes)
    starts.push(`${String(Math.floor(start / 60)).padStart(2, "0")}:${String(start % 60).padStart(2, "0")}`);
  return starts;
};

/** Matches days by weekday, and by which of the month's it is. */
export const weekdayMatcher = ({ on, nth }: Pick<ScheduleChange, "on" | "nth">): DayMatcher => {
  const weekdays = on && new Set(weekdayNumbers(on));
  return (day) =>
    (!weekdays || weekdays.has(weekdayOf(day))) &&
    (!nth || weekdayOrdinals(day).some((ordinals) => nth.includes(ordinals)));
};

/** Matches starts from `from` (included) until `until` (excluded). */
export const timeMatcher = (time: ScheduleChange["time"]) => (start: string) =>
  (time?.from ?? "00:00") <= start && start < (time?.until ?? "24:00");

const parseDays = (
  source: Days,
  path: Path,
  { today, addProblem }: Pick<ScheduleLocation, "today" | "addProblem">,
): DayMatcher | undefined => {
  const isInDays = dayMatcher(source, today);
  if (!isInDays) addProblem(path, "are not days in the calendar, or end before they begin");
  return isInDays;
};

const changeMatcher = ({ days, on, nth, time, ...to }: ScheduleChange, path: Path, at: ScheduleLocation) => {
  const isInDays = days === undefined ? () => true : parseDays(days, [...path, "days"], at);
  if (!isInDays) return undefined;
  const isOnWeekday = weekdayMatcher({ on, nth });
  const isInTime = timeMatcher(time);
  const changes = Object.fromEntries(Object.entries(to).filter(([, value]) => value !== undefined));
  return {
    path,
    to: changes,
    applies: ({ local_day, local_start }: ScheduledSession) =>
      isInDays(local_day) && isOnWeekday(local_day) && isInTime(local_start),
  };
};

/**
 * Removes sessions that start at the same moment. Where the clocks skip an hour, two different local starts can be the same
 * moment, and the first is kept; two equal starts are a problem of the catalogue.
 */
const removeDuplicates = (sessions: readonly ScheduledSession[], addProblem: AddProblem): ScheduledSession[] => {
  const byStart = new Map<string, ScheduledSession>();
  const reported = new Set<string>();
  for (const session of sessions) {
    const duplicate = byStart.get(session.start_datetime);
    if (!duplicate) byStart.set(session.start_datetime, session);
    else if (duplicate.at === session.at && !reported.has(session.path.join("."))) {
      reported.add(session.path.join("."));
      addProblem(session.path, `starts twice at ${session.at} on ${session.local_day}`);
    }
  }
  return [...byStart.values()].sort((a, b) => (a.start_datetime < b.start_datetime ? -1 : 1));
};
