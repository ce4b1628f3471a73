import { timingSafeEqual } from "node:crypto";
import type { TicketOrder } from "@foyer/contract/shop/orders/ticketOrder.ts";
import { toDecimal } from "@foyer/rules/values/money.ts";
import type { RequestContext } from "../../../http/requestContext.ts";
import { ticketOrderRow, type TicketOrderRow } from "./readTicketOrder.sql.ts";

export type { TicketOrderRow } from "./readTicketOrder.sql.ts";

/** The token that opens an order without a login. It is in e-mail links and in the QR code's URL. */
export const orderToken = ({ providers }: Pick<RequestContext, "providers">, order_id: string): string =>
  providers.sign(`order:${order_id}`);

/** A ticket and the number of its scan code. */
export type CodedTicket = { readonly id: string; readonly code_number: number };

/**
 * The token that opens one ticket, so that it can be passed on without the order. A new scan code invalidates earlier
 * tokens.
 */
export const ticketToken = (
  { providers }: Pick<RequestContext, "providers">,
  { id, code_number }: CodedTicket,
): string => providers.sign(code_number === 0 ? `ticket:${id}` : `ticket:${id}:${code_number}`);

/** The token that opens what was sent on to one person, and nothing else of the order. */
export const sendingToken = ({ providers }: Pick<RequestContext, "providers">, sending_id: string): string =>
  providers.sign(`ticket_sending:${sending_id}`);

/** Compares in constant time, so that the response time reveals nothing about the token. */
export const isSameToken = (token: string | undefined, right: string): boolean => {
  if (token === undefined) return false;
  const [given, expected] = [Buffer.from(token), Buffer.from(right)];
  return given.length === expected.length && timingSafeEqual(given, expected);
};

export const isOrderToken = (
  ctx: Pick<RequestContext, "providers">,
  order_id: string,
  token: string | undefined,
): boolean => isSameToken(token, orderToken(ctx, order_id));

export const isTicketToken = (
  ctx: Pick<RequestContext, "providers">,
  ticket: CodedTicket,
  token: string | undefined,
): boolean => isSameToken(token, ticketToken(ctx, ticket));

export const isSendingToken = (
  ctx: Pick<RequestContext, "providers">,
  sending_id: string,
  token: string | undefined,
): boolean => isSameToken(token, sendingToken(ctx, sending_id));

export const presentOrder = (ctx: Pick<RequestContext, "providers">, row: TicketOrderRow): TicketOrder => ({
  id: row.id,
  order_number: String(row.order_number),
  identity_id: row.identity_id,
  cart_id: row.cart_id,
  currency: row.currency,
  purchased_on: row.created_at,
  token: orderToken(ctx, row.id),
  confirmation_held: row.confirmation_held,
  ticket_order_fees: [{ total_after_fees_price: toDecimal(row.total, row.currency) }],
});

export const readTicketOrder = async (
  ctx: Pick<RequestContext, "db" | "seller" | "providers">,
  order_id: string,
): Promise<TicketOrder> => presentOrder(ctx, await ticketOrderRow(ctx.db, ctx.seller.id, order_id));
