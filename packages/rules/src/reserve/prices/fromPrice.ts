import type { TicketType } from "@foyer/contract/shop/catalog.ts";
import { daysPrice, lowestAmount, type FromPrice } from "./daysPrice.ts";
import { hasSeveralPrices, type Priced } from "../pickerDays.ts";

type PricedType = Pick<TicketType, "available" | "currency_amount_min" | "discounted_amount">;

/**
 * The lowest price of an event as its days show it, or that of its tickets before days are known. A free ticket, such as a
 * child's, or a flexible price only counts if there are no other prices. Undefined without any price.
 */
export const fromPrice = (days: readonly Priced[], types: readonly PricedType[]): FromPrice | undefined => {
  const ofDays = daysPrice(days, hasSeveralPrices(types));
  if (ofDays) return ofDays;
  const amountsOf = (kind: "discounted_amount" | "currency_amount_min") =>
    types.flatMap((type) =>
      type.available && (type.currency_amount_min === null) === (kind === "discounted_amount")
        ? (type[kind] ?? [])
        : [],
    );
  const fixed = amountsOf("discounted_amount");
  const paid = fixed.filter(Number);
  if (paid.length > 0) return lowestAmount(paid, false);
  return lowestAmount(amountsOf("currency_amount_min"), true) ?? lowestAmount(fixed, false);
};
