import type { Day, Instant } from "@foyer/contract/basics.ts";
import type { EventSession } from "@foyer/contract/shop/sessions.ts";
import { isAllDay } from "../catalog/allDay.ts";

/** What the picker looks at; every EventSession has it. */
export type PickerSession = Pick<
  EventSession,
  "id" | "start_datetime" | "end_datetime" | "local_day" | "local_start" | "sold_out" | "cancelled" | "left"
>;

/** A part of the day: thresholds in HHmm, '0000' to '2400', the end not included. */
export type DayPart = { readonly label: string; readonly start: string; readonly end: string };

/** Parts of the day where the seller names none (requirements OPEN-35). */
export const defaultDayParts: readonly DayPart[] = [
  { label: "Morning", start: "0000", end: "1200" },
  { label: "Afternoon", start: "1200", end: "1700" },
  { label: "Evening", start: "1700", end: "2400" },
];

/** A day with more sessions than this is cut into the usual parts although its seller named none. */
const manySessions = 6;

export type DayPartTab<S> = {
  readonly label: string;
  readonly sessions: readonly S[];
  readonly state: "open" | "sold_out" | "not_available";
};

/** A session that can still be chosen. */
export const isSessionOpen = (session: Pick<EventSession, "sold_out" | "cancelled" | "left">): boolean =>
  !session.sold_out && !session.cancelled && session.left !== 0;

export const isUpcomingSession = (session: Pick<EventSession, "start_datetime">, now: Temporal.Instant): boolean =>
  millisecondsOf(session.start_datetime) > now.epochMilliseconds;

const millisecondsOf = (moment: Instant): number => Temporal.Instant.from(moment).epochMilliseconds;
const clockDigits = (time: string): string => time.replace(":", "");

/** The part in which a session starts. A start that no part holds belongs to the one before it, so that none is lost. */
const dayPartIndex = (time: string, parts: readonly DayPart[]): number => {
  const clock = clockDigits(time);
  const exact = parts.findIndex((part) => clock >= part.start && clock < part.end);
  if (exact >= 0) return exact;
  return Math.max(
    0,
    parts.findLastIndex((part) => clock >= part.start),
  );
};

/** The sessions of a day in the parts that the seller names, else in the usual parts where there are many; else none. */
export const dayPartTabs = <S extends PickerSession>(
  sessions: readonly S[],
  named: readonly DayPart[] | undefined,
): readonly DayPartTab<S>[] => {
  const parts = named ?? (sessions.length > manySessions ? defaultDayParts : []);
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

/** Which tab is open: the one with the chosen session, else the first that is available. */
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

/** What a visitor is shown: cancelled ones never, sold-out ones unless the event hides them. */
export const listedSessions = <S extends PickerSession>(sessions: readonly S[], hide_sold_out: boolean): readonly S[] =>
  sessions.filter((session) => !session.cancelled && !(hide_sold_out && !isSessionOpen(session)));

/** The one session that can be chosen, where there is no choice. */
export const onlySession = <S extends PickerSession>(sessions: readonly S[]): S | undefined => {
  const open = sessions.filter(isSessionOpen);
  return open.length === 1 ? open[0] : undefined;
};

/** An all-day visit shows no time and never conflicts: the single session of a day of a repeating event, over 5 hours long. */
export const isAllDayVisit = (
  session: Pick<EventSession, "start_datetime" | "end_datetime">,
  event_type: string,
  sessionsThatDay: number,
): boolean => sessionsThatDay === 1 && isAllDay(session, event_type);

export type CartVisit = {
  readonly event_session_id: string | null;
  readonly name: string;
  readonly start_datetime: Instant | null;
  readonly end_datetime: Instant | null;
  readonly all_day: boolean;
};
/** Minutes that a visitor needs before and after (document 2 §9). */
export type Padding = { readonly pad_pre_start?: number | undefined; readonly pad_post_end?: number | undefined };
/** Where the event says nothing and its seller neither. */
export const defaultPadding = 5;

/** The first of the cart's stays that a session, with its padding, runs into; `usual` is the seller's own padding. */
export const findConflict = <S extends CartVisit>(
  session: Pick<EventSession, "id" | "start_datetime" | "end_datetime">,
  stays: readonly S[],
  padding: Padding,
  usual: number = defaultPadding,
): S | undefined => {
  const before = (padding.pad_pre_start ?? usual) * 60_000;
  const after = (padding.pad_post_end ?? usual) * 60_000;
  const start = millisecondsOf(session.start_datetime) - before;
  const end = millisecondsOf(session.end_datetime) + after;
  return stays.find((stay) => {
    if (stay.all_day || !stay.start_datetime || !stay.end_datetime || stay.event_session_id === session.id)
      return false;
    return start < millisecondsOf(stay.end_datetime) + after && millisecondsOf(stay.start_datetime) - before < end;
  });
};

/** The session that a link means by 'next' (the earliest with room) or 'today' (the first such today). */
export const linkedSession = <S extends PickerSession>(
  sessions: readonly S[],
  which: "next" | "today",
  today: Day,
  now: Temporal.Instant,
): S | undefined =>
  sessions
    .filter(
      (session) =>
        isSessionOpen(session) && isUpcomingSession(session, now) && (which === "next" || session.local_day === today),
    )
    .toSorted((one, other) => millisecondsOf(one.start_datetime) - millisecondsOf(other.start_datetime))[0];
