import type { RequestContext } from "../../../http/requestContext.ts";
import { Refused } from "../../../errors/refused.ts";
import type { BinaryReply } from "../../../http/mount.ts";
import { isTicketToken } from "../../cart/read/readTicketOrder.ts";
import { renderQrCode } from "../../catalog/images/renderQrCode.ts";
import { orderOfTicket, type OrderRow } from "../orders.sql.ts";
import { findOrder } from "../readOrders.ts";
import { opensDoor, readAllPrintedTickets, type PrintedTicket } from "../tickets/readPrintedTickets.ts";
import { downloadHeaders, printTickets } from "./orderFiles.ts";

type Sent = { readonly ticket_id: string; readonly token?: string | undefined };
type GivenTicket = { readonly order: OrderRow; readonly ticket: PrintedTicket };

const ticketNotFound = (): Refused =>
  new Refused({ code: "not_found", context: "order", description: "We could not find that ticket." });

/**
 * The ticket that a token opens. The visitor's session does not matter: an image is fetched without it, and a link is
 * passed on.
 */
const requireGivenTicket = async (ctx: RequestContext, { ticket_id, token }: Sent): Promise<GivenTicket> => {
  const coded = await orderOfTicket(ctx, ticket_id);
  if (!coded || !isTicketToken(ctx, coded, token)) throw ticketNotFound();
  const order = coded.ticket_order_id === null ? undefined : await findOrder(ctx, coded.ticket_order_id);
  const printed = order ? await readAllPrintedTickets(ctx.db, ctx.seller, order) : [];
  const ticket = printed.find(({ id }) => id === ticket_id);
  if (!order || !ticket || !opensDoor(ticket)) throw ticketNotFound();
  return { order, ticket };
};

export const renderTicketQrCode = async (ctx: RequestContext, sent: Sent): Promise<BinaryReply> => {
  const { ticket } = await requireGivenTicket(ctx, sent);
  return {
    bytes: await renderQrCode(ticket.scan_code, 4),
    type: "image/png",
    headers: { "cache-control": "private, no-store" },
  };
};

/** The PDF has no price, because a ticket may be given to somebody else. */
export const downloadTicket = async (ctx: RequestContext, sent: Sent): Promise<BinaryReply> => {
  const { order, ticket } = await requireGivenTicket(ctx, sent);
  return {
    bytes: await printTickets(ctx, order, [{ ...ticket, paid: null }]),
    type: "application/pdf",
    headers: downloadHeaders(`ticket-${order.order_number}.pdf`),
  };
};
