import type { Day } from "@foyer/contract/basics.ts";
import { weekdayOf } from "@foyer/rules/days.ts";
import { daysBetween, placeInMonth, resolveDay, resolveDays, weekdayNumbers, type InDays } from "./dates.ts";
import type { Change, Days, Pattern, Schedule, Single } from "./formatTimes.ts";
import type { Path } from "./problems.ts";
import { venueClock, type Held } from "./venueClock.ts";

/** A session as a catalogue wants it. */
export type WantedSession = Held & {
  readonly capacity: number;
  readonly oversell_capacity: number;
  readonly cancelled: boolean;
  /** Prices of this session alone, by 'group/type', as written. */
  readonly prices: Readonly<Record<string, string>>;
  /** The start as written, and what of the catalogue it comes from. */
  readonly at: string;
  readonly path: Path;
};

export type Timetable = {
  readonly schedules?: readonly Schedule[] | undefined;
  readonly sessions?: readonly Single[] | undefined;
};
type Say = (path: Path, message: string) => void;
type At = { readonly zone: string; readonly today: Day; readonly path: Path; readonly say: Say };

const mostDays = 3700;
/** A timetable that is longer is a slip of the pen, not a plan. */
export const mostSessions = 100_000;

/** Every session of an event, in order of time, by the clocks of its venue. */
export const sessionsOf = (timetable: Timetable, at: At): WantedSession[] => {
  const found: WantedSession[] = [];
  const hold = venueClock(at.zone);
  timetable.schedules?.forEach((schedule, index) =>
    found.push(...ofSchedule(schedule, hold, { ...at, path: [...at.path, "schedules", index] })),
  );
  timetable.sessions?.forEach((single, index) => {
    const session = ofSingle(single, hold, {}, { ...at, path: [...at.path, "sessions", index] });
    if (session) found.push(session);
  });
  if (found.length > mostSessions) {
    at.say(at.path, `has ${found.length} sessions; an event may have ${mostSessions}`);
    return [];
  }
  return withoutTwins(found, at.say);
};

type Hold = ReturnType<typeof venueClock>;
type Room = { readonly capacity?: number | undefined; readonly oversell_capacity?: number | undefined };

const ofSchedule = (schedule: Schedule, hold: Hold, at: At): WantedSession[] => {
  const { today, path, say } = at;
  const from = resolveDay(schedule.from, today);
  const until = resolveDay(schedule.until, today);
  if (!from) say([...path, "from"], "is no day of the calendar");
  if (!until) say([...path, "until"], "is no day of the calendar");
  if (!from || !until) return [];
  if (until < from) {
    say([...path, "until"], `lies before from (${until} is before ${from})`);
    return [];
  }
  const days = daysBetween(from, until);
  if (days.length > mostDays) {
    say([...path, "until"], `is more than ten years after from`);
    return [];
  }
  const closed = (schedule.closed ?? []).flatMap(
    (written, index) => inDays(written, [...path, "closed", index], at) ?? [],
  );
  const open = days.filter((day) => !closed.some((lies) => lies(day)));
  const changes = (schedule.changed ?? []).flatMap(
    (change, index) => fits(change, [...path, "changed", index], at) ?? [],
  );

  const sessions = schedule.weekly.flatMap((pattern, index) =>
    ofPattern(pattern, open, hold, schedule, { ...at, path: [...path, "weekly", index] }),
  );
  const changed = sessions.map((session) => {
    const change = changes.find(({ is }) => is(session));
    return change ? { ...session, ...change.to, path: change.path } : session;
  });
  const extra = (schedule.extra ?? []).flatMap(
    (single, index) => ofSingle(single, hold, schedule, { ...at, path: [...path, "extra", index] }) ?? [],
  );
  return [...changed, ...extra];
};

const ofPattern = (
  pattern: Pattern,
  days: readonly Day[],
  hold: Hold,
  room: Room,
  { path, say }: At,
): WantedSession[] => {
  if ((pattern.at === undefined) === (pattern.every === undefined)) say(path, "needs either `at` or `every`");
  if ((pattern.minutes === undefined) === (pattern.ends === undefined)) {
    say(path, "needs either `minutes` or `ends`");
    return [];
  }
  const starts = pattern.at ?? (pattern.every ? steps(pattern.every) : []);
  if (pattern.every && starts.length === 0) say([...path, "every"], "has no start: `to` lies before `from`");
  const is = onDays(pattern);
  return days.filter(is).flatMap((day) =>
    starts.map((start) => ({
      ...hold(day, start, pattern),
      at: start,
      capacity: pattern.capacity ?? room.capacity ?? -1,
      oversell_capacity: pattern.oversell_capacity ?? room.oversell_capacity ?? 0,
      cancelled: false,
      prices: {},
      path,
    })),
  );
};

const ofSingle = (single: Single, hold: Hold, room: Room, { path, today, say }: At): WantedSession | undefined => {
  const day = resolveDay(single.date, today);
  if (!day) say([...path, "date"], "is no day of the calendar");
  if ((single.minutes === undefined) === (single.ends === undefined)) say(path, "needs either `minutes` or `ends`");
  else if (day)
    return {
      ...hold(day, single.at, single),
      at: single.at,
      capacity: single.capacity ?? room.capacity ?? -1,
      oversell_capacity: single.oversell_capacity ?? room.oversell_capacity ?? 0,
      cancelled: single.cancelled ?? false,
      prices: single.prices ?? {},
      path,
    };
  return undefined;
};

const steps = ({ minutes, from, to }: { minutes: number; from: string; to: string }): string[] => {
  const [first = 0, last = 0] = [from, to].map((time) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3)));
  const starts: string[] = [];
  for (let start = first; start <= last; start += minutes)
    starts.push(`${String(Math.floor(start / 60)).padStart(2, "0")}:${String(start % 60).padStart(2, "0")}`);
  return starts;
};

/** Is it one of these weekdays, and the wished one of its month? */
export const onDays = ({ on, nth }: Pick<Change, "on" | "nth">): InDays => {
  const weekdays = on && new Set(weekdayNumbers(on));
  return (day) =>
    (!weekdays || weekdays.has(weekdayOf(day))) && (!nth || placeInMonth(day).some((place) => nth.includes(place)));
};

/** Does a start lie from (included) until (not included)? */
export const inTime = (time: Change["time"]) => (start: string) =>
  (time?.from ?? "00:00") <= start && start < (time?.until ?? "24:00");

const inDays = (written: Days, path: Path, { today, say }: Pick<At, "today" | "say">): InDays | undefined => {
  const lies = resolveDays(written, today);
  if (!lies) say(path, "are no days of the calendar, or end before they begin");
  return lies;
};

const fits = ({ days, on, nth, time, ...to }: Change, path: Path, at: At) => {
  const lies = days === undefined ? () => true : inDays(days, [...path, "days"], at);
  if (!lies) return undefined;
  const weekday = onDays({ on, nth });
  const inside = inTime(time);
  const given = Object.fromEntries(Object.entries(to).filter(([, value]) => value !== undefined));
  return {
    path,
    to: given,
    is: ({ local_day, local_start }: WantedSession) => lies(local_day) && weekday(local_day) && inside(local_start),
  };
};

/**
 * Nothing starts twice at one moment. Where the clocks skip an hour two starts may fall together: the one that is
 * really on the clock stays. Anything else is a contradiction in the catalogue.
 */
const withoutTwins = (sessions: readonly WantedSession[], say: Say): WantedSession[] => {
  const byStart = new Map<string, WantedSession>();
  const said = new Set<string>();
  for (const session of sessions) {
    const twin = byStart.get(session.start_datetime);
    if (!twin) byStart.set(session.start_datetime, session);
    else if (twin.at === session.at && !said.has(session.path.join("."))) {
      said.add(session.path.join("."));
      say(session.path, `starts a second time at ${session.at} on ${session.local_day}`);
    }
  }
  return [...byStart.values()].sort((a, b) => (a.start_datetime < b.start_datetime ? -1 : 1));
};
