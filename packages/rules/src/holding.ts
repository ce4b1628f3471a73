import type { TicketsWanted } from "@foyer/contract/cart.ts";
import type { Handler, HiddenType } from "@foyer/contract/catalog.ts";
import type { RefusalCode } from "@foyer/contract/refusal.ts";
import { roomLeft, type Capacity } from "./capacity.ts";
import { feesOf } from "./fees.ts";
import { fromWire, type Minor } from "./money.ts";
import { priceIn, type OwnPrices, type PricedType } from "./prices.ts";
import { hardCap, type LimitedGroup } from "./quantities.ts";
import { isOnSale, type SaleWindow } from "./saleWindow.ts";
import { isPast, type Span } from "./allDay.ts";
import { termOf, type TermRule } from "./term.ts";
import { isSellable, type SellableType } from "./visibility.ts";

export type ShelfSession = Span &
  Capacity & {
    readonly event_template_id: string;
    readonly cancelled: boolean;
    readonly retired: boolean;
    readonly own: OwnPrices;
  };
export type ShelfGroup = LimitedGroup &
  SaleWindow &
  TermRule & {
    readonly event_template_id: string;
    readonly name: string;
    readonly handler: Handler;
    readonly hidden_type: HiddenType;
    readonly available: boolean;
    readonly retired: boolean;
    readonly event: {
      readonly hidden_type: HiddenType;
      readonly event_type: string;
      readonly timezone: string;
      readonly retired: boolean;
    };
  };
export type ShelfType = PricedType &
  SellableType & {
    readonly ticket_group_id: string;
    readonly currency_amount_min: Minor | null;
    readonly currency_amount_max: Minor | null;
  };

/** What is for sale, as it stands while nobody else can change it. */
export type Shelf = {
  readonly now: Temporal.Instant;
  readonly sessions: ReadonlyMap<string, ShelfSession>;
  readonly groups: ReadonlyMap<string, ShelfGroup>;
  readonly types: ReadonlyMap<string, ShelfType>;
};

/** A ticket that the cart holds already. */
export type HeldTicket = {
  readonly ticket_type_id: string;
  readonly ticket_group_id: string;
  readonly event_session_id: string | null;
};

export type Buyer = {
  readonly role: "anonymous" | "member";
  readonly currency: string;
  readonly held: readonly HeldTicket[];
};

/** A ticket to be held, with the price and fees that it will be sold at. */
export type NewTicket = HeldTicket & {
  readonly event_template_id: string;
  readonly face_value: Minor;
  readonly fee_fixed: Minor;
  readonly fee_percent: Minor;
  readonly admit_name: string | null;
  readonly admit_email: string | null;
  readonly valid_from: string | null;
  readonly valid_to: string | null;
};

export type HoldNo = { readonly code: RefusalCode; readonly extra: Record<string, unknown> };
export type Verdict = { readonly no: HoldNo } | { readonly tickets: readonly NewTicket[] };

type Line = TicketsWanted;
type TypeWanted = Line["ticket_types_required"][number];

const no = (code: RefusalCode, extra: Record<string, unknown> = {}): { no: HoldNo } => ({ no: { code, extra } });
const isNo = (answer: object): answer is { no: HoldNo } => "no" in answer;

/**
 * May this buyer hold these tickets? All of them or none. Only what is asked for is looked at: a full session or a
 * closed sale elsewhere in the cart stands in nobody's way.
 */
export const judgeHold = (add: readonly Line[], buyer: Buyer, shelf: Shelf): Verdict => {
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
  return judgeLimits(tickets, buyer, shelf) ?? judgeRoom(tickets, buyer, shelf) ?? { tickets };
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
  const forMembers = group.hidden_type === "public_member_only" || group.event.hidden_type === "public_member_only";
  if (forMembers && buyer.role !== "member") return unavailable;
  if (group.handler !== "tickets" && group.handler !== "passes") return unavailable;
  if (group.handler === "tickets" && line.event_session_id === undefined) return no("event_session_not_found");
  if (!isOnSale(group, shelf.now))
    return no("ticket_group_not_on_sale", { ticket_group_id: type.ticket_group_id, group: group.name });

  // A pass is for no session: the one that is named is for the other types of the line.
  const event_session_id = group.handler === "passes" ? null : (line.event_session_id ?? null);
  const own = shelf.sessions.get(event_session_id ?? "")?.own ?? null;
  const price = priceOf(type, own, wanted.face_value, buyer.currency);
  if (price === undefined) return no("price_out_of_range", { ticket_type_id });
  const fees = feesOf(price, type);
  const term =
    group.handler === "passes" ? termOf(group, shelf.now, group.event.timezone) : { valid_from: null, valid_to: null };
  return Array.from({ length: wanted.quantity }, (_, place) => ({
    ticket_type_id,
    ticket_group_id: type.ticket_group_id,
    event_template_id: line.event_template_id,
    event_session_id,
    face_value: price,
    fee_fixed: fees.fixed,
    fee_percent: fees.percent,
    admit_name: wanted.admit_names?.[place]?.trim() || null,
    admit_email: wanted.admit_emails?.[place]?.trim() || null,
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

const tally = <T>(rows: readonly T[], keyOf: (row: T) => string | null | undefined): Map<string, number> => {
  const counts = new Map<string, number>();
  for (const row of rows) {
    const key = keyOf(row);
    if (key !== null && key !== undefined) counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return counts;
};

/** Limits of one order: they count what the cart holds already. */
const judgeLimits = (tickets: readonly NewTicket[], { held }: Buyer, shelf: Shelf): { no: HoldNo } | undefined => {
  const heldOfGroup = tally(held, (ticket) => ticket.ticket_group_id);
  for (const [ticket_group_id, count] of tally(tickets, (ticket) => ticket.ticket_group_id)) {
    const group = shelf.groups.get(ticket_group_id);
    if (!group) continue;
    const inOrder = count + (heldOfGroup.get(ticket_group_id) ?? 0);
    const { max_tickets_per_order: max, min_tickets_per_order: min } = group;
    if (max >= 0 && inOrder > max)
      return no("max_tickets_per_order_exceeded", { ticket_group_id, group: group.name, max });
    if (inOrder < min) return no("min_tickets_per_order_not_met", { ticket_group_id, group: group.name, min });
  }
  return undefined;
};

/** Room in every bucket that is drawn on, lines summed first. Sold out is said only to someone who holds nothing of it. */
const judgeRoom = (tickets: readonly NewTicket[], { held }: Buyer, shelf: Shelf): { no: HoldNo } | undefined => {
  const heldOfSession = tally(held, (ticket) => ticket.event_session_id);
  for (const [event_session_id, count] of sessionDraw(tickets, shelf)) {
    const session = shelf.sessions.get(event_session_id);
    if (!session || count <= roomLeft(session)) continue;
    const soldOut = roomLeft(session) === 0 && !heldOfSession.has(event_session_id);
    return no(soldOut ? "event_session_sold_out" : "session_capacity_exceeded", { event_session_id });
  }

  const heldOfGroup = tally(held, (ticket) => ticket.ticket_group_id);
  for (const [ticket_group_id, count] of groupDraw(tickets)) {
    const group = shelf.groups.get(ticket_group_id);
    if (!group || count <= roomLeft(group)) continue;
    const soldOut = roomLeft(group) === 0 && !heldOfGroup.has(ticket_group_id);
    return no(soldOut ? "ticket_group_sold_out" : "ticket_group_capacity_exceeded", {
      ticket_group_id,
      group: group.name,
    });
  }
  return undefined;
};

/** Places that tickets take in their sessions. Groups apart from the session's room take none. */
export const sessionDraw = (tickets: readonly HeldTicket[], { groups }: Pick<Shelf, "groups">): Map<string, number> =>
  tally(tickets, (ticket) =>
    groups.get(ticket.ticket_group_id)?.exclude_from_event_capacity ? null : ticket.event_session_id,
  );

/** Tickets that are taken out of their groups. */
export const groupDraw = (tickets: readonly HeldTicket[]): Map<string, number> =>
  tally(tickets, (ticket) => ticket.ticket_group_id);
