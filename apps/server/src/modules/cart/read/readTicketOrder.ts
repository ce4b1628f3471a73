import { timingSafeEqual } from "node:crypto";
import type { TicketOrder } from "@foyer/contract/shop/ticketOrder.ts";
import { toDecimal } from "@foyer/rules/values/money.ts";
import type { RequestContext } from "../../../http/requestContext.ts";

/** An order as far as it is shown. */
export type TicketOrderRow = {
  id: string;
  order_number: number;
  identity_id: string;
  cart_id: string;
  currency: string;
  created_at: string;
  total: number;
};

/** What opens an order for whoever holds it: links in mails, and the QR code's address. */
export const orderToken = ({ providers }: Pick<RequestContext, "providers">, order_id: string): string =>
  providers.sign(`order:${order_id}`);

/** Does this token open the order? Compared in constant time: how long the no takes tells nothing of the right one. */
export const isOrderToken = (
  ctx: Pick<RequestContext, "providers">,
  order_id: string,
  token: string | undefined,
): boolean => {
  if (token === undefined) return false;
  const [given, expected] = [Buffer.from(token), Buffer.from(orderToken(ctx, order_id))];
  return given.length === expected.length && timingSafeEqual(given, expected);
};

export const presentOrder = (ctx: Pick<RequestContext, "providers">, row: TicketOrderRow): TicketOrder => ({
  id: row.id,
  order_number: String(row.order_number),
  identity_id: row.identity_id,
  cart_id: row.cart_id,
  currency: row.currency,
  purchased_on: row.created_at,
  token: orderToken(ctx, row.id),
  ticket_order_fees: [{ total_after_fees_price: toDecimal(row.total, row.currency) }],
});

export const readTicketOrder = async (
  ctx: Pick<RequestContext, "db" | "seller" | "providers">,
  order_id: string,
): Promise<TicketOrder> =>
  presentOrder(
    ctx,
    await ctx.db
      .selectFrom("ticket_order")
      .selectAll()
      .where("seller_id", "=", ctx.seller.id)
      .where("id", "=", order_id)
      .executeTakeFirstOrThrow(),
  );
