import type { Day } from "@foyer/contract/basics.ts";
import type { AdmissionReason, Shown } from "@foyer/contract/office/gate/admission.ts";
import type { EventGate, GroupGate, SellerGate } from "@foyer/contract/shop/settings/gateSettings.ts";
import type { Reconciled } from "./reconcile.ts";

/** A session as the gate sees it; times in milliseconds since 1970. */
export type GateSession = {
  readonly id: string;
  readonly event_template_id: string;
  readonly start: number;
  readonly end: number;
  /** The day at the venue. */
  readonly day: Day;
  readonly cancelled: boolean;
  /** The session is a day's opening hours, not an appointment. */
  readonly isAllDay: boolean;
};

/** The facts about a scanned ticket that decide whether its holder is admitted. */
export type GateTicket = {
  readonly state: "booked" | "redeemed" | "cancelled";
  /** The scanned code is from before the ticket got a new one, or the ticket was exchanged for another. */
  readonly isReplaced: boolean;
  /** False for what admits nobody, such as a donation. */
  readonly admits: boolean;
  readonly event_template_id: string;
  readonly venue_id: string | null;
  readonly event_gate: EventGate;
  readonly group_gate: GroupGate;
  /** Null for a pass and a member's card. */
  readonly session: GateSession | null;
  /** When a pass or a membership is valid; null for no end. */
  readonly valid_from: number | null;
  readonly valid_to: number | null;
  readonly isMembership: boolean;
  readonly past: Pick<Reconciled, "visitDays" | "isInside">;
};

/** Where and when the ticket is scanned. */
export type GateMoment = {
  /** Milliseconds since 1970. */
  readonly now: number;
  /** The day at the venue. */
  readonly today: Day;
  /** Events and venues that the device scans for; null for all. */
  readonly scope: { readonly event_ids: readonly string[]; readonly venue_ids: readonly string[] } | null;
  /** Sessions of today. */
  readonly sessions: readonly GateSession[];
  /** The seller's gate settings. */
  readonly settings: SellerGate;
};

export type Judgement = {
  readonly shown: Shown;
  /** Null for Welcome. */
  readonly reason: AdmissionReason | null;
  /** For `look`: the seller lets the gate staff decide to admit. */
  readonly may_admit: boolean;
};

const minute = 60_000;
/** Minutes before a session's start from which people are let in, unless its event says otherwise. */
export const opensBefore = 30;

const no = (reason: AdmissionReason): Judgement => ({ shown: "no", reason, may_admit: false });
const look = (reason: AdmissionReason, may_admit: boolean): Judgement => ({ shown: "look", reason, may_admit });
const welcome: Judgement = { shown: "welcome", reason: null, may_admit: false };

/** When a session's tickets admit people. An all-day session admits them all day. */
export const admissionWindow = (
  { start, end, isAllDay }: Pick<GateSession, "start" | "end" | "isAllDay">,
  { opens_minutes = opensBefore, closes_minutes }: EventGate,
): { readonly opens: number; readonly closes: number } =>
  isAllDay
    ? { opens: -Infinity, closes: Infinity }
    : {
        opens: start - opens_minutes * minute,
        closes: closes_minutes === undefined ? end : start + closes_minutes * minute,
      };

const isOpen = (session: GateSession, gate: EventGate, now: number): boolean => {
  const { opens, closes } = admissionWindow(session, gate);
  return now >= opens && now < closes;
};

/** Whether the device scans for the event or its venue; without a limit it scans for all. */
export const isInScope = (
  { event_template_id, venue_id }: Pick<GateTicket, "event_template_id" | "venue_id">,
  scope: GateMoment["scope"],
): boolean =>
  scope === null ||
  scope.event_ids.includes(event_template_id) ||
  (venue_id !== null && scope.venue_ids.includes(venue_id));

/**
 * Rejects a cancelled session or one of another day. Just before midnight the next day's first session may already be open.
 */
const judgeDay = ({ session, event_gate }: GateTicket, { now, today }: GateMoment): Judgement | undefined => {
  if (session === null) return undefined;
  if (session.cancelled) return no("session_cancelled");
  return session.day === today || (!session.isAllDay && isOpen(session, event_gate, now)) ? undefined : no("other_day");
};

/** Checks the session's opening hours. If another session of the same event is open now, the answer is `look`. */
const judgeHours = ({ session, event_gate }: GateTicket, moment: GateMoment): Judgement | undefined => {
  if (session === null) return undefined;
  const { now, sessions, settings } = moment;
  if (isOpen(session, event_gate, now)) return undefined;
  const { opens } = admissionWindow(session, event_gate);
  const hasOpenOne = sessions.some(
    (other) =>
      other.id !== session.id &&
      other.event_template_id === session.event_template_id &&
      !other.cancelled &&
      isOpen(other, event_gate, now),
  );
  if (hasOpenOne) return look("other_session", settings.other_session ?? true);
  return no(now < opens ? "not_yet" : "over");
};

const judgeTerm = ({ valid_from, valid_to, isMembership }: GateTicket, { now }: GateMoment): Judgement | undefined => {
  if (valid_from !== null && now < valid_from) return no(isMembership ? "membership_not_begun" : "not_yet");
  if (valid_to !== null && now >= valid_to) return no(isMembership ? "membership_ended" : "over");
  return undefined;
};

const isVisited = ({ session, past }: GateTicket, today: Day): boolean =>
  session === null ? past.visitDays.includes(today) : past.visitDays.length > 0;

/** Judges by the entries so far. Where re-entry is allowed, it is allowed all day, whatever the session's hours. */
const judgePast = (ticket: GateTicket, { today }: GateMoment): Judgement | undefined => {
  const { past, group_gate, session, isMembership } = ticket;
  const { reentry = "never", visits = Infinity } = group_gate;
  if (!isVisited(ticket, today)) return session === null && past.visitDays.length >= visits ? no("used_up") : undefined;
  if (isMembership) return look("visited_today", true);
  return reentry === "never" || (reentry === "after_exit" && past.isInside) ? no("already_in") : welcome;
};

/** The gate's answer to one ticket or member's card. An offline device and the server both call it with the same input. */
export const judgeScan = (ticket: GateTicket, moment: GateMoment): Judgement => {
  if (ticket.isReplaced) return no("replaced");
  if (!ticket.admits) return no("no_admission");
  if (ticket.state === "cancelled") return no(ticket.isMembership ? "membership_ended" : "cancelled");
  if (!isInScope(ticket, moment.scope)) return no("other_gate");
  return (
    judgeDay(ticket, moment) ??
    judgeTerm(ticket, moment) ??
    judgePast(ticket, moment) ??
    judgeHours(ticket, moment) ??
    welcome
  );
};

/** An outdated list turns every `welcome` into `look`. */
export const withListAge = (judgement: Judgement, isListOld: boolean): Judgement =>
  isListOld && judgement.shown === "welcome" ? look("old_list", true) : judgement;

/** The answer to a code that an offline device does not find. The server judges the scan when the device sends it. */
export const judgeUnlisted = ({ unlisted = false }: SellerGate): Judgement => look("not_listed", unlisted);

/** The answer to somebody leaving: `look` if nobody is inside on this ticket; then there is nobody to admit either. */
export const judgeExit = ({ past }: Pick<GateTicket, "past">): Judgement =>
  past.isInside ? welcome : look("not_inside", false);
