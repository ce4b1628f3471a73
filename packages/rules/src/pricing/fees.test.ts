import { expect, test } from "vitest";
import { discountedAmounts, feesOf } from "./fees.ts";

const rule = { fee_fixed_outside: 150, fee_percent_outside: 250 };
test.each([
  ["both fees", 2000, rule, { fixed: 150, percent: 50 }],
  ["a free ticket carries no fee", 0, rule, { fixed: 0, percent: 0 }],
  ["a rounded percentage", 1001, rule, { fixed: 150, percent: 25 }],
  ["no fees", 2000, { fee_fixed_outside: 0, fee_percent_outside: 0 }, { fixed: 0, percent: 0 }],
])("fees are added to a price: %s", (_, price, fee, expected) => expect(feesOf(price, fee, 1)).toEqual(expected));

test("a percentage is a multiple of the step that the seller's cards pay; a fixed fee stays as it is", () => {
  expect(feesOf(4750, rule, 10)).toEqual({ fixed: 150, percent: 120 });
  expect(feesOf(4750, rule, 1)).toEqual({ fixed: 150, percent: 119 });
});

test("a discount lowers the percentage fee, and removes both fees if nothing is left to pay", () => {
  expect(discountedAmounts(1000, rule, 1)).toEqual({ adjusted_value: 1000, fee_fixed: 150, fee_percent: 25 });
  expect(discountedAmounts(0, rule, 1)).toEqual({ adjusted_value: 0, fee_fixed: 0, fee_percent: 0 });
});
