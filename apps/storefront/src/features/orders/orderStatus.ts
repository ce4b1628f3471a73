import type { CartLine } from "@foyer/contract/shop/cart.ts";
import type { OrderReply } from "@foyer/contract/shop/orders/orders.ts";
import { hasEnded } from "@foyer/rules/account/sessionFlag.ts";
import { isCancelledOrder } from "./card/OrderCard.tsx";

/**
 * Hours after the purchase during which its page is shown as its confirmation. Generous, because it compares with the
 * visitor's clock.
 */
const confirmationHours = 24;

/**
 * What a page says about its orders: that they were bought just now (`complete`) or earlier (`earlier`), that their visits
 * are over (`past`), that they were cancelled, or that they are no longer paid for.
 */
export type OrderStatus = "complete" | "earlier" | "past" | "cancelled" | "unpaid";

export const orderStatus = (
  { ticket_order, lines, taken_back }: Pick<OrderReply, "ticket_order" | "lines" | "taken_back">,
  now: Temporal.Instant,
): OrderStatus => {
  const orders = ticket_order._data;
  if (orders.some(({ id }) => taken_back[id] !== undefined)) return "unpaid";
  const of = orders.map(({ id }) => lines[id] ?? []);
  if (of.every(isCancelledOrder)) return "cancelled";
  if (of.every((lines) => isOver(lines, now))) return "past";
  const isJustBought = orders.some(
    ({ purchased_on }) => Temporal.Instant.from(purchased_on).until(now).total("hours") < confirmationHours,
  );
  return isJustBought ? "complete" : "earlier";
};

/**
 * Whether nothing is still to come: each visit is past or cancelled. Memberships and gift cards have no day that could be
 * past.
 */
const isOver = (lines: readonly CartLine[], now: Temporal.Instant): boolean =>
  lines.every(
    ({ flag, end_datetime }) =>
      flag === "past" || flag === "cancelled" || (flag === "redeemed" && hasEnded(end_datetime, now)),
  );
