import type { TicketsWanted } from "@foyer/contract/cart.ts";
import { isPast } from "./allDay.ts";
import { judgeAnchor } from "./anchor.ts";
import { groupAsk, judgeAttendees } from "./attendees.ts";
import type { CodesGiven } from "./codes.ts";
import type { CodeInCart } from "./codesAtWork.ts";
import { feesOf } from "./fees.ts";
import { isTimed } from "./handlers.ts";
import { judgeEventLimits, judgeLimits, judgeRoom, no } from "./holdRoom.ts";
import { judgeByRules } from "./judgeByRules.ts";
import { judgeMemberships, membershipTicket } from "./membershipSale.ts";
import { judgeAnswers, judgeCityPass, type AnswersByGroup, type FormsSent } from "./judgeForms.ts";
import { judgeMembers, refuseOutsider } from "./judgeMembers.ts";
import { fromWire, type Minor } from "./money.ts";
import { priceIn, type OwnPrices } from "./prices.ts";
import { hardCap } from "./quantities.ts";
import { isOnSale } from "./saleWindow.ts";
import type { Buyer, HoldNo, NewTicket, Shelf, ShelfGroup, ShelfType } from "./shelf.ts";
import { termOf } from "./term.ts";
import { isSellable, takesAPlace } from "./visibility.ts";

export type Verdict =
  | { readonly no: HoldNo }
  | {
      readonly tickets: readonly NewTicket[];
      /** All codes that the cart has then. */
      readonly codes: readonly CodeInCart[];
      /** The answers that came with it, clean. */
      readonly answers: AnswersByGroup;
    };

/** What comes with a wish for tickets. */
export type Besides = CodesGiven & FormsSent;
export const nothingBesides: Besides = { codes: [], preloaded: [], vouchers: undefined, answers: {} };

type Line = TicketsWanted;
type TypeWanted = Line["ticket_types_required"][number];

const isNo = (answer: object): answer is { readonly no: HoldNo } => "no" in answer;

/**
 * May this buyer hold these tickets? All of them or none. Only what is asked for is looked at: a full session or a
 * closed sale elsewhere in the cart stands in nobody's way.
 */
export const judgeHold = (
  add: readonly Line[],
  buyer: Buyer,
  shelf: Shelf,
  besides: Besides = nothingBesides,
): Verdict => {
  // The cap is for one type; a whole cart is held to it too, because one reading of it shows no more. Asked before any
  // ticket is made: a small request can wish for millions.
  const asked = add.reduce(
    (all, line) => line.ticket_types_required.reduce((sum, type) => sum + type.quantity, all),
    0,
  );
  if (buyer.held.length + asked > hardCap) return no("max_tickets_per_order_exceeded", { max: hardCap });

  const tickets: NewTicket[] = [];
  for (const line of add) {
    const event = knownEvent(line, shelf);
    if (!event) return no("event_not_found", { event_template_id: line.event_template_id });
    const refusedSession = judgeSession(line, event.event_type, shelf);
    if (refusedSession) return refusedSession;

    for (const wanted of line.ticket_types_required) {
      const made = ticketsOf(line, wanted, buyer, shelf);
      if (isNo(made)) return made;
      tickets.push(...made);
    }
  }
  const allowed = judgeMembers(tickets, buyer, shelf);
  if (isNo(allowed)) return allowed;
  const refused =
    judgeMemberships(add, tickets, buyer, shelf) ??
    judgeLimits(tickets, buyer, shelf) ??
    judgeEventLimits(tickets, buyer, shelf) ??
    judgePlan(tickets, buyer) ??
    judgeRoom(tickets, buyer, shelf);
  return refused ?? judgeBesides(allowed.tickets, buyer, shelf, besides);
};

/** What tickets come with that could be had: answers, vouchers, codes. */
const judgeBesides = (tickets: readonly NewTicket[], buyer: Buyer, shelf: Shelf, besides: Besides): Verdict => {
  const answered = judgeAnswers(tickets, buyer, shelf, besides);
  if ("no" in answered) return answered;
  const admitted = judgeCityPass(tickets, shelf, besides.vouchers);
  if ("no" in admitted) return admitted;
  const given = { ...besides, codes: [...besides.codes, ...admitted.others] };
  const ruled = judgeByRules(tickets, buyer, { ...shelf, ...buyer.uses }, given);
  if ("no" in ruled) return ruled;
  return { tickets: admitted.tickets, codes: ruled.codes, answers: answered.answers };
};

const judgePlan = (tickets: readonly NewTicket[], { held, anchor }: Buyer): { no: HoldNo } | undefined => {
  const refused = judgeAnchor(tickets, [...held, ...tickets], anchor);
  return refused && { no: refused };
};

/** An event is known by a group or type of its own among what is asked for; whatever else is named may as well not exist. */
const knownEvent = (line: Line, shelf: Shelf): ShelfGroup["event"] | undefined => {
  for (const { ticket_type_id } of line.ticket_types_required) {
    const group = shelf.groups.get(shelf.types.get(ticket_type_id)?.ticket_group_id ?? "");
    if (group?.event_template_id === line.event_template_id) return group.event.retired ? undefined : group.event;
  }
  return undefined;
};

const judgeSession = (
  { event_session_id, event_template_id }: Line,
  event_type: string,
  shelf: Shelf,
): { no: HoldNo } | undefined => {
  if (event_session_id === undefined) return undefined;
  const session = shelf.sessions.get(event_session_id);
  if (!session || session.retired || session.event_template_id !== event_template_id)
    return no("event_session_not_found", { event_session_id });
  if (session.cancelled || isPast(session, event_type, shelf.now))
    return no("event_session_not_on_sale", { event_session_id });
  return undefined;
};

const ticketsOf = (line: Line, wanted: TypeWanted, buyer: Buyer, shelf: Shelf): NewTicket[] | { no: HoldNo } => {
  const { ticket_type_id } = wanted;
  const unavailable = no("ticket_type_not_available", { ticket_type_id });
  const type = shelf.types.get(ticket_type_id);
  const group = shelf.groups.get(type?.ticket_group_id ?? "");
  if (!type || !group || group.event_template_id !== line.event_template_id) return unavailable;
  if (!isSellable(type) || !isSellable(group)) return unavailable;
  const outsider = refuseOutsider(group, ticket_type_id, buyer);
  if (outsider) return outsider;
  if (isTimed(group) && line.event_session_id === undefined) return no("event_session_not_found");
  if (!isOnSale(group, shelf.now))
    return no("ticket_group_not_on_sale", { ticket_group_id: type.ticket_group_id, group: group.name });

  // A pass, a gift or a code is for no session: the one that is named is for the other types of the line.
  const event_session_id = isTimed(group) ? (line.event_session_id ?? null) : null;
  const session = shelf.sessions.get(event_session_id ?? "");
  const own = session?.own ?? null;
  const price = priceOf(type, own, wanted.face_value, buyer.currency);
  if (price === undefined) return no("price_out_of_range", { ticket_type_id });
  const fees = feesOf(price, type);
  const membership = membershipTicket(line, ticket_type_id, group);
  const attendees = judgeAttendees(membership?.ask ?? groupAsk(group, group.event.meta), wanted);
  if ("problem" in attendees) {
    const { place, field, message } = attendees.problem;
    return no("validation_failed", { fields: [field], ticket_type_id, place, message });
  }
  const term =
    group.handler === "passes" ? termOf(group, shelf.now, group.event.timezone) : { valid_from: null, valid_to: null };
  return Array.from({ length: wanted.quantity }, (_, place) => ({
    ticket_type_id,
    ticket_group_id: type.ticket_group_id,
    event_template_id: line.event_template_id,
    event_session_id,
    start_datetime: session?.start_datetime ?? null,
    end_datetime: session?.end_datetime ?? null,
    timezone: group.event.timezone,
    needs_anchor: group.event.meta.requires_anchor === true,
    matches_anchor: group.event.meta.tickets_must_match_anchor_tickets === true,
    takes_a_place: takesAPlace(group),
    // Which seats these may be is for judgeSeats to say.
    seat_id: group.handler === "seated" ? (wanted.seat_template_ids?.[place] ?? null) : null,
    handler: group.handler,
    fee_fixed_outside: type.fee_fixed_outside,
    fee_percent_outside: type.fee_percent_outside,
    face_value: price,
    fee_fixed: fees.fixed,
    fee_percent: fees.percent,
    admit_name: attendees.admit_names[place] ?? null,
    admit_email: attendees.admit_emails[place] ?? null,
    voucher: null,
    handler_data: membership?.handler_data ?? null,
    member_use: null,
    ...term,
  }));
};

/** The shop's own price; the buyer's word counts only where the price is flexible, between its bounds. */
const priceOf = (type: ShelfType, own: OwnPrices, said: string | undefined, currency: string): Minor | undefined => {
  const { currency_amount_min: min, currency_amount_max: max } = type;
  if (min === null || max === null) return priceIn(type, own);
  const amount = said === undefined ? undefined : fromWire(said, currency);
  return amount !== undefined && amount >= min && amount <= max ? amount : undefined;
};
