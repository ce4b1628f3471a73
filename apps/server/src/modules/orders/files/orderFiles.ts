import type { Seller } from "@foyer/contract/shop/seller.ts";
import type { Database } from "../../../db/connections.ts";
import type { RequestContext } from "../../../http/requestContext.ts";
import type { BinaryReply } from "../../../http/mount.ts";
import { renderFittedImage } from "../../catalog/images/renderFittedImage.ts";
import { orderCalendar } from "./orderCalendar.ts";
import { readCalendarSource } from "./orderVisits.ts";
import type { OrderRow } from "../orders.sql.ts";
import { orderNotFound, requireOrder } from "../readOrders.ts";
import type { PrintedOrder } from "../tickets/ticketLayout.ts";
import { ticketPdf } from "../tickets/ticketPdf.ts";
import { opensDoor, readPrintedTickets, type PrintedTicket } from "../tickets/readPrintedTickets.ts";

type Sent = { readonly ticket_order_id: string; readonly token?: string | undefined };
type PrintContext = { readonly db: Database; readonly seller: Seller };

/** A ticket admits whoever shows it, so caches must not store it. */
export const downloadHeaders = (filename: string) => ({
  "cache-control": "private, no-store",
  "content-disposition": `attachment; filename="${filename}"`,
  "x-content-type-options": "nosniff",
  "referrer-policy": "no-referrer",
});

export const ticketsFilename = (order: Pick<OrderRow, "order_number">): string => `tickets-${order.order_number}.pdf`;
export const calendarFilename = (order: Pick<OrderRow, "order_number">): string => `order-${order.order_number}.ics`;

/** In pixels: four times the logo's size on a ticket in points, for print. */
const logoSize = { width: 800, height: 144, behind: "#ffffff" } as const;

export const printTickets = async (
  ctx: PrintContext,
  order: PrintedOrder,
  tickets: readonly PrintedTicket[],
): Promise<Buffer> => {
  const { logo } = ctx.seller.meta;
  return ticketPdf(
    ctx.seller,
    order,
    tickets,
    logo === undefined ? undefined : await renderFittedImage(ctx, logo, logoSize),
  );
};

export const downloadOrderTickets = async (
  ctx: RequestContext,
  { ticket_order_id, token }: Sent,
): Promise<BinaryReply> => {
  const order = await requireOrder(ctx, ticket_order_id, token);
  const tickets = (await readPrintedTickets(ctx.db, ctx.seller, order)).filter(opensDoor);
  if (tickets.length === 0) throw orderNotFound();
  return {
    bytes: await printTickets(ctx, order, tickets),
    type: "application/pdf",
    headers: downloadHeaders(ticketsFilename(order)),
  };
};

export const downloadOrderCalendar = async (
  ctx: RequestContext,
  { ticket_order_id, token }: Sent,
): Promise<BinaryReply> => {
  const order = await requireOrder(ctx, ticket_order_id, token);
  const tickets = await readPrintedTickets(ctx.db, ctx.seller, order);
  const calendar = orderCalendar(ctx.seller, ctx.providers.origin, await readCalendarSource(ctx, order, tickets));
  if (calendar === undefined) throw orderNotFound();
  return {
    bytes: Buffer.from(calendar),
    type: "text/calendar; charset=utf-8",
    headers: downloadHeaders(calendarFilename(order)),
  };
};
