import type { Instant } from "@foyer/contract/basics.ts";
import type { EventSession } from "@foyer/contract/shop/sessions.ts";
import { isAllDay, type AllDayEvent } from "../catalog/allDay.ts";

/** The fields of a session that the picker uses. */
export type PickerSession = Pick<
  EventSession,
  "id" | "start_datetime" | "end_datetime" | "local_day" | "local_start" | "sold_out" | "cancelled" | "left"
>;

/** A part of the day: start and exclusive end as HHmm, '0000' to '2400'. */
export type DayPart = { readonly label: string; readonly start: string; readonly end: string };

/** The default parts of the day. */
export const defaultDayParts: readonly DayPart[] = [
  { label: "Morning", start: "0000", end: "1200" },
  { label: "Afternoon", start: "1200", end: "1700" },
  { label: "Evening", start: "1700", end: "2400" },
];

/** Days with more sessions than this are divided into the default parts. */
const manySessions = 6;

export type DayPartTab<S> = {
  readonly label: string;
  readonly sessions: readonly S[];
  readonly state: "open" | "sold_out" | "not_available";
};

/** Can the session still be selected? */
export const isSessionOpen = (session: Pick<EventSession, "sold_out" | "cancelled" | "left">): boolean =>
  !session.sold_out && !session.cancelled && session.left !== 0;

const millisecondsOf = (moment: Instant): number => Temporal.Instant.from(moment).epochMilliseconds;
const clockDigits = (time: string): string => time.replace(":", "");

/**
 * The index of the part in which a session starts. A start between parts belongs to the preceding one, so that no
 * session is lost.
 */
const dayPartIndex = (time: string, parts: readonly DayPart[]): number => {
  const clock = clockDigits(time);
  const exact = parts.findIndex((part) => clock >= part.start && clock < part.end);
  if (exact >= 0) return exact;
  return Math.max(
    0,
    parts.findLastIndex((part) => clock >= part.start),
  );
};

/**
 * Divides the sessions of a day into the seller's parts, or the default parts if there are many; else no tabs. A single part
 * divides nothing, so it counts as none.
 */
export const dayPartTabs = <S extends PickerSession>(
  sessions: readonly S[],
  named: readonly DayPart[] | undefined,
): readonly DayPartTab<S>[] => {
  const usual = sessions.length > manySessions ? defaultDayParts : [];
  const parts = named && named.length !== 1 ? named : usual;
  const byPart = parts.map((): S[] => []);
  if (parts.length > 0) for (const session of sessions) byPart[dayPartIndex(session.local_start, parts)]?.push(session);
  return parts.map((part, index) => {
    const within = byPart[index] ?? [];
    return {
      label: part.label,
      sessions: within,
      state: within.length === 0 ? "not_available" : within.some(isSessionOpen) ? "open" : "sold_out",
    };
  });
};

/** The initially open tab: with the selected session, else the first available one. */
export const initialTab = <S extends PickerSession>(
  tabs: readonly DayPartTab<S>[],
  chosen: string | undefined,
): number => {
  const own = tabs.findIndex((tab) => tab.sessions.some((session) => session.id === chosen));
  return own >= 0
    ? own
    : Math.max(
        0,
        tabs.findIndex((tab) => tab.state === "open"),
      );
};

/** The visible sessions: never cancelled ones, sold-out ones unless the event hides them. */
export const listedSessions = <S extends PickerSession>(sessions: readonly S[], hide_sold_out: boolean): readonly S[] =>
  sessions.filter((session) => !session.cancelled && !(hide_sold_out && !isSessionOpen(session)));

/** The only available session; undefined if there are several. */
export const onlySession = <S extends PickerSession>(sessions: readonly S[]): S | undefined => {
  const open = sessions.filter(isSessionOpen);
  return open.length === 1 ? open[0] : undefined;
};

/**
 * Is it an all-day visit? It shows no time and never conflicts: the only session of a day of a repeating event, over
 * 5 hours long.
 */
export const isAllDayVisit = (
  session: Pick<EventSession, "start_datetime" | "end_datetime">,
  event: AllDayEvent,
  sessionsThatDay: number,
): boolean => sessionsThatDay === 1 && isAllDay(session, event);

/** Minutes that a visitor needs before and after the sessions of an event. */
export type Padding = { readonly pad_pre_start?: number | undefined; readonly pad_post_end?: number | undefined };
export type CartVisit = Padding & {
  readonly event_session_id: string | null;
  readonly name: string;
  readonly start_datetime: Instant | null;
  readonly end_datetime: Instant | null;
  readonly all_day: boolean;
};
/** Default minutes if neither the event nor the seller sets them. */
export const defaultPadding = 5;

type SessionTimes = Pick<EventSession, "start_datetime" | "end_datetime">;

/** From when to when a session takes a visitor's time, in epoch milliseconds. */
const paddedTimes = ({ start_datetime, end_datetime }: SessionTimes, padding: Padding, defaultMinutes: number) => ({
  start: millisecondsOf(start_datetime) - (padding.pad_pre_start ?? defaultMinutes) * 60_000,
  end: millisecondsOf(end_datetime) + (padding.pad_post_end ?? defaultMinutes) * 60_000,
});

/**
 * The first visit in the cart that a session overlaps, each with the padding of its own event; `defaultMinutes` is the
 * seller's default.
 */
export const findConflict = <S extends CartVisit>(
  session: SessionTimes & Pick<EventSession, "id">,
  booked: readonly S[],
  padding: Padding,
  defaultMinutes: number = defaultPadding,
): S | undefined => {
  const own = paddedTimes(session, padding, defaultMinutes);
  return booked.find((line) => {
    const { start_datetime, end_datetime } = line;
    if (line.all_day || !start_datetime || !end_datetime || line.event_session_id === session.id) return false;
    const visit = paddedTimes({ start_datetime, end_datetime }, line, defaultMinutes);
    return own.start < visit.end && visit.start < own.end;
  });
};
