import { percentOf, type Minor } from "../values/money.ts";

/** Outside fees of a type: minor units per ticket, and basis points of its price. */
export type FeeRule = { readonly fee_fixed_outside: Minor; readonly fee_percent_outside: number };
export type Fees = { readonly fixed: Minor; readonly percent: Minor };
export const sumOfFees = ({ fixed, percent }: Fees): Minor => fixed + percent;

/**
 * The outside fees of one ticket in minor units, a percentage as a multiple of `step`. A free ticket carries no fee, so that a
 * free order stays free.
 */
export const feesOf = (price: Minor, rule: FeeRule, step: Minor): Fees =>
  price === 0
    ? { fixed: 0, percent: 0 }
    : { fixed: rule.fee_fixed_outside, percent: percentOf(price, rule.fee_percent_outside, step) };

/** The price of a ticket after discounts, with the fees on it: a discount lowers the fee of a percentage too. */
export const discountedAmounts = (
  adjusted_value: Minor,
  rule: FeeRule,
  step: Minor,
): { readonly adjusted_value: Minor; readonly fee_fixed: Minor; readonly fee_percent: Minor } => {
  const { fixed, percent } = feesOf(adjusted_value, rule, step);
  return { adjusted_value, fee_fixed: fixed, fee_percent: percent };
};
