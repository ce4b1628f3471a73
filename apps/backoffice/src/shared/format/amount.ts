import { fromDecimal } from "@foyer/rules/values/money.ts";

/** Whether it is an amount above zero in the form of the API, with no more decimals than the currency has. */
export const isAmount = (typed: string, currency: string): boolean => (fromDecimal(typed, currency) ?? 0) > 0;
