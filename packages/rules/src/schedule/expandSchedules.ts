import type { Day } from "@foyer/contract/basics.ts";
import { addDays, localTimes, weekdayOf } from "../dates/localTime.ts";
import { runAtOnce, type Steps } from "../values/steps.ts";
import {
  daysBetween,
  weekdayOrdinals,
  resolveRelativeDay,
  dayMatcher,
  noDaysMessage,
  weekdayNumbers,
  type DayMatcher,
} from "./relativeDates.ts";
import type {
  ClockChoice,
  EvenStarts,
  SessionChange,
  Timetable,
  TimetablePath,
  WeeklySchedule,
  WeeklySessions,
  WrittenDays,
  WrittenSession,
} from "./timetable.ts";
import type { AddProblem, ScheduledSession } from "./scheduledSession.ts";
import { removeCollisions, removeDuplicates } from "./uniqueStarts.ts";
import { venueClock, type LocalSessionTimes } from "./venueClock.ts";

type ScheduleLocation = {
  readonly zone: string;
  readonly today: Day;
  readonly path: TimetablePath;
  readonly addProblem: AddProblem;
  /** The venue's closed days, for schedules that observe them. Invalid days are reported elsewhere. */
  readonly venueClosed?: readonly WrittenDays[] | undefined;
};

const maxDays = 3700;
/** The maximum move of a session: 366 days, in minutes. */
export const maxMoveMinutes = 366 * 24 * 60;
/** More sessions than this must be a typing mistake. */
export const maxSessions = 100_000;

/** All sessions of an event, sorted by time, in the venue's time zone. */
export const expandSchedules = (timetable: Timetable, at: ScheduleLocation): ScheduledSession[] =>
  runAtOnce(expandInSteps(timetable, at));

/** The same in steps, because an event can have a hundred thousand sessions. */
export const expandInSteps = function* (timetable: Timetable, at: ScheduleLocation): Steps<ScheduledSession[]> {
  const found: ScheduledSession[] = [];
  const timesOf = venueClock(at.zone);
  for (const [index, schedule] of (timetable.schedules ?? []).entries())
    yield* expandSchedule(found, schedule, timesOf, { ...at, path: [...at.path, "schedules", index] });
  for (const [index, single] of (timetable.sessions ?? []).entries()) {
    yield;
    const session = expandSingle(single, timesOf, {}, { ...at, path: [...at.path, "sessions", index] });
    if (session) found.push(session);
  }
  if (found.length > maxSessions) {
    at.addProblem(at.path, `has too many sessions; an event may have at most ${maxSessions}`);
    return [];
  }
  return yield* removeCollisions(yield* removeDuplicates(found, at.addProblem), at.addProblem);
};

type VenueClock = ReturnType<typeof venueClock>;
type CapacityFields = { readonly capacity?: number | undefined; readonly oversell_capacity?: number | undefined };

/** Adds the sessions of a schedule to `found`. */
const expandSchedule = function* (
  found: ScheduledSession[],
  schedule: WeeklySchedule,
  timesOf: VenueClock,
  at: ScheduleLocation,
): Steps<void> {
  const { today, path, addProblem } = at;
  const from = resolveRelativeDay(schedule.from, today);
  const until = resolveRelativeDay(schedule.until, today);
  if (!from) addProblem([...path, "from"], "is not a day in the calendar");
  if (!until) addProblem([...path, "until"], "is not a day in the calendar");
  if (!from || !until) return;
  if (until < from) {
    addProblem([...path, "until"], `is before from (${until} is before ${from})`);
    return;
  }
  if (addDays(from, maxDays - 1) < until) {
    addProblem([...path, "until"], `is more than ten years after from`);
    return;
  }
  const days = daysBetween(from, until);
  const closed = (schedule.closed ?? []).flatMap(
    (written, index) => parseDays(written, [...path, "closed", index], at) ?? [],
  );
  if (schedule.closed_with_venue) closed.push(...matchersOf(at.venueClosed ?? [], today));
  const open = [...daysMovedAhead(schedule, { from, today }), ...days].filter(
    (day) => !closed.some((isInDays) => isInDays(day)),
  );
  const changes = (schedule.changed ?? []).flatMap(
    (change, index) => changeMatcher(change, [...path, "changed", index], at) ?? [],
  );

  for (const [index, pattern] of schedule.weekly.entries())
    for (const session of expandPattern(pattern, open, timesOf, schedule, {
      ...at,
      path: [...path, "weekly", index],
    })) {
      yield;
      const change = session && changes.find(({ applies }) => applies(session));
      const isAhead = session && session.planned.local_day < from;
      if (!session || (isAhead && change?.to.move_minutes === undefined)) continue;
      found.push(change ? applyChange(session, change, timesOf, at.zone) : session);
      if (found.length > maxSessions) return;
    }
  for (const [index, single] of (schedule.extra ?? []).entries()) {
    yield;
    const session = expandSingle(single, timesOf, schedule, { ...at, path: [...path, "extra", index] });
    if (session) found.push(session);
  }
};

type FoundChange = {
  readonly path: TimetablePath;
  readonly to: Omit<SessionChange, "days" | "on" | "nth" | "time">;
};

const applyChange = (
  session: ScheduledSession,
  { to: { minutes, ends, move_minutes, ...to }, path }: FoundChange,
  timesOf: VenueClock,
  zone: string,
): ScheduledSession => {
  const times =
    minutes === undefined && ends === undefined
      ? undefined
      : timesOf(session.planned.local_day, session.at, { minutes, ends, ...session.clock });
  const changed = { ...session, ...times, ...(to as Partial<ScheduledSession>), path, entry: session.path };
  return moveSession(changed, move_minutes, zone);
};

/** Moves by elapsed minutes: an hour later stays an hour later, even across a clock change. */
const moveSession = (session: ScheduledSession, minutes: number | undefined, zone: string): ScheduledSession => {
  if (minutes === undefined || minutes === 0) return session;
  const [start_datetime, end_datetime] = [session.start_datetime, session.end_datetime].map((moment) =>
    Temporal.Instant.from(moment).add({ minutes }).toString(),
  ) as [string, string];
  return { ...session, start_datetime, end_datetime, ...localTimes(start_datetime, end_datetime, zone) };
};

const countedFromToday = /[a-z]/;

/**
 * Days before the schedule's first that a change with a move names. If the first day is relative to today, a session moved
 * to a later day takes place even after its planned day has passed.
 */
const daysMovedAhead = (
  schedule: WeeklySchedule,
  { from, today }: { readonly from: Day; readonly today: Day },
): readonly Day[] => {
  if (!countedFromToday.test(schedule.from)) return [];
  const days = (schedule.changed ?? []).flatMap(({ days: written, move_minutes = 0 }) =>
    move_minutes > 0 && typeof written === "string" ? (resolveRelativeDay(written, today) ?? []) : [],
  );
  return [...new Set(days)].filter((day) => day < from).sort();
};

/** The sessions of a pattern one by one; undefined for a day or start without a session. */
const expandPattern = function* (
  pattern: WeeklySessions,
  days: readonly Day[],
  timesOf: VenueClock,
  capacity: CapacityFields,
  { path, addProblem }: ScheduleLocation,
): Generator<ScheduledSession | undefined, void, undefined> {
  if ((pattern.at === undefined) === (pattern.every === undefined)) addProblem(path, "needs either `at` or `every`");
  if ((pattern.minutes === undefined) === (pattern.ends === undefined)) {
    addProblem(path, "needs either `minutes` or `ends`");
    return;
  }
  const starts = pattern.at ?? (pattern.every ? startsBetween(pattern.every) : []);
  if (pattern.every && starts.length === 0) addProblem([...path, "every"], "has no start: `to` is before `from`");
  const isOnWeekday = weekdayMatcher(pattern);
  for (const day of days) {
    if (!isOnWeekday(day)) {
      yield undefined;
      continue;
    }
    for (const start of starts) {
      const times = timesOf(day, start, pattern);
      yield isOmitted(pattern, start, times)
        ? undefined
        : {
            ...plannedTimes(times),
            at: start,
            capacity: pattern.capacity ?? capacity.capacity ?? -1,
            oversell_capacity: pattern.oversell_capacity ?? capacity.oversell_capacity ?? 0,
            cancelled: false,
            prices: {},
            path,
            ...clockOf(pattern),
          };
    }
  }
};

const plannedTimes = (times: LocalSessionTimes): Pick<ScheduledSession, keyof LocalSessionTimes | "planned"> => ({
  ...times,
  planned: times,
});

/** Whether the clocks skip the start that day, and its entry then omits the session. */
const isOmitted = ({ when_skipped }: ClockChoice, at: string, { local_start }: LocalSessionTimes): boolean =>
  when_skipped === "omit" && local_start !== at;

const clockOf = ({ when_skipped, when_repeated }: ClockChoice): Pick<ScheduledSession, "clock"> =>
  when_skipped === undefined && when_repeated === undefined ? {} : { clock: { when_skipped, when_repeated } };

const expandSingle = (
  single: WrittenSession,
  timesOf: VenueClock,
  capacity: CapacityFields,
  { path, today, zone, addProblem }: ScheduleLocation,
): ScheduledSession | undefined => {
  const day = resolveRelativeDay(single.date, today);
  if (!day) addProblem([...path, "date"], "is not a day in the calendar");
  if ((single.minutes === undefined) === (single.ends === undefined))
    addProblem(path, "needs either `minutes` or `ends`");
  else if (day) {
    const times = timesOf(day, single.at, single);
    if (isOmitted(single, single.at, times)) return undefined;
    const session = {
      ...plannedTimes(times),
      at: single.at,
      capacity: single.capacity ?? capacity.capacity ?? -1,
      oversell_capacity: single.oversell_capacity ?? capacity.oversell_capacity ?? 0,
      cancelled: single.cancelled ?? false,
      prices: single.prices ?? {},
      path,
      ...clockOf(single),
    };
    return moveSession(session, single.move_minutes, zone);
  }
  return undefined;
};

/** No starts if the interval is less than a minute. */
export const startsBetween = ({ minutes, from, to }: EvenStarts): string[] => {
  if (minutes < 1) return [];
  const [first = 0, last = 0] = [from, to].map((time) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3)));
  const starts: string[] = [];
  for (let start = first; start <= last; start += minutes)
    starts.push(`${String(Math.floor(start / 60)).padStart(2, "0")}:${String(start % 60).padStart(2, "0")}`);
  return starts;
};

/** Matches days by weekday, and by the ordinal of that weekday in the month. */
export const weekdayMatcher = ({ on, nth }: Pick<SessionChange, "on" | "nth">): DayMatcher => {
  const weekdays = on && new Set(weekdayNumbers(on));
  return (day) =>
    (!weekdays || weekdays.has(weekdayOf(day))) &&
    (!nth || weekdayOrdinals(day).some((ordinals) => nth.includes(ordinals)));
};

/** Matches starts from `from` (included) until `until` (excluded). */
export const timeMatcher = (time: SessionChange["time"]) => (start: string) =>
  (time?.from ?? "00:00") <= start && start < (time?.until ?? "24:00");

const parseDays = (
  source: WrittenDays,
  path: TimetablePath,
  { today, addProblem }: Pick<ScheduleLocation, "today" | "addProblem">,
): DayMatcher | undefined => {
  const isInDays = dayMatcher(source, today);
  if (!isInDays) addProblem(path, noDaysMessage);
  return isInDays;
};

const matchersOf = (written: readonly WrittenDays[], today: Day): readonly DayMatcher[] =>
  written.flatMap((days) => dayMatcher(days, today) ?? []);

const changeMatcher = ({ days, on, nth, time, ...to }: SessionChange, path: TimetablePath, at: ScheduleLocation) => {
  const isInDays = days === undefined ? () => true : parseDays(days, [...path, "days"], at);
  if (!isInDays) return undefined;
  const isOnWeekday = weekdayMatcher({ on, nth });
  const isInTime = timeMatcher(time);
  if (to.minutes !== undefined && to.ends !== undefined) at.addProblem(path, "has both `minutes` and `ends`");
  const changes = Object.fromEntries(Object.entries(to).filter(([, value]) => value !== undefined));
  return {
    path,
    to: changes as FoundChange["to"],
    applies: ({ local_day, local_start }: ScheduledSession) =>
      isInDays(local_day) && isOnWeekday(local_day) && isInTime(local_start),
  };
};
