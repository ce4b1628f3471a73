import { expect, test } from "vitest";
import { discountedAmounts, feesOf } from "./fees.ts";

const rule = { fee_fixed_outside: 150, fee_percent_outside: 250 };
test.each([
  ["both fees", 2000, rule, { fixed: 150, percent: 50 }],
  ["a free ticket carries no fee", 0, rule, { fixed: 0, percent: 0 }],
  ["a rounded percentage", 1001, rule, { fixed: 150, percent: 25 }],
  ["no fees", 2000, { fee_fixed_outside: 0, fee_percent_outside: 0 }, { fixed: 0, percent: 0 }],
])("fees are added to a price: %s", (_, price, fee, expected) => expect(feesOf(price, fee)).toEqual(expected));

test("a discount lowers the percentage fee, and removes both fees if nothing is left to pay", () => {
  expect(discountedAmounts(1000, rule)).toEqual({ adjusted_value: 1000, fee_fixed: 150, fee_percent: 25 });
  expect(discountedAmounts(0, rule)).toEqual({ adjusted_value: 0, fee_fixed: 0, fee_percent: 0 });
});
