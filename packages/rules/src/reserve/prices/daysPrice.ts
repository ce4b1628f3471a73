import type { Money } from "@foyer/contract/basics.ts";
import type { Priced } from "../pickerDays.ts";

export type FromPrice = {
  readonly amount: Money;
  /** Some days or tickets cost more. */
  readonly isLowest: boolean;
};

/** The lowest of the prices that an event's days show. Undefined while no day shows one. */
export const daysPrice = (days: readonly Priced[], severalPrices: boolean): FromPrice | undefined =>
  lowestAmount(
    days.flatMap(({ primary_price, min_price }) => primary_price ?? min_price ?? []),
    days.every(({ primary_price }) => primary_price == null) && severalPrices,
  );

export const lowestAmount = (amounts: readonly Money[], hasHigher: boolean): FromPrice | undefined => {
  const [amount] = amounts.toSorted((one, other) => Number(one) - Number(other));
  return amount === undefined ? undefined : { amount, isLowest: hasHigher || new Set(amounts).size > 1 };
};
