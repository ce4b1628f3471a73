import type { Money } from "@foyer/contract/basics.ts";
import type { TicketType } from "@foyer/contract/shop/catalog.ts";

type Priced = Pick<TicketType, "available" | "currency_amount_min" | "discounted_amount">;

export type LowestPrice = {
  readonly amount: Money;
  /** Other tickets cost more, or the buyer may pay more. */
  readonly isLowest: boolean;
};

/**
 * The lowest price of tickets on sale; undefined without any. A free ticket, such as a child's, is not the lowest
 * price of an event that has others.
 */
export const lowestPrice = (types: readonly Priced[]): LowestPrice | undefined => {
  const amounts = types
    .filter(({ available }) => available)
    .map((type) => type.currency_amount_min ?? type.discounted_amount);
  const paid = amounts.filter((amount) => Number(amount) > 0);
  const [amount] = (paid.length > 0 ? paid : amounts).toSorted((one, other) => Number(one) - Number(other));
  if (amount === undefined) return undefined;
  const isFlexible = types.some(({ available, currency_amount_min }) => available && currency_amount_min !== null);
  return { amount, isLowest: isFlexible || paid.some((one) => Number(one) !== Number(amount)) };
};
