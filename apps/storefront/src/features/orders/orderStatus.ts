import type { CartLine } from "@foyer/contract/shop/cart.ts";
import type { OrderReply } from "@foyer/contract/shop/orders/orders.ts";
import { hasEnded } from "@foyer/rules/account/sessionFlag.ts";
import { isCancelledOrder } from "./card/OrderCard.tsx";

/** How long after the purchase its page is its confirmation. Generous, because the clock is the visitor's own. */
const confirmationHours = 24;

/**
 * What the page of some orders says of them: that they were bought just now (`complete`) or before (`earlier`), that their
 * visits are over (`past`), that they were cancelled since, or that they are not paid any more.
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

/** Nothing of it is ahead: each visit was, or is cancelled. Memberships and gift cards have no day that could be over. */
const isOver = (lines: readonly CartLine[], now: Temporal.Instant): boolean =>
  lines.every(
    ({ flag, end_datetime }) =>
      flag === "past" || flag === "cancelled" || (flag === "redeemed" && hasEnded(end_datetime, now)),
  );
