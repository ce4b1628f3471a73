import type { Money } from "@foyer/contract/basics.ts";
import type { TicketType } from "@foyer/contract/shop/catalog.ts";
import { hasSeveralPrices, type Priced } from "./pickerDays.ts";

export type FromPrice = {
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
export const fromPrice = (days: readonly Priced[], types: readonly PricedType[]): FromPrice | undefined => {
  const ofDays = days.flatMap(({ primary_price, min_price }) => primary_price ?? min_price ?? []);
  if (ofDays.length > 0) {
    const isNamed = days.some(({ primary_price }) => primary_price != null);
    return lowestOf(ofDays, !isNamed && hasSeveralPrices(types));
  }
  const amountsOf = (kind: "discounted_amount" | "currency_amount_min") =>
    types.flatMap((type) =>
      type.available && (type.currency_amount_min === null) === (kind === "discounted_amount")
        ? (type[kind] ?? [])
        : [],
    );
  const fixed = amountsOf("discounted_amount");
  const paid = fixed.filter(Number);
  if (paid.length > 0) return lowestOf(paid, false);
  return lowestOf(amountsOf("currency_amount_min"), true) ?? lowestOf(fixed, false);
};

const lowestOf = (amounts: readonly Money[], hasHigher: boolean): FromPrice | undefined => {
  const [amount] = amounts.toSorted((one, other) => Number(one) - Number(other));
  return amount === undefined ? undefined : { amount, isLowest: hasHigher || new Set(amounts).size > 1 };
};
