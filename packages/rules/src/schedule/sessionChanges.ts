import type { ScheduledSession } from "./scheduledSession.ts";
import type { ClockChoice } from "./timetable.ts";

/** An event in the form of its catalogue document: a draft may contain anything. */
type Loose = Readonly<Record<string, unknown>>;
const recordOf = (value: unknown): Loose =>
  typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Loose) : {};
const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
const recordsOf = (value: unknown): readonly Loose[] => listOf(value).map(recordOf);
const replaceAt = (list: readonly Loose[], index: number, entry: Loose): readonly Loose[] =>
  list.map((one, at) => (at === index ? entry : one));

/** Which entry of the document a session comes from: the week, a change, an extra session or a single date. */
export type SessionOrigin = "week" | "changed" | "extra" | "single";
export const sessionOrigin = ({ path }: Pick<ScheduledSession, "path">): SessionOrigin => {
  if (path[0] === "sessions") return "single";
  return path[2] === "changed" ? "changed" : path[2] === "extra" ? "extra" : "week";
};

const minuteAfter = (time: string): string => {
  const minutes = Number(time.slice(0, 2)) * 60 + Number(time.slice(3)) + 1;
  return `${String(Math.floor(minutes / 60)).padStart(2, "0")}:${String(minutes % 60).padStart(2, "0")}`;
};

/** Conditions that match only this session: its planned day, and starts within one minute of its own. */
const conditionsOf = ({ planned: { local_day, local_start } }: ScheduledSession) => ({
  days: local_day,
  time: { from: local_start, until: minuteAfter(local_start) },
});
const isAbout = (change: Loose, { planned: { local_day, local_start } }: ScheduledSession): boolean =>
  change["days"] === local_day &&
  change["on"] === undefined &&
  change["nth"] === undefined &&
  recordOf(change["time"])["from"] === local_start &&
  recordOf(change["time"])["until"] === minuteAfter(local_start);

const isOfOneSession = (change: Loose): boolean => {
  const { from, until } = recordOf(change["time"]);
  const isOfDay = /^\d{4}-/.test(String(change["days"])) && change["on"] === undefined && change["nth"] === undefined;
  return isOfDay && typeof from === "string" && until === minuteAfter(from);
};

const inSchedule = (event: Loose, session: ScheduledSession, edit: (schedule: Loose) => Loose): Loose => {
  const index = Number(session.path[1]);
  const schedules = recordsOf(event["schedules"]);
  const schedule = schedules[index];
  return schedule ? { ...event, schedules: replaceAt(schedules, index, edit(schedule)) } : event;
};

export type OwnChange = {
  readonly capacity?: number | undefined;
  readonly oversell_capacity?: number | undefined;
  readonly cancelled?: boolean | undefined;
  /** Its length, instead of its end. */
  readonly minutes?: number | undefined;
  /** Its end by the clock on its planned day, instead of its length. */
  readonly ends?: string | undefined;
  /** By 'group/type'; null removes the session's own price. Other prices stay. */
  readonly prices?: Readonly<Record<string, string | null>> | undefined;
  /** Minutes later than it is now; earlier if negative. */
  readonly move_by?: number | undefined;
};

/** The number of minutes by which a session is moved. */
export const movedMinutes = ({
  start_datetime,
  planned,
}: Pick<ScheduledSession, "start_datetime" | "planned">): number =>
  Temporal.Instant.from(planned.start_datetime).until(start_datetime).total("minutes");

const withoutEmpty = (entry: Loose): Loose =>
  Object.fromEntries(Object.entries(entry).filter(([, value]) => value !== undefined));

const editPrices = (was: unknown, to: Readonly<Record<string, string | null>>): Loose | undefined => {
  const prices = Object.fromEntries(
    Object.entries({ ...recordOf(was), ...to }).filter(([, amount]) => amount !== null),
  );
  return Object.keys(prices).length > 0 ? prices : undefined;
};

/** An entry of the document with a change; everything else stays as written. */
const edited = (entry: Loose, session: ScheduledSession, { move_by, prices, ...to }: OwnChange): Loose =>
  withoutEmpty({
    ...entry,
    ...withoutEmpty(to),
    // It has either a length or an end.
    ...(to.minutes !== undefined && { ends: undefined }),
    ...(to.ends !== undefined && { minutes: undefined }),
    ...(prices && { prices: editPrices(entry["prices"], prices) }),
    ...(move_by !== undefined && { move_minutes: movedMinutes(session) + move_by || undefined }),
  });

/**
 * The values of a change that applies to several sessions including this one. Only the first matching change counts, so
 * they have to be copied.
 */
const sharedChange = (schedule: Loose | undefined, session: ScheduledSession): Loose => {
  if (sessionOrigin(session) !== "changed") return {};
  const {
    days: _days,
    on: _on,
    nth: _nth,
    time: _time,
    ...to
  } = recordsOf(schedule?.["changed"])[Number(session.path[3])] ?? {};
  return to;
};

/**
 * The event with one session that differs from its week. Its change comes first in the list, because only the first match
 * counts.
 */
export const changeSession = (event: Loose, session: ScheduledSession, to: OwnChange): Loose =>
  changeSessions(event, [session], to);

/**
 * The event with several sessions that differ from their weeks, each by a separate entry. Extra sessions and single dates
 * belong to no week, so their own entry is edited. The paths of the sessions are those in `event`.
 */
export const changeSessions = (event: Loose, sessions: readonly ScheduledSession[], to: OwnChange): Loose => {
  const before = recordsOf(event["schedules"]);
  return sessions.reduce((changed, session) => {
    const origin = sessionOrigin(session);
    if (origin === "single") {
      const list = recordsOf(changed["sessions"]);
      return { ...changed, sessions: editEntry(list, Number(session.path[1]), session, to) };
    }
    return inSchedule(changed, session, (schedule) => {
      if (origin === "extra")
        return { ...schedule, extra: editEntry(recordsOf(schedule["extra"]), Number(session.path[3]), session, to) };
      const list = recordsOf(schedule["changed"]);
      const own = list.find((change) => isAbout(change, session));
      const others = list.filter((change) => change !== own);
      const was = own ?? sharedChange(before[Number(session.path[1])], session);
      const { days: _days, time: _time, ...different } = edited(was, session, to);
      // An entry without values is kept if another one could match the session, because only the first match counts.
      if (Object.keys(different).length === 0 && others.every(isOfOneSession)) return withChanges(schedule, others);
      return { ...schedule, changed: [{ ...conditionsOf(session), ...different }, ...others] };
    });
  }, event);
};

const editEntry = (list: readonly Loose[], index: number, session: ScheduledSession, to: OwnChange): readonly Loose[] =>
  replaceAt(list, index, edited(list[index] ?? {}, session, to));

const withChanges = (schedule: Loose, changed: readonly Loose[]): Loose => {
  const { changed: _, ...others } = schedule;
  return changed.length > 0 ? { ...others, changed } : others;
};

/** The event with a choice for clock changes, at the entry that the session comes from. */
export const chooseClock = (event: Loose, session: ScheduledSession, choice: ClockChoice): Loose => {
  const [list, index, part, at] = session.entry ?? session.path;
  const edit = (record: Loose, name: string, position: unknown): Loose => {
    const entries = recordsOf(record[name]);
    const entry = Number(position);
    return { ...record, [name]: replaceAt(entries, entry, { ...entries[entry], ...choice }) };
  };
  if (list === "sessions") return edit(event, "sessions", index);
  return inSchedule(event, session, (schedule) => edit(schedule, part === "extra" ? "extra" : "weekly", at));
};

/** Whether a session has a change of its own, which can be undone. */
export const isChangedAlone = (event: Loose, session: ScheduledSession): boolean =>
  recordsOf(recordsOf(event["schedules"])[Number(session.path[1])]?.["changed"]).some(
    (change) => sessionOrigin(session) === "changed" && isAbout(change, session),
  );

export const putBack = (event: Loose, session: ScheduledSession): Loose =>
  inSchedule(event, session, (schedule) => {
    const list = recordsOf(schedule["changed"]);
    const index = list.findIndex((change) => isAbout(change, session));
    return withChanges(
      schedule,
      list.filter((_, at) => at !== index),
    );
  });

/** The same for several; those without a change of their own stay as they are. */
export const putAllBack = (event: Loose, sessions: readonly ScheduledSession[]): Loose =>
  sessions
    .filter((session) => isChangedAlone(event, session))
    .reduce((changed, session) => putBack(changed, session), event);

/** The event with a day closed in every schedule that has sessions on it. */
export const closeDay = (event: Loose, day: string, sessions: readonly ScheduledSession[]): Loose => {
  const seasons = new Set(
    sessions
      .filter((session) => sessionOrigin(session) === "week" || sessionOrigin(session) === "changed")
      .map(({ path }) => path[1]),
  );
  const schedules = recordsOf(event["schedules"]).map((schedule, index) =>
    seasons.has(index) ? { ...schedule, closed: [...listOf(schedule["closed"]), day] } : schedule,
  );
  return { ...event, schedules };
};
