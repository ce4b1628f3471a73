import type { Cart, CartLine } from "@foyer/contract/shop/cart.ts";
import type { CalendarDate, EventSession } from "@foyer/contract/shop/sessions.ts";
import { localDayOf } from "../dates/localTime.ts";
import { fitsVisit, parseVisitTime, visitWindow, type VisitSession, type VisitTime } from "./visitTime.ts";

/** When add-ons may take place: the seller's policy and the visits in the cart. */
export type VisitLimit = { readonly policy: VisitTime; readonly visits: readonly VisitSession[] };

type Line = Pick<CartLine, "event_template_id" | "start_datetime" | "end_datetime" | "timezone">;
type VisitCart = {
  readonly anchor: Pick<NonNullable<Cart["anchor"]>, "event_template_id"> | null;
  readonly lines: readonly Line[];
};
const isDated = (line: Line): line is Line & VisitSession => line.start_datetime !== null && line.end_datetime !== null;

/** Undefined if nothing is limited: no visit in the cart or no policy. */
export const visitLimit = (visit_time: string | undefined, cart: VisitCart | undefined): VisitLimit | undefined => {
  const policy = parseVisitTime(visit_time);
  const visits = (cart?.lines ?? [])
    .filter(isDated)
    .filter((line) => line.event_template_id === cart?.anchor?.event_template_id);
  return policy && visits.length > 0 ? { policy, visits } : undefined;
};

/** Sessions at times that match a visit. */
export const sessionsFittingVisit = <S extends Pick<EventSession, "start_datetime" | "end_datetime">>(
  sessions: readonly S[],
  { policy, visits }: VisitLimit,
): readonly S[] => sessions.filter((session) => visits.some((visit) => fitsVisit(policy, visit, session)));

/** How far a session can last into the next day. */
const longestNight = { hours: 6 } as const;

/** Days that can have a session at a time that matches a visit. */
export const daysFittingVisit = <D extends Pick<CalendarDate, "date">>(
  days: readonly D[],
  { policy, visits }: VisitLimit,
): readonly D[] => {
  const windows = visits.map((visit) => {
    const { start, end } = visitWindow(policy, visit);
    const last = Temporal.Instant.from(end).subtract({ milliseconds: 1 }).toString();
    // A session that overlaps an early visit may have started the evening before.
    const from = policy === "timeslot" ? Temporal.Instant.from(start).subtract(longestNight).toString() : start;
    return { from: localDayOf(from, visit.timezone), to: localDayOf(last < start ? start : last, visit.timezone) };
  });
  return days.filter(({ date }) => windows.some(({ from, to }) => date >= from && date <= to));
};

/** The cart lines that a session of an event can conflict with: those that do not belong to the same visit. */
export const linesOfOtherVisits = <L extends Pick<CartLine, "event_template_id" | "needs_anchor">>(
  lines: readonly L[],
  { event_template_id, isAddOn }: { readonly event_template_id: string; readonly isAddOn: boolean },
  anchor: Pick<NonNullable<Cart["anchor"]>, "event_template_id"> | null,
): readonly L[] => {
  if (anchor === null) return lines;
  if (isAddOn) return lines.filter((line) => line.event_template_id !== anchor.event_template_id);
  return event_template_id === anchor.event_template_id ? lines.filter((line) => !line.needs_anchor) : lines;
};
