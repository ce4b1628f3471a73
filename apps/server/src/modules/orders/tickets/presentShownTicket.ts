import type { SentTicket } from "@foyer/contract/shop/aftersale/sentTicket.ts";
import type { DoorTicket } from "@foyer/contract/shop/orders/doorTicket.ts";
import type { PrintedTicket } from "./readPrintedTickets.ts";

type ShownTicket = Pick<DoorTicket, keyof DoorTicket & keyof SentTicket>;

/** What is shown of a ticket whether its buyer still has it or has sent it on. */
export const presentShownTicket = (ticket_order_id: string, ticket: PrintedTicket): ShownTicket => ({
  id: ticket.id,
  ticket_order_id,
  event_name: ticket.event_name,
  type_name: ticket.type_name,
  admit_name: ticket.admit_name,
  seat_name: ticket.seat_name,
  local_day: ticket.local_day,
  local_start: ticket.local_start,
  all_day: ticket.all_day,
  ticket_date_time: ticket.ticket_date_time,
  is_used: ticket.is_used,
});
