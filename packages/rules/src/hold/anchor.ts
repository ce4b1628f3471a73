import type { Instant } from "@foyer/contract/basics.ts";
import type { RefusalCode } from "@foyer/contract/errors.ts";
import { fitsVisit, type VisitSession, type VisitTime } from "./visitTime.ts";

/** A ticket, as the rules about visits and add-ons see it. */
export type VisitTicket = {
  readonly event_template_id: string;
  readonly event_session_id: string | null;
  readonly start_datetime: Instant | null;
  readonly end_datetime: Instant | null;
  readonly timezone: string;
  /** Its event is an add-on: it requires an admission and is removed with it. */
  readonly needs_anchor: boolean;
  /** There must be as many of these as admission tickets. */
  readonly matches_anchor: boolean;
  /** It counts as a visitor, unlike extras such as an audio guide. */
  readonly uses_capacity: boolean;
};

export type AnchorRules = {
  readonly admission_event_id: string | undefined;
  readonly visit_time: VisitTime | undefined;
};

type Dated<T> = T & { readonly event_session_id: string } & VisitSession;
const isDated = <T extends VisitTicket>(ticket: T): ticket is Dated<T> =>
  ticket.event_session_id !== null && ticket.start_datetime !== null && ticket.end_datetime !== null;

/**
 * Tickets that can be the anchor, earliest first: of the admission event, or, if the seller names none, of any event that
 * is not an add-on.
 */
const anchorCandidates = <T extends VisitTicket>(
  tickets: readonly T[],
  { admission_event_id }: Pick<AnchorRules, "admission_event_id">,
): Dated<T>[] =>
  tickets
    .filter(isDated)
    .filter(
      (ticket) =>
        !ticket.needs_anchor && (admission_event_id === undefined || ticket.event_template_id === admission_event_id),
    )
    .toSorted((one, other) =>
      Temporal.Instant.compare(Temporal.Instant.from(one.start_datetime), Temporal.Instant.from(other.start_datetime)),
    );

/** The anchor: a ticket of the earliest visit, to which add-ons belong. */
export const findAnchor = <T extends VisitTicket>(
  tickets: readonly T[],
  rules: Pick<AnchorRules, "admission_event_id">,
): Dated<T> | undefined => anchorCandidates(tickets, rules)[0];

/** The number of visitors. */
const countVisitors = (tickets: readonly VisitTicket[], anchor: VisitTicket): number =>
  tickets.filter((ticket) => ticket.event_session_id === anchor.event_session_id && ticket.uses_capacity).length;

/** Is the ticket at an allowed time for one of the visits in the cart? */
const fitsAnyVisit = (ticket: VisitTicket, visits: readonly VisitSession[], policy: VisitTime | undefined): boolean =>
  policy === undefined || !isDated(ticket) || visits.some((visit) => fitsVisit(policy, visit, ticket));

export type AnchorRejection = {
  readonly code: RefusalCode;
  readonly extra: Record<string, unknown>;
  readonly description?: string;
};

/** If the day does not match, no time on that day would. */
const wrongDayDescription = "Sorry, tickets are not available for this event on the date of your visit.";

/** The reasons for refusing the added add-ons, given all tickets that the cart would then contain. */
export const checkAnchor = (
  added: readonly VisitTicket[],
  all: readonly VisitTicket[],
  rules: AnchorRules,
): AnchorRejection | undefined => {
  const addOns = added.filter((ticket) => ticket.needs_anchor);
  if (addOns.length === 0) return undefined;
  const visits = anchorCandidates(all, rules);
  const [first] = addOns;
  if (visits.length === 0) return { code: "anchor_required", extra: { event_template_id: first?.event_template_id } };
  const late = addOns.find((ticket) => !fitsAnyVisit(ticket, visits, rules.visit_time));
  if (late)
    return {
      code: "event_session_not_on_sale",
      extra: { event_session_id: late.event_session_id, visit_time: rules.visit_time },
      ...((rules.visit_time === "same_date" || rules.visit_time === "until_close") && {
        description: wrongDayDescription,
      }),
    };
  const names = new Set(addOns.map((ticket) => ticket.event_template_id));
  return countMismatches(all, rules).find(({ extra }) => names.has(String(extra.event_template_id)));
};

/** Add-on events whose number of tickets differs from the number of visitors. */
const countMismatches = (all: readonly VisitTicket[], rules: AnchorRules): AnchorRejection[] => {
  const anchor = findAnchor(all, rules);
  if (!anchor) return [];
  const count = countVisitors(all, anchor);
  const matching = Map.groupBy(
    all.filter((ticket) => ticket.needs_anchor && ticket.matches_anchor),
    (ticket) => ticket.event_template_id,
  );
  return [...matching]
    .filter(([, tickets]) => tickets.length !== count)
    .map(([event_template_id]) => ({ code: "anchor_tickets_mismatch", extra: { event_template_id, count } }));
};

/** The problems with add-ons that the buyer has to fix before paying. */
export const anchorProblems = (all: readonly VisitTicket[], rules: AnchorRules): AnchorRejection[] => {
  const addOn = all.find((ticket) => ticket.needs_anchor);
  if (addOn && !findAnchor(all, rules))
    return [{ code: "anchor_required", extra: { event_template_id: addOn.event_template_id } }];
  return countMismatches(all, rules);
};

/** The fields of a cart line that decide whether it must be removed with another. */
export type VisitLine = Pick<
  VisitTicket,
  "event_template_id" | "event_session_id" | "start_datetime" | "end_datetime" | "timezone" | "needs_anchor"
>;

/** The lines to remove together with a line: add-ons that then have no visit, or none at a matching time. */
export const linesRemovedWith = <L extends VisitLine>(line: L, lines: readonly L[], rules: AnchorRules): L[] => {
  const staying = lines.filter((other) => other !== line);
  const tickets = staying.map((other) => ({ ...other, line: other, matches_anchor: false, uses_capacity: true }));
  return addOnsToRemove(tickets, [], rules).map((ticket) => ticket.line);
};

/**
 * The add-ons to remove after other tickets were removed: all without an anchor, those at times that no longer match
 * a visit, and the last of those that outnumber the visitors.
 */
export const addOnsToRemove = <T extends VisitTicket>(
  staying: readonly T[],
  added: readonly VisitTicket[],
  rules: AnchorRules,
): T[] => {
  const addOns = staying.filter((ticket) => ticket.needs_anchor);
  if (addOns.length === 0) return [];
  const all = [...staying, ...added];
  const visits = anchorCandidates(all, rules);
  const [anchor] = visits;
  if (!anchor) return addOns;
  const removed = new Set(addOns.filter((ticket) => !fitsAnyVisit(ticket, visits, rules.visit_time)));
  const count = countVisitors(all, anchor);
  for (const { extra } of countMismatches(all, rules)) {
    const tickets = addOns.filter(
      (ticket) => ticket.event_template_id === extra.event_template_id && !removed.has(ticket),
    );
    for (const ticket of tickets.slice(count)) removed.add(ticket);
  }
  return [...removed];
};
