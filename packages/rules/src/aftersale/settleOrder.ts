import type { Minor } from "../values/money.ts";

/** The money of an order, in minor units. */
export type OrderMoney = {
  /** The price of the tickets that are left, with fees and discounts. */
  readonly remaining: Minor;
  /** What the seller has kept of tickets that were given up. */
  readonly fees: Minor;
  /** What was paid with the purchase, and later for changes. */
  readonly bought: Minor;
  readonly paid: Minor;
  /** What was refunded to the means that paid, or is on its way there. */
  readonly refunded: Minor;
  /** What has become gift cards, without their bonus. */
  readonly giftCards: Minor;
};

export type Settlement = OrderMoney & {
  /** The valid tickets and what was kept, with the rest: what was paid less what was refunded. */
  readonly total: Minor;
  /**
   * Of the total, what no ticket and no fee accounts for. Positive: it was not paid back, such as disputed money.
   * Negative: it was refunded although the tickets are valid.
   */
  readonly rest: Minor;
};

/** How an order's money adds up after changes; undefined while it is what it was when the order was bought. */
export const settleOrder = (money: OrderMoney): Settlement | undefined => {
  const { remaining, fees, bought, paid, refunded, giftCards } = money;
  const total = bought + paid - refunded - giftCards;
  if (paid === 0 && refunded === 0 && giftCards === 0 && fees === 0 && total === remaining) return undefined;
  return { ...money, total, rest: total - remaining - fees };
};
