import type { AdmissionReason, AdmitReason, Shown } from "@foyer/contract/office/gate/admission.ts";
import type { GateAnswer, GateSubject } from "@foyer/contract/office/gate/gate.ts";
import { count } from "../shared/format/format.ts";
import type { GateState } from "./gateStore.ts";

type GateSession = Pick<NonNullable<GateSubject["session"]>, "day" | "start" | "is_all_day">;

/** A sign and a word for each answer, so that colour is never the only difference. */
export const signs: Readonly<Record<Shown, { readonly sign: string; readonly word: string }>> = {
  welcome: { sign: "✓", word: "Welcome" },
  look: { sign: "!", word: "Look" },
  no: { sign: "✕", word: "No" },
};

/**
 * What to say to the visitor, and what to do. `decides`: what to do instead if the staff here may decide to let them in.
 */
const reasons: Readonly<Record<AdmissionReason, readonly [said: string, then?: string, decides?: string]>> = {
  unknown: ["This is not a ticket of this venue."],
  no_admission: ["This is not an entry ticket."],
  replaced: ["This ticket was replaced by another one.", "Ask for the newest email."],
  cancelled: ["This ticket was cancelled."],
  session_cancelled: ["This session was cancelled."],
  other_gate: ["This ticket is for another gate."],
  other_day: ["This ticket is for another day."],
  not_yet: ["It is too early for this ticket."],
  over: ["The time of this ticket has passed."],
  already_in: ["Already in with this ticket."],
  used_up: ["All visits of this pass are used."],
  membership_ended: ["This membership has ended."],
  membership_not_begun: ["This membership has not begun yet."],
  other_session: [
    "This ticket is for another time today.",
    "Ask to come back at that time.",
    "Let in, or ask to come back at that time.",
  ],
  visited_today: ["This card was already used today.", "Check the name and the picture."],
  not_listed: [
    "Not in this device's list.",
    "It may have been bought a moment ago. Ask to wait until there is a network.",
    "It may have been bought a moment ago. Let in if the ticket looks right.",
  ],
  old_list: ["The list on this device is old.", "Check the ticket's date and time."],
  choose: ["Choose who comes in."],
  not_inside: ["Nobody has entered with this ticket.", "Let them out. Nothing is counted."],
  undo_refused: ["This check-in cannot be undone here.", "Ask a manager."],
};

export const admitReasons: Readonly<Record<AdmitReason, string>> = {
  other_session: "Other session accepted",
  not_listed: "Ticket looks right",
  family_or_group: "Belongs to a group",
  technical_fault: "Technical fault",
  goodwill: "Goodwill",
};

/** The reason that fits an answer, which staff can change. */
export const usualReason = (why: AdmissionReason | null): AdmitReason => {
  if (why === "other_session") return why;
  return why === "not_listed" || why === "old_list" ? "not_listed" : "goodwill";
};

/** The venue's time zone, and now. */
export type GateClock = { readonly timezone: string | undefined; readonly now: number };

/**
 * The time zone of an event's venue, by the event's name; otherwise that of all events at this gate, or the seller's if they
 * differ.
 */
export const zoneAt = ({ events, timezone }: Pick<GateState, "events" | "timezone">, event?: string): string => {
  const [first, ...others] = new Set(events.map((one) => one.timezone ?? timezone));
  const own = others.length === 0 ? first : undefined;
  return events.find(({ name }) => name === event)?.timezone ?? own ?? timezone;
};

const timeAt = (instant: string | number, timezone: string | undefined): string =>
  new Intl.DateTimeFormat("en-GB", {
    hour: "2-digit",
    minute: "2-digit",
    ...(timezone && { timeZone: timezone }),
  }).format(new Date(instant));
/** The day at the venue. */
const dayAt = (instant: string | number, timezone: string | undefined): string =>
  new Intl.DateTimeFormat("en-CA", {
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
    ...(timezone && { timeZone: timezone }),
  }).format(new Date(instant));

/** The time, with the day if that is not today's. */
export const momentAt = (instant: string | number, { timezone, now }: GateClock): string => {
  const [day, time] = [dayAt(instant, timezone), timeAt(instant, timezone)];
  return day === dayAt(now, timezone) ? time : `${dayName(day)}, ${time}`;
};

const dayName = (day: string): string =>
  new Intl.DateTimeFormat("en-GB", { weekday: "short", day: "numeric", month: "short", timeZone: "UTC" }).format(
    new Date(`${day}T00:00:00Z`),
  );

/** When a session begins: a day's opening hours have no time, and a session of today needs no day. */
export const startOf = ({ day, start, is_all_day }: GateSession, { timezone, now }: GateClock): string => {
  const isToday = day === dayAt(now, timezone);
  if (is_all_day) return isToday ? "today" : dayName(day);
  return isToday ? start : `${dayName(day)}, ${start}`;
};

/** How long something is, in minutes, hours or days. */
export const spanOf = (ms: number): string => {
  const minutes = Math.round(Math.abs(ms) / 60_000);
  if (minutes < 90) return count(minutes, "minute");
  const hours = Math.round(minutes / 60);
  return hours < 48 ? count(hours, "hour") : count(Math.round(hours / 24), "day");
};

/** The short form, for one of several tickets. */
export const reasonOf = (reason: AdmissionReason | null): string => (reason === null ? "" : reasons[reason][0]);

/** A ticket that was admitted at two gates, of which one entry counts. */
export const doubleText = (
  { type, at, by, entry_at, entry_by }: GateState["doubles"][number],
  clock: GateClock,
): string => {
  const first = entry_at === null ? "" : `${momentAt(entry_at, clock)} ${entry_by ?? "another device"}, `;
  return `${type} was let in twice: ${first}${momentAt(at, clock)} ${by}. It counts once.`;
};

/** The lines below the word. `listTime`: the time of the list on this device. */
export const linesOf = (
  answer: GateAnswer,
  { clock, listTime }: { readonly clock: GateClock; readonly listTime: string | undefined },
): readonly string[] => {
  const { reason, already, may_admit, subject, counts } = answer;
  if (reason === null) return counts === "exit" ? ["Checked out."] : [];
  const [said, waits, decides] = reasons[reason];
  const then = may_admit && decides !== undefined ? decides : waits;
  const toDo = then === undefined ? [] : [then];
  if (already && reason === "not_listed")
    return [
      `Already in since ${momentAt(already.at, clock)}, ${already.by}.`,
      may_admit ? "Let in only somebody else of the same order." : "Ask to wait until there is a network.",
    ];
  if (already) return [`Already in since ${momentAt(already.at, clock)}, ${already.by}.`, ...toDo];
  if (reason === "not_listed" && listTime !== undefined) return [`Not in the list of ${listTime}.`, ...toDo];
  const session = subject?.session;
  const when = session ? (session.is_all_day ? dayName(session.day) : `${dayName(session.day)}, ${session.start}`) : "";
  const isAboutTime = ["other_day", "not_yet", "over", "other_session"].includes(reason);
  const about = isAboutTime && when !== "" ? [`It is for ${when}.`] : lastDayOf(answer, clock);
  return [said, ...about, ...toDo];
};

/** The last day of a pass or a membership whose term is over; a cancelled one may have days left. */
const lastDayOf = ({ reason, subject }: GateAnswer, { timezone, now }: GateClock): readonly string[] => {
  const end = subject?.valid_to == null ? Number.NaN : Date.parse(subject.valid_to);
  if (!(end <= now) || (reason !== "over" && reason !== "membership_ended")) return [];
  const day = dayAt(end - 1, timezone);
  const year = day.slice(0, 4);
  return [`Its last day was ${dayName(day)}${dayAt(now, timezone).startsWith(year) ? "" : ` ${year}`}.`];
};
