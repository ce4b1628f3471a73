import { feesOf, type FeeRule } from "./fees.ts";
import type { Minor } from "../values/money.ts";

export type PricedType = FeeRule & { readonly id: string; readonly currency_amount: Minor };

/** Prices of one session that differ from the types' own, in minor units by type id; null without any. */
export type SessionPrices = Readonly<Record<string, Minor>> | null;

/** A price before fees and the outside fees on it, in minor units. */
export type Price = { readonly price: Minor; readonly fees: Minor };

/** The price of a ticket in a session, before fees: the session's own price if it has one. */
export const sessionPrice = (type: Pick<PricedType, "id" | "currency_amount">, own: SessionPrices): Minor =>
  own?.[type.id] ?? type.currency_amount;

/** The price of a ticket in a session, with its fees. */
export const ticketPrice = (type: PricedType, own: SessionPrices, step: Minor): Price => {
  const price = sessionPrice(type, own);
  const { fixed, percent } = feesOf(price, type, step);
  return { price, fees: fixed + percent };
};

/**
 * The lowest price among types, for listings; of equal prices the one with lower fees. A free type, such as for a
 * small child, counts only if all types are free: 'Free' would promise too much. Undefined without types.
 */
export const lowestPrice = (types: readonly PricedType[], own: SessionPrices, step: Minor): Price | undefined => {
  const prices = types.map((type) => ticketPrice(type, own, step));
  const paid = prices.filter(({ price }) => price > 0);
  return lowestOf(paid.length > 0 ? paid : prices);
};

/** The lowest of several prices; of equal ones, that with the lower fees. */
export const lowestOf = (prices: readonly Price[]): Price | undefined =>
  prices.reduce<Price | undefined>(
    (least, price) => (least && (least.price - price.price || least.fees - price.fees) <= 0 ? least : price),
    undefined,
  );

/** The price of a basket in a session. Fees are calculated per ticket, as they are charged. */
export const basketPrice = (
  basket: readonly { readonly type: PricedType; readonly quantity: number }[],
  own: SessionPrices,
  step: Minor,
): Price =>
  basket.reduce<Price>(
    (sum, { type, quantity }) => {
      const { price, fees } = ticketPrice(type, own, step);
      return { price: sum.price + quantity * price, fees: sum.fees + quantity * fees };
    },
    { price: 0, fees: 0 },
  );
