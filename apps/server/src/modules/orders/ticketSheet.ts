import type { Seller } from "@foyer/contract/seller.ts";
import { isAllDay } from "@foyer/rules/allDay.ts";
import { opensDoor } from "@foyer/rules/handlers.ts";
import type { Database } from "../../db/connect.ts";
import { ticketsOfCarts, type TicketOfCart } from "../cart/ticketsOfCarts.ts";
import { orderedEvents } from "../checkout/orderedEvents.ts";
import type { OrderRow } from "./orders.sql.ts";

/** A ticket as it is printed: everything by the name that a person knows it by. */
export type PrintedTicket = {
  readonly id: string;
  readonly scan_code: string;
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
  readonly all_day: boolean;
  readonly ticket_date_time: string | null;
  /** What it cost, fees included, in minor units. */
  readonly paid: number;
};

/** The tickets of an order that open a door, in the order in which the cart lists them. */
export const ticketSheet = async (db: Database, seller: Seller, order: OrderRow): Promise<readonly PrintedTicket[]> => {
  const tickets = (await ticketsOfCarts(db, seller.id, [order.cart_id])).get(order.cart_id) ?? [];
  const places = new Map(
    (await orderedEvents({ db, seller }, order.id)).map((place) => [place.ticket_group_id, place]),
  );
  return tickets.flatMap((ticket) => {
    const place = places.get(ticket.ticket_group_id);
    if (!place || !opensDoor(place) || ticket.scan_code === null || ticket.ticket_order_id !== order.id) return [];
    return printed(ticket, ticket.scan_code, place);
  });
};

const printed = (
  ticket: TicketOfCart,
  scan_code: string,
  place: { readonly venue_name: string | null; readonly venue_address: string | null },
): PrintedTicket => {
  const { start_datetime, end_datetime } = ticket;
  return {
    id: ticket.id,
    scan_code,
    event_template_id: ticket.event_template_id,
    event_session_id: ticket.event_session_id,
    event_name: ticket.event_name,
    type_name: ticket.type_name,
    admit_name: ticket.admit_name,
    seat_name: ticket.seat_name,
    venue_name: place.venue_name,
    venue_address: place.venue_address,
    timezone: ticket.timezone,
    start_datetime,
    end_datetime,
    local_day: ticket.local_day,
    all_day:
      start_datetime !== null && end_datetime !== null && isAllDay({ start_datetime, end_datetime }, ticket.event_type),
    ticket_date_time: ticket.ticket_date_time,
    paid: ticket.adjusted_value + ticket.fee_fixed + ticket.fee_percent,
  };
};
