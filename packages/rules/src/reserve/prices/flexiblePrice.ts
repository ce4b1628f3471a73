import { currencyExponent } from "../../values/currency.ts";
import { isInSteps, type Minor } from "../../values/money.ts";

/** The step between the prices that buyers choose: they have two decimals at most, in every currency. */
export const flexiblePriceStep = (currency: string): Minor => 10 ** Math.max(0, currencyExponent(currency) - 2);

/** Why a price is refused. `step`: it is within the bounds of its type, but between two steps. */
export type PriceProblem = "range" | "step";

/** Why a buyer cannot choose this price; undefined if they can. */
export const flexiblePriceProblem = (
  amount: Minor,
  { min, max }: { readonly min: Minor; readonly max: Minor },
  currency: string,
): PriceProblem | undefined => {
  if (amount < min || amount > max) return "range";
  return isInSteps(amount, flexiblePriceStep(currency)) ? undefined : "step";
};
