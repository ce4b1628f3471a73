import { currencyExponent } from "../../values/currency.ts";
import type { Minor } from "../../values/money.ts";

/** Can a buyer choose this price? It is within the type's bounds and has two decimals at most, in every currency. */
export const isFlexiblePrice = (
  amount: Minor,
  { min, max }: { readonly min: Minor; readonly max: Minor },
  currency: string,
): boolean => amount >= min && amount <= max && amount % 10 ** Math.max(0, currencyExponent(currency) - 2) === 0;
