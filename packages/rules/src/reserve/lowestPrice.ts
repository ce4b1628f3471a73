import type { Money } from "@foyer/contract/basics.ts";
import type { TicketType } from "@foyer/contract/shop/catalog.ts";
import { hasSeveralPrices, type Priced } from "./pickerDays.ts";

export type LowestPrice = {
  readonly amount: Money;
  /** Some days or tickets cost more. */
  readonly isLowest: boolean;
};

type PricedType = Pick<TicketType, "available" | "currency_amount_min" | "discounted_amount">;

/**
 * The lowest price of an event, as its days show it; before days are known, that of its tickets. A free ticket, such
 * as a child's, counts only where there are no others, and an amount of the visitor's choice too. Undefined without
 * any price.
 */
export const lowestPrice = (days: readonly Priced[], types: readonly PricedType[]): LowestPrice | undefined => {
  const ofDays = days.flatMap(({ primary_price, min_price }) => primary_price ?? min_price ?? []);
  if (ofDays.length > 0) {
    const isNamed = days.some(({ primary_price }) => primary_price != null);
    return lowestOf(ofDays, !isNamed && hasSeveralPrices(types));
  }
  const onSale = types.filter(({ available }) => available);
  const fixed = onSale.flatMap((type) => (type.currency_amount_min === null ? type.discounted_amount : []));
  const paid = fixed.filter((amount) => Number(amount) > 0);
  if (paid.length > 0) return lowestOf(paid, false);
  const chosen = onSale.flatMap(({ currency_amount_min }) => currency_amount_min ?? []);
  return chosen.length > 0 ? lowestOf(chosen, true) : lowestOf(fixed, false);
};

const lowestOf = (amounts: readonly Money[], hasHigher: boolean): LowestPrice | undefined => {
  const [amount] = amounts.toSorted((one, other) => Number(one) - Number(other));
  return amount === undefined ? undefined : { amount, isLowest: hasHigher || new Set(amounts).size > 1 };
};
