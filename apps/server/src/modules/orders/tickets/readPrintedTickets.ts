import type { Seller } from "@foyer/contract/shop/seller.ts";
import { isAllDay } from "@foyer/rules/catalog/allDay.ts";
import { grantsAdmission, isMembership } from "@foyer/rules/catalog/handlers.ts";
import type { Database } from "../../../db/connections.ts";
import { readCartTickets, type CartTicket } from "../../cart/read/readCartTickets.ts";
import { orderedEvents, type OrderedEvent } from "../orderedEvents.sql.ts";
import { formatCardTerm } from "../../membership/cards/cardEmail.ts";
import { canLogInByNumber } from "../../identity/loginFeatures.ts";
import { readOrderCards, type CardRow } from "../../membership/cards/readCards.ts";
import type { OrderRow } from "../orders.sql.ts";

/** A ticket as it is printed, with names in place of ids. */
export type PrintedTicket = {
  readonly id: string;
  readonly scan_code: string;
  readonly code_number: number;
  /** The sending that gave it to another person; null while the buyer has it. */
  readonly sending_id: string | null;
  readonly event_template_id: string;
  readonly event_session_id: string | null;
  readonly event_name: string;
  readonly type_name: string;
  readonly admit_name: string | null;
  readonly seat_name: string | null;
  readonly venue_name: string | null;
  readonly venue_address: string | null;
  readonly timezone: string;
  readonly start_datetime: string | null;
  readonly end_datetime: string | null;
  readonly local_day: string | null;
  readonly local_start: string | null;
  readonly session_cancelled: boolean;
  readonly is_used: boolean;
  readonly all_day: boolean;
  readonly ticket_date_time: string | null;
  /** Price with fees in minor units; null if it must not be printed. */
  readonly paid: number | null;
  /** For a membership card, which has a term in place of a date. */
  readonly card?: { readonly member_number: string; readonly term: string };
};

/** Whether a ticket still grants admission: not if the venue has cancelled its session. */
export const opensDoor = ({ session_cancelled }: Pick<PrintedTicket, "session_cancelled">): boolean =>
  !session_cancelled;

/** The tickets of an order that grant admission and that its buyer has, in the cart's order. */
export const readPrintedTickets = async (
  db: Database,
  seller: Seller,
  order: OrderRow,
): Promise<readonly PrintedTicket[]> =>
  (await readAllPrintedTickets(db, seller, order)).filter(({ sending_id }) => sending_id === null);

/**
 * The same including tickets that were sent on: the caller checks whose code it shows. If member numbers log in, cards in
 * the accounts of people other than the buyer or `reader_id` are left out: those people got their own e-mails.
 */
export const readAllPrintedTickets = async (
  db: Database,
  seller: Seller,
  order: OrderRow,
  reader_id?: string,
): Promise<readonly PrintedTicket[]> =>
  (await readPrintedTicketsOfOrders(db, seller, [order], reader_id)).flatMap((tickets) => tickets);

/** The tickets of several orders, in their order, with as many statements as for one. */
export const readPrintedTicketsOfOrders = async (
  db: Database,
  seller: Seller,
  orders: readonly OrderRow[],
  reader_id?: string,
): Promise<(readonly PrintedTicket[])[]> => {
  if (orders.length === 0) return [];
  const ids = orders.map(({ id }) => id);
  const ofCarts = await readCartTickets(
    db,
    seller.id,
    orders.map(({ cart_id }) => cart_id),
  );
  const hasCards = [...ofCarts.values()].some((tickets) => tickets.some(isMembership));
  const cards = hasCards ? await readOrderCards({ db, seller }, ids) : [];
  const eventByGroup = new Map(
    (await orderedEvents({ db, seller }, ids)).map((event) => [event.ticket_group_id, event]),
  );
  return orders.map((order) =>
    printedTickets(seller, order, { tickets: ofCarts.get(order.cart_id) ?? [], cards, eventByGroup, reader_id }),
  );
};

type PrintedFrom = {
  readonly tickets: readonly CartTicket[];
  readonly cards: readonly CardRow[];
  readonly eventByGroup: ReadonlyMap<string, OrderedEvent>;
  readonly reader_id: string | undefined;
};

const printedTickets = (
  seller: Seller,
  order: OrderRow,
  { tickets, cards, eventByGroup, reader_id }: PrintedFrom,
): PrintedTicket[] => {
  const isVisible = ({ identity_id }: CardRow): boolean =>
    [null, order.owner_identity_id, reader_id].includes(identity_id) || !canLogInByNumber({ seller });
  const cardByTicket = new Map(cards.filter(isVisible).map((card) => [card.ticket_id, card]));
  return tickets.flatMap((ticket) => {
    const event = eventByGroup.get(ticket.ticket_group_id);
    if (!event || !grantsAdmission(event) || ticket.scan_code === null || ticket.ticket_order_id !== order.id)
      return [];
    if (!isMembership(ticket)) return toPrintedTicket(ticket, ticket.scan_code, event);
    // A gift has no card: its recipient gets one when redeeming it.
    const card = cardByTicket.get(ticket.id);
    if (!card) return [];
    return { ...toPrintedCard(seller, card), id: ticket.id, code_number: ticket.code_number, paid: paidAmount(ticket) };
  });
};

const toPrintedTicket = (
  ticket: CartTicket,
  scan_code: string,
  event: { readonly venue_name: string | null; readonly venue_address: string | null },
): PrintedTicket => {
  const { start_datetime, end_datetime } = ticket;
  return {
    id: ticket.id,
    scan_code,
    code_number: ticket.code_number,
    sending_id: ticket.sending_id,
    event_template_id: ticket.event_template_id,
    event_session_id: ticket.event_session_id,
    event_name: ticket.event_name,
    type_name: ticket.type_name,
    admit_name: ticket.admit_name,
    seat_name: ticket.seat_name,
    venue_name: event.venue_name,
    venue_address: event.venue_address,
    timezone: ticket.timezone,
    start_datetime,
    end_datetime,
    local_day: ticket.local_day,
    local_start: ticket.local_start,
    session_cancelled: ticket.session_cancelled,
    is_used: ticket.state === "redeemed",
    all_day: start_datetime !== null && end_datetime !== null && isAllDay({ start_datetime, end_datetime }, ticket),
    ticket_date_time: ticket.ticket_date_time,
    paid: paidAmount(ticket),
  };
};

const paidAmount = ({ adjusted_value, fee_fixed, fee_percent }: CartTicket): number =>
  adjusted_value + fee_fixed + fee_percent;

export const toPrintedCard = (seller: Seller, card: CardRow): PrintedTicket => ({
  id: card.id,
  scan_code: card.scan_code,
  code_number: 0,
  sending_id: null,
  event_template_id: card.event_template_id,
  event_session_id: null,
  event_name: card.level_name,
  type_name: card.type_name,
  admit_name: card.holder_name,
  seat_name: null,
  venue_name: card.venue_name,
  venue_address: card.venue_address,
  timezone: card.timezone,
  start_datetime: null,
  end_datetime: null,
  local_day: null,
  local_start: null,
  session_cancelled: false,
  is_used: false,
  all_day: false,
  ticket_date_time: null,
  paid: null,
  // Non-breaking spaces within each date.
  card: { member_number: card.member_number, term: formatCardTerm(seller, card).replaceAll(/(?<!–) (?!–)/g, "\u00a0") },
});
