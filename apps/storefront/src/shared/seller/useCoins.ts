import { sellerAmountStep } from "@foyer/rules/checkout/amountSteps.ts";
import type { Coins } from "@foyer/rules/reserve/ticketChoices.ts";
import { useSeller } from "./seller.tsx";

/** The seller's currency, and the step to which its percentages are rounded. */
export const useCoins = (): Coins => {
  const seller = useSeller();
  return { currency: seller.default_currency_code, step: sellerAmountStep(seller) };
};
