import type { GateSubject } from "@foyer/contract/office/gate/gate.ts";
import { isAllDay } from "@foyer/rules/catalog/allDay.ts";
import { grantsAdmission } from "@foyer/rules/catalog/handlers.ts";
import { todayAt } from "@foyer/rules/dates/localTime.ts";
import type { GateMoment, GateSession, GateTicket } from "@foyer/rules/admission/judgeScan.ts";
import type { EntryPolicy, Reconciled } from "@foyer/rules/admission/reconcile.ts";
import type { GateContext } from "../../http/staff/staffContext.ts";
import { gateEvents, type GateEventRow } from "./readGate.sql.ts";
import { isCardHandler, sessionsOfDay, type DaySession, type SubjectRow } from "./subjects.sql.ts";

const allDayOf = ({ event_type, names_start }: Pick<SubjectRow, "event_type" | "names_start">) => ({
  event_type,
  names_start: names_start ?? undefined,
});

const millis = (instant: string | null): number | null => (instant === null ? null : Date.parse(instant));

export const gateSessionOf = (
  session: DaySession,
  event: Pick<SubjectRow, "event_type" | "names_start">,
): GateSession => ({
  id: session.id,
  event_template_id: session.event_template_id,
  start: Date.parse(session.start_datetime),
  end: Date.parse(session.end_datetime),
  day: session.local_day,
  cancelled: session.cancelled,
  isAllDay: isAllDay(session, allDayOf(event)),
});

const sessionOf = (row: SubjectRow): GateSession | null => {
  const { session_id, start_datetime, end_datetime, local_day } = row;
  if (session_id === null || start_datetime === null || end_datetime === null || local_day === null) return null;
  const { event_template_id, session_cancelled } = row;
  return gateSessionOf(
    {
      id: session_id,
      event_template_id,
      start_datetime,
      end_datetime,
      local_day,
      cancelled: session_cancelled === true,
    },
    row,
  );
};

export const isCard = ({ handler }: Pick<SubjectRow, "handler">): boolean => isCardHandler(handler);

/** How its entries count. A card is a pass on which every day is a visit. */
export const entryPolicyOf = (row: SubjectRow): EntryPolicy => ({
  reentry: isCard(row) ? "day" : (row.group_gate?.reentry ?? "never"),
  isPass: row.session_id === null,
});

/** The input of the admission rule. `isOldCode`: the code is a former one that was replaced. */
export const gateTicketOf = (
  row: SubjectRow,
  { isOldCode, past }: { readonly isOldCode: boolean; readonly past: Pick<Reconciled, "visitDays" | "isInside"> },
): GateTicket => ({
  state: row.state,
  isReplaced: isOldCode || row.is_replaced,
  admits: grantsAdmission(row),
  event_template_id: row.event_template_id,
  venue_id: row.venue_id,
  event_gate: row.event_gate ?? {},
  group_gate: row.group_gate ?? {},
  session: sessionOf(row),
  valid_from: millis(row.valid_from),
  valid_to: millis(row.valid_to),
  isMembership: isCard(row),
  past,
});

/** The events and venues that a device scans for; null for all. */
export const scopeOf = ({ gate }: Pick<GateContext, "gate">): GateMoment["scope"] =>
  gate.kind === "device" && gate.event_ids.length + gate.venue_ids.length > 0
    ? { event_ids: gate.event_ids, venue_ids: gate.venue_ids }
    : null;

/**
 * The time zone of a device that scans for events and venues of one zone: a member's card is used on the day of the place
 * where it is scanned, which may be another than that of its membership. Undefined for any other device, and for staff.
 */
export const zoneOfPlace = (
  ctx: Pick<GateContext, "gate">,
  events: readonly Pick<GateEventRow, "timezone" | "is_cards">[],
): string | undefined => {
  if (scopeOf(ctx) === null) return undefined;
  const [zone, ...others] = new Set(events.filter(({ is_cards }) => !is_cards).map(({ timezone }) => timezone));
  return others.length === 0 ? zone : undefined;
};

/** A card with the time zone of the place where it is scanned. */
export const atPlace = async (
  ctx: Pick<GateContext, "db" | "seller" | "gate">,
  card: SubjectRow,
): Promise<SubjectRow> => {
  const scope = scopeOf(ctx);
  const timezone = scope && zoneOfPlace(ctx, await gateEvents(ctx.db, ctx.seller.id, scope));
  return { ...card, timezone: timezone ?? card.timezone };
};

/** Where and when something is scanned, in the time zone of its event's venue. */
export const momentOf = async (
  ctx: Pick<GateContext, "db" | "seller" | "gate">,
  row: SubjectRow,
  at: Temporal.Instant,
): Promise<GateMoment> => {
  const today = todayAt(at, row.timezone);
  const sessions =
    row.session_id === null ? [] : await sessionsOfDay(ctx.db, ctx.seller.id, row.event_template_id, today);
  return {
    now: at.epochMilliseconds,
    today,
    scope: scopeOf(ctx),
    sessions: sessions.map((session) => gateSessionOf(session, row)),
    settings: ctx.seller.configuration.gate ?? {},
  };
};

/** The answers to questions marked to be shown at the gate. */
export const markedAnswers = ({
  survey,
  survey_answers,
}: Pick<SubjectRow, "survey" | "survey_answers">): GateSubject["answers"] =>
  Object.entries(survey?.properties ?? {}).flatMap(([name, { gate, title }]) => {
    const value = survey_answers?.[name];
    const isShown = gate === true && (typeof value === "string" || typeof value === "number" || value === true);
    return isShown ? [{ label: title, value: value === true ? "Yes" : String(value) }] : [];
  });

/** What the gate shows of a ticket or card. */
export const presentSubject = (row: SubjectRow): GateSubject => {
  const { id, event, type, name, seat, party, benefits, tickets_today, valid_to, local_day, local_start, local_end } =
    row;
  const session = sessionOf(row);
  return {
    kind: isCard(row) ? "card" : "ticket",
    id,
    event,
    session:
      session && local_day !== null
        ? { day: local_day, start: local_start ?? "", end: local_end ?? "", is_all_day: session.isAllDay }
        : null,
    type,
    name,
    seat,
    party,
    allowance:
      benefits && Object.entries(benefits).map(([name, quantity]) => ({ type: name === "*" ? null : name, quantity })),
    tickets_today,
    valid_to,
    answers: markedAnswers(row),
  };
};
