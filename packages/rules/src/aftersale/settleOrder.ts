import type { Minor } from "../values/money.ts";

/** The money of an order, in minor units. */
export type OrderMoney = {
  /** The price of the remaining tickets, with fees and discounts. */
  readonly remaining: Minor;
  /** What the seller kept for tickets that were given up. */
  readonly fees: Minor;
  /** Paid with the purchase, and later for changes. */
  readonly bought: Minor;
  readonly paid: Minor;
  /** Refunded to the original payment methods, or on its way there. */
  readonly refunded: Minor;
  /** Refunded as gift cards, without their bonus. */
  readonly giftCards: Minor;
};

export type Settlement = OrderMoney & {
  /** The sum of the valid tickets, the kept fees and `rest`; it equals what was paid less what was refunded. */
  readonly total: Minor;
  /**
   * The part of the total that no ticket or fee accounts for. Positive: not refunded, such as disputed money. Negative:
   * refunded although the tickets are valid.
   */
  readonly rest: Minor;
};

/** How an order's money adds up after changes; undefined if it is the same as at purchase. */
export const settleOrder = (money: OrderMoney): Settlement | undefined => {
  const { remaining, fees, bought, paid, refunded, giftCards } = money;
  const total = bought + paid - refunded - giftCards;
  if (paid === 0 && refunded === 0 && giftCards === 0 && fees === 0 && total === remaining) return undefined;
  return { ...money, total, rest: total - remaining - fees };
};
