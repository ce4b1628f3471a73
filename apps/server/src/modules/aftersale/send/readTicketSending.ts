import type { Received, Reply } from "@foyer/contract/endpoint.ts";
import type { getTicketSending } from "@foyer/contract/shop/aftersale/ticketSending.ts";
import { Refused } from "../../../errors/refused.ts";
import type { BinaryReply } from "../../../http/mount.ts";
import type { RequestContext } from "../../../http/requestContext.ts";
import { isSendingToken } from "../../cart/read/readTicketOrder.ts";
import { orderCalendar } from "../../orders/files/orderCalendar.ts";
import { calendarFilename, downloadHeaders, printTickets, ticketsFilename } from "../../orders/files/orderFiles.ts";
import { readCalendarSource } from "../../orders/files/orderVisits.ts";
import { findOrder, presentDoorTicket, type OrderRow } from "../../orders/readOrders.ts";
import { opensDoor, readAllPrintedTickets, type PrintedTicket } from "../../orders/tickets/readPrintedTickets.ts";
import { selectSending, type SendingRow } from "./ticketSendings.sql.ts";

type Sent = Received<typeof getTicketSending>;
type OpenedSending = {
  readonly sending: SendingRow;
  readonly order: OrderRow;
  /** The tickets that the recipient still has. Prices are left out, because they concern only the buyer. */
  readonly tickets: readonly PrintedTicket[];
};

const sendingNotFound = (): Refused =>
  new Refused({ code: "not_found", context: "order", description: "We could not find these tickets." });

/** The sending that a token opens. The visitor's session does not matter: a recipient has only the link. */
const requireSending = async (ctx: RequestContext, { sending_id, token }: Sent): Promise<OpenedSending> => {
  if (!isSendingToken(ctx, sending_id, token)) throw sendingNotFound();
  const sending = await selectSending(ctx, sending_id);
  const order = sending && (await findOrder(ctx, sending.ticket_order_id));
  if (!sending || !order) throw sendingNotFound();
  const tickets = (await readAllPrintedTickets(ctx.db, ctx.seller, order))
    .filter((ticket) => ticket.sending_id === sending_id)
    .map((ticket) => ({ ...ticket, paid: null }));
  return { sending, order, tickets };
};

export const readTicketSending = async (ctx: RequestContext, sent: Sent): Promise<Reply<typeof getTicketSending>> => {
  const { sending, order, tickets: all } = await requireSending(ctx, sent);
  const tickets = all.filter(opensDoor);
  return {
    sender_name: sending.sender_name,
    message: sending.message,
    sent_at: sending.sent_at,
    door_ticket: { _data: tickets.map((ticket) => presentDoorTicket(ctx, order.id, ticket)) },
    ended: sending.tickets - tickets.length,
  };
};

export const downloadSentTickets = async (ctx: RequestContext, sent: Sent): Promise<BinaryReply> => {
  const { order, tickets: all } = await requireSending(ctx, sent);
  const tickets = all.filter(opensDoor);
  if (tickets.length === 0) throw sendingNotFound();
  return {
    bytes: await printTickets(ctx, order, tickets),
    type: "application/pdf",
    headers: downloadHeaders(ticketsFilename(order)),
  };
};

export const downloadSentCalendar = async (ctx: RequestContext, sent: Sent): Promise<BinaryReply> => {
  const { sending, order, tickets } = await requireSending(ctx, sent);
  const source = await readCalendarSource(ctx, order, tickets, sending.id);
  const calendar = orderCalendar(ctx.seller, ctx.providers.origin, source);
  if (calendar === undefined) throw sendingNotFound();
  return {
    bytes: Buffer.from(calendar),
    type: "text/calendar; charset=utf-8",
    headers: downloadHeaders(calendarFilename(order)),
  };
};
