import type { TicketRequest } from "@foyer/contract/shop/cartChange.ts";
import { isPast } from "../catalog/allDay.ts";
import { checkAnchor } from "./anchor.ts";
import { groupAttendeeFields, checkAttendees } from "../forms/attendees.ts";
import type { CodesInput } from "../pricing/codes.ts";
import type { CodeInCart } from "../pricing/applyCodes.ts";
import { feesOf } from "../pricing/fees.ts";
import { amountStepReason } from "../checkout/amountSteps.ts";
import { flexiblePriceProblem, flexiblePriceStep, type PriceProblem } from "../reserve/prices/flexiblePrice.ts";
import { hasSeats, hasTerm, needsSession } from "../catalog/handlers.ts";
import { counterExemptions, noExemptions, type WithExemptions } from "../sale/counterExemptions.ts";
import { checkEventLimits, checkOrderLimits, checkCapacity, oversell, reject } from "./checkCapacity.ts";
import { checkCheckoutRules } from "./checkCheckoutRules.ts";
import { checkMemberships, membershipTicket } from "../membership/checkMemberships.ts";
import { checkCityPass } from "./checkCityPass.ts";
import { checkAnswers, type FormsInput } from "./checkForms.ts";
import { takeOverPlaces } from "./takeOverPlaces.ts";
import { checkMemberTickets, rejectNonMember } from "./checkMemberTickets.ts";
import { fromDecimal, type Minor } from "../values/money.ts";
import { sessionPrice, type SessionPrices } from "../pricing/prices.ts";
import { maxTicketsPerType } from "../reserve/quantities.ts";
import { isOnSale } from "../catalog/saleWindow.ts";
import type {
  EventSnapshot,
  Buyer,
  AnswersByGroup,
  CatalogSnapshot,
  NewTicket,
  Rejected,
  TicketGroupSnapshot,
  TicketTypeSnapshot,
} from "./catalogSnapshot.ts";
import { purchaseTerm } from "../catalog/purchaseTerm.ts";
import { isSellable, countsAsVisit } from "../catalog/visibleGroups.ts";

export type HoldDecision =
  | Rejected
  | {
      readonly tickets: readonly NewTicket[];
      /** All codes of the cart after this request. */
      readonly codes: readonly CodeInCart[];
      /** The cleaned answers of the request. */
      readonly answers: AnswersByGroup;
    };

/** The parts of a request for tickets other than the tickets. */
export type HoldExtras = CodesInput & FormsInput;
export const noExtras: HoldExtras = { codes: [], preloaded: [], vouchers: undefined, answers: {} };

type TypeRequest = TicketRequest["ticket_types_required"][number];

const isRejected = (answer: object): answer is Rejected => "rejection" in answer;

/**
 * May this buyer hold these tickets? Either all or none. Only the requested tickets are checked: a full session or an ended
 * sale elsewhere in the cart does not matter.
 */
export const decideHold = (
  add: readonly TicketRequest[],
  buyer: Buyer,
  catalog: CatalogSnapshot,
  extras: HoldExtras = noExtras,
): HoldDecision => {
  // The limit is per type but also applied to the whole cart, because one reply lists at most this many. Checked before any
  // ticket is built, because a small request can ask for millions.
  const asked = add.reduce(
    (all, line) => line.ticket_types_required.reduce((sum, type) => sum + type.quantity, all),
    0,
  );
  if (buyer.held.length + asked > maxTicketsPerType)
    return reject("max_tickets_per_order_exceeded", { max: maxTicketsPerType, reason: "cart" });

  const exemptions = extras.atCounter ? counterExemptions : noExemptions;
  const tickets: NewTicket[] = [];
  for (const line of add) {
    const event = findEvent(line, catalog);
    if (!event) return reject("event_not_found", { event_template_id: line.event_template_id });
    const refusedSession = checkSession(line, event, catalog);
    if (refusedSession) return refusedSession;

    for (const wanted of line.ticket_types_required) {
      const built = buildTickets(line, wanted, buyer, { ...catalog, exemptions });
      if (isRejected(built)) return built;
      tickets.push(...built);
    }
  }
  const allowed = checkMemberTickets(tickets, buyer, catalog);
  if (isRejected(allowed)) return allowed;
  const taken = takeOverPlaces(allowed.tickets, buyer.givenUp ?? []);
  const placed = extras.oversells ? oversell(taken, buyer, catalog) : taken;
  const refused =
    checkMemberships(add, tickets, buyer, catalog) ??
    checkOrderLimits(tickets, buyer, { ...catalog, exemptions }) ??
    checkEventLimits(tickets, buyer, { ...catalog, exemptions }) ??
    checkAddOns(tickets, buyer) ??
    checkCapacity(placed, buyer, catalog);
  return refused ?? checkExtras(placed, buyer, catalog, extras);
};

/** Checks answers, vouchers and codes of tickets that are available. */
const checkExtras = (
  tickets: readonly NewTicket[],
  buyer: Buyer,
  catalog: CatalogSnapshot,
  extras: HoldExtras,
): HoldDecision => {
  const checkedAnswers = checkAnswers(tickets, buyer, catalog, extras);
  if ("rejection" in checkedAnswers) return checkedAnswers;
  const checkedVouchers = checkCityPass(tickets, catalog, { sent: extras.vouchers, givenUp: buyer.vouchersGivenUp });
  if ("rejection" in checkedVouchers) return checkedVouchers;
  const given = { ...extras, codes: [...extras.codes, ...checkedVouchers.others] };
  const checkedRules = checkCheckoutRules(tickets, buyer, { ...catalog, ...buyer.codeEligibility }, given);
  if ("rejection" in checkedRules) return checkedRules;
  return { tickets: checkedVouchers.tickets, codes: checkedRules.codes, answers: checkedAnswers.answers };
};

const checkAddOns = (tickets: readonly NewTicket[], { held, anchor }: Buyer): Rejected | undefined => {
  const refused = checkAnchor(tickets, [...held, ...tickets], anchor);
  return refused && { rejection: refused };
};

/** The event of a line, found through its ticket types. Types of other events are ignored. */
const findEvent = (line: TicketRequest, catalog: CatalogSnapshot): TicketGroupSnapshot["event"] | undefined => {
  for (const { ticket_type_id } of line.ticket_types_required) {
    const group = catalog.groups.get(catalog.types.get(ticket_type_id)?.ticket_group_id ?? "");
    if (group?.event_template_id === line.event_template_id) return group.event.retired ? undefined : group.event;
  }
  return undefined;
};

const checkSession = (
  { event_session_id, event_template_id }: TicketRequest,
  { event_type, meta: { names_start } }: EventSnapshot,
  catalog: CatalogSnapshot,
): Rejected | undefined => {
  if (event_session_id === undefined) return undefined;
  const session = catalog.sessions.get(event_session_id);
  if (!session || session.retired || session.event_template_id !== event_template_id)
    return reject("event_session_not_found", { event_session_id });
  if (session.cancelled || session.closed || isPast(session, { event_type, names_start }, catalog.now))
    return reject("event_session_not_on_sale", { event_session_id });
  return undefined;
};

const buildTickets = (
  line: TicketRequest,
  wanted: TypeRequest,
  buyer: Buyer,
  catalog: CatalogSnapshot & WithExemptions,
): NewTicket[] | Rejected => {
  const { ticket_type_id } = wanted;
  const unavailable = reject("ticket_type_not_available", { ticket_type_id });
  const type = catalog.types.get(ticket_type_id);
  const group = catalog.groups.get(type?.ticket_group_id ?? "");
  if (!type || !group || group.event_template_id !== line.event_template_id) return unavailable;
  if (!isSellable(type) || !isSellable(group)) return unavailable;
  const nonMember = rejectNonMember(group, ticket_type_id, buyer);
  if (nonMember) return nonMember;
  if (needsSession(group) && line.event_session_id === undefined) return reject("event_session_not_found");
  if (!catalog.exemptions(group).sales_window && !isOnSale(group, catalog.now))
    return reject("ticket_group_not_on_sale", { ticket_group_id: type.ticket_group_id, group: group.name });

  // Tickets without a session ignore the line's session, which applies to its other types.
  const event_session_id = needsSession(group) ? (line.event_session_id ?? null) : null;
  const session = catalog.sessions.get(event_session_id ?? "");
  const own = session?.own ?? null;
  const price = chargedPrice(type, own, wanted.face_value, buyer.currency);
  if (typeof price === "object")
    return reject("price_out_of_range", {
      ticket_type_id,
      ...(price.problem === "step" && amountStepReason(flexiblePriceStep(buyer.currency), buyer.currency)),
    });
  const membership = membershipTicket(line, ticket_type_id, group);
  const attendees = checkAttendees(membership?.fields ?? groupAttendeeFields(group, group.event.meta), wanted);
  if ("problem" in attendees) {
    const { index, field, message } = attendees.problem;
    return reject("validation_failed", { fields: [field], ticket_type_id, index, message });
  }
  return Array.from({ length: wanted.quantity }, (_, index) => ({
    ...groupFields(group, catalog.now),
    ticket_type_id,
    ticket_group_id: type.ticket_group_id,
    event_template_id: line.event_template_id,
    event_session_id,
    start_datetime: session?.start_datetime ?? null,
    end_datetime: session?.end_datetime ?? null,
    // Whether these seats can be held is decided by checkSeats.
    seat_id: hasSeats(group) ? (wanted.seat_template_ids?.[index] ?? null) : null,
    ...priceFields(price, type, catalog.step),
    tax: type.tax,
    admit_name: attendees.admit_names[index] ?? null,
    admit_email: attendees.admit_emails[index] ?? null,
    voucher: null,
    handler_data: membership?.handler_data ?? null,
    allowance_use: null,
    takes_place_of: null,
    keeps_seat_of: null,
    is_oversold: false,
  }));
};

const priceFields = (price: Minor, type: TicketTypeSnapshot, step: Minor) => {
  const { fixed, percent } = feesOf(price, type, step);
  return {
    face_value: price,
    fee_fixed: fixed,
    fee_percent: percent,
    fee_fixed_outside: type.fee_fixed_outside,
    fee_percent_outside: type.fee_percent_outside,
  };
};

/** The fields that all tickets of a group share. */
const groupFields = (group: TicketGroupSnapshot, now: Temporal.Instant) => ({
  handler: group.handler,
  timezone: group.event.timezone,
  needs_anchor: group.event.meta.requires_anchor === true,
  matches_anchor: group.event.meta.tickets_must_match_anchor_tickets === true,
  uses_capacity: countsAsVisit(group),
  ...(hasTerm(group) ? purchaseTerm(group, now, group.event.timezone) : { valid_from: null, valid_to: null }),
});

/** The catalogue's price; the buyer's amount counts only for a flexible price and within its bounds. */
const chargedPrice = (
  type: TicketTypeSnapshot,
  sessionPrices: SessionPrices,
  requested: string | undefined,
  currency: string,
): Minor | { readonly problem: PriceProblem } => {
  const { currency_amount_min: min, currency_amount_max: max } = type;
  if (min === null || max === null) return sessionPrice(type, sessionPrices);
  const amount = requested === undefined ? undefined : fromDecimal(requested, currency);
  if (amount === undefined) return { problem: "range" };
  const problem = flexiblePriceProblem(amount, { min, max }, currency);
  return problem === undefined ? amount : { problem };
};
