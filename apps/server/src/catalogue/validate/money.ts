import { currencyExponent } from "@foyer/rules/values/currency.ts";
import { fromDecimal, type Minor } from "@foyer/rules/values/money.ts";
import type { Path } from "../format/problems.ts";
import type { ValidationContext } from "./validationContext.ts";

/** Parses amounts of a currency to minor units; reports those with too many decimals. */
export const parseMoneyIn =
  (currency: string, addProblem: ValidationContext["addProblem"]) =>
  (amount: string, path: Path): Minor => {
    const minor = fromDecimal(amount, currency);
    if (minor === undefined)
      addProblem(path, `has more decimal places than ${currency} (${currencyExponent(currency)})`);
    return minor ?? 0;
  };

/** '2.5' is 250. */
export const basisPoints = (percent: string): number => {
  const [whole = "0", fraction = ""] = percent.split(".");
  return Number(whole) * 100 + Number(fraction.padEnd(2, "0"));
};
