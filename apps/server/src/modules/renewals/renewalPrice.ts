import { sellerAmountStep } from "@foyer/rules/checkout/amountSteps.ts";
import { ticketPrice } from "@foyer/rules/pricing/prices.ts";
import type { Seller } from "@foyer/contract/shop/seller.ts";
import type { RenewalRow } from "./renewals.sql.ts";

/**
 * Today's price of every member's place, including fees and before discounts: the most that may be charged. Minor units.
 */
export const renewalPrice = (seller: Seller, { party }: Pick<RenewalRow, "party">): number =>
  party.reduce((sum, one) => {
    const { price, fees } = ticketPrice({ ...one, id: one.ticket_type_id }, null, sellerAmountStep(seller));
    return sum + price + fees;
  }, 0);
