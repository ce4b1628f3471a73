import { feesOf, type FeeRule } from "./fees.ts";
import type { Minor } from "../values/money.ts";

export type PricedType = FeeRule & { readonly id: string; readonly currency_amount: Minor };

/** Prices of one session that differ from the types' own, by type. */
export type SessionPrices = Readonly<Record<string, Minor>> | null;

/** A price before fees, and the outside fees on it. */
export type Price = { readonly price: Minor; readonly fees: Minor };

/** What a ticket of a type costs in a session, before fees: the session's own price when it has one. */
export const sessionPrice = (type: Pick<PricedType, "id" | "currency_amount">, own: SessionPrices): Minor =>
  own?.[type.id] ?? type.currency_amount;

/** What a ticket of a type costs in a session, with its fees beside it. */
export const ticketPrice = (type: PricedType, own: SessionPrices): Price => {
  const price = sessionPrice(type, own);
  const { fixed, percent } = feesOf(price, type);
  return { price, fees: fixed + percent };
};

/**
 * The price that a poster names: the lowest among types, of two that cost the same the one with the lower fees. A type
 * that costs nothing, such as a small child's, is named only when all are free: 'Free' would promise too much.
 * Undefined where there is no type.
 */
export const lowestPrice = (types: readonly PricedType[], own: SessionPrices): Price | undefined => {
  const prices = types.map((type) => ticketPrice(type, own));
  const paid = prices.filter(({ price }) => price > 0);
  return lowestOf(paid.length > 0 ? paid : prices);
};

/** The lowest of prices. */
export const lowestOf = (prices: readonly Price[]): Price | undefined =>
  prices.reduce<Price | undefined>(
    (least, price) => (least && (least.price - price.price || least.fees - price.fees) <= 0 ? least : price),
    undefined,
  );

/** What a basket costs in a session. Fees are taken ticket by ticket, as they are charged. */
export const basketPrice = (
  basket: readonly { readonly type: PricedType; readonly quantity: number }[],
  own: SessionPrices,
): Price =>
  basket.reduce<Price>(
    (sum, { type, quantity }) => {
      const { price, fees } = ticketPrice(type, own);
      return { price: sum.price + quantity * price, fees: sum.fees + quantity * fees };
    },
    { price: 0, fees: 0 },
  );
