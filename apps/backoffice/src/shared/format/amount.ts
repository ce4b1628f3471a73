import { fromDecimal, toDecimal } from "@foyer/rules/values/money.ts";

/** Whether it is an amount above zero in the form of the API, with no more decimals than the currency has. */
export const isAmount = (typed: string, currency: string): boolean => (fromDecimal(typed, currency) ?? 0) > 0;

/** A typed amount in the form of the API: '12,5' becomes '12.5'. */
export const typedAmount = (typed: string): string => typed.trim().replace(",", ".");

/** What a field says about a text that is no amount: 'An amount such as 12.50.', with the currency's decimals. */
export const noAmountText = (currency: string): string => {
  const [, cents = ""] = toDecimal(1, currency).split(".");
  return cents === "" ? "A whole amount such as 12." : `An amount such as 12.${"5".padEnd(cents.length, "0")}.`;
};

/** Whether a text can still become an amount while it is typed: '12.', or '0' before '0.50'. */
export const canBecomeAmount = (typed: string, currency: string): boolean => {
  const amount = typedAmount(typed);
  return amount === "" || (fromDecimal(amount.replace(/\.$/, ""), currency) ?? -1) >= 0;
};
