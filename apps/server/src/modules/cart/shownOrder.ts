import { timingSafeEqual } from "node:crypto";
import type { TicketOrder } from "@foyer/contract/ticketOrder.ts";
import { toWire } from "@foyer/rules/money.ts";
import type { Ask } from "../../http/ask.ts";

/** An order as far as it is shown. */
export type OrderRow = {
  id: string;
  order_number: number;
  identity_id: string;
  cart_id: string;
  currency: string;
  created_at: string;
  total: number;
};

/** What opens an order for whoever holds it: links in mails, and the QR code's address. */
export const orderToken = ({ outside }: Pick<Ask, "outside">, order_id: string): string =>
  outside.sign(`order:${order_id}`);

/** Does this token open the order? Compared in constant time: how long the no takes tells nothing of the right one. */
export const opensOrder = (ask: Pick<Ask, "outside">, order_id: string, token: string | undefined): boolean => {
  if (token === undefined) return false;
  const [given, right] = [Buffer.from(token), Buffer.from(orderToken(ask, order_id))];
  return given.length === right.length && timingSafeEqual(given, right);
};

export const asShown = (ask: Pick<Ask, "outside">, row: OrderRow): TicketOrder => ({
  id: row.id,
  order_number: String(row.order_number),
  identity_id: row.identity_id,
  cart_id: row.cart_id,
  currency: row.currency,
  purchased_on: row.created_at,
  token: orderToken(ask, row.id),
  ticket_order_fees: [{ total_after_fees_price: toWire(row.total, row.currency) }],
});

export const shownOrder = async (ask: Pick<Ask, "db" | "seller" | "outside">, order_id: string): Promise<TicketOrder> =>
  asShown(
    ask,
    await ask.db
      .selectFrom("ticket_order")
      .selectAll()
      .where("seller_id", "=", ask.seller.id)
      .where("id", "=", order_id)
      .executeTakeFirstOrThrow(),
  );
