import type { printDeskTickets, DeskPrintedTicket as Printed } from "@foyer/contract/office/orders/deskOrder.ts";
import type { StaffReceived, StaffReply } from "@foyer/contract/office/staff/staffEndpoint.ts";
import type { StaffContext } from "../../../http/staff/staffContext.ts";
import { audit, changing } from "../../../modules/audit/audit.ts";
import {
  opensDoor,
  readPrintedTickets,
  type PrintedTicket,
} from "../../../modules/orders/tickets/readPrintedTickets.ts";
import { entityOf, requireDeskOrder } from "../deskOrders.ts";

/** Tickets with their codes. Printing them needs the same permission as sending them to any address. */
export const printDeskOrderTickets = async (
  ctx: StaffContext,
  { order_number }: StaffReceived<typeof printDeskTickets>,
): Promise<StaffReply<typeof printDeskTickets>> => {
  const order = await requireDeskOrder(ctx, order_number);
  return changing(ctx, async (tx) => {
    const tickets = (await readPrintedTickets(tx.db, tx.seller, order)).filter(opensDoor);
    await audit(tx, { action: "order.printed", entity: entityOf(order), after: { tickets: tickets.length } });
    return { tickets: tickets.map(present) };
  });
};

const present = (ticket: PrintedTicket): Printed => {
  const { id, event_name, type_name, start_datetime, all_day, timezone, scan_code } = ticket;
  return {
    id,
    event: event_name,
    type: type_name,
    visit: start_datetime === null ? null : { start_datetime, all_day, timezone },
    term: ticket.card?.term ?? ticket.ticket_date_time,
    seat: ticket.seat_name,
    admit_name: ticket.admit_name,
    venue: [ticket.venue_name, ticket.venue_address].filter(Boolean).join(", ") || null,
    scan_code,
  };
};
