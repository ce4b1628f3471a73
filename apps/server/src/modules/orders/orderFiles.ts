import type { Seller } from "@foyer/contract/seller.ts";
import type { Database } from "../../db/connect.ts";
import type { Ask } from "../../http/ask.ts";
import type { Bytes } from "../../http/mount.ts";
import { fittedPicture } from "../catalog/fittedPicture.ts";
import { orderCalendar } from "./orderCalendar.ts";
import type { OrderRow } from "./orders.sql.ts";
import { noSuchOrder, openOrder } from "./readOrders.ts";
import { ticketPdf, type PrintedOrder } from "./ticketPdf.ts";
import { ticketSheet, type PrintedTicket } from "./ticketSheet.ts";

type Sent = { readonly ticket_order_id: string; readonly token?: string | undefined };
type Printer = { readonly db: Database; readonly seller: Seller };

/** Whoever holds a ticket gets in: no cache may keep one. */
const download = (filename: string) => ({
  "cache-control": "private, no-store",
  "content-disposition": `attachment; filename="${filename}"`,
  "x-content-type-options": "nosniff",
  "referrer-policy": "no-referrer",
});

export const ticketsFilename = (order: Pick<OrderRow, "order_number">): string => `tickets-${order.order_number}.pdf`;
export const calendarFilename = (order: Pick<OrderRow, "order_number">): string => `order-${order.order_number}.ics`;

/** Points of the mark on a ticket, four times as fine for print. */
const mark = { width: 800, height: 144, behind: "#ffffff" } as const;

export const printTickets = async (
  printer: Printer,
  order: PrintedOrder,
  tickets: readonly PrintedTicket[],
): Promise<Buffer> => {
  const { logo } = printer.seller.meta;
  return ticketPdf(
    printer.seller,
    order,
    tickets,
    logo === undefined ? undefined : await fittedPicture(printer, logo, mark),
  );
};

export const orderTicketsFile = async (ask: Ask, { ticket_order_id, token }: Sent): Promise<Bytes> => {
  const order = await openOrder(ask, ticket_order_id, token);
  const tickets = await ticketSheet(ask.db, ask.seller, order);
  if (tickets.length === 0) throw noSuchOrder();
  return {
    bytes: await printTickets(ask, order, tickets),
    type: "application/pdf",
    headers: download(ticketsFilename(order)),
  };
};

export const orderCalendarFile = async (ask: Ask, { ticket_order_id, token }: Sent): Promise<Bytes> => {
  const order = await openOrder(ask, ticket_order_id, token);
  const calendar = orderCalendar(ask.seller, ask.outside.origin, order, await ticketSheet(ask.db, ask.seller, order));
  if (calendar === undefined) throw noSuchOrder();
  return {
    bytes: Buffer.from(calendar),
    type: "text/calendar; charset=utf-8",
    headers: download(calendarFilename(order)),
  };
};
