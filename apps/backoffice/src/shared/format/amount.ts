import { fromDecimal } from "@foyer/rules/values/money.ts";

/** Is it an amount above zero, as it travels, with no more decimals than the currency has? */
export const isAmount = (typed: string, currency: string): boolean => (fromDecimal(typed, currency) ?? 0) > 0;
