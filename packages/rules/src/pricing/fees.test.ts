import { expect, test } from "vitest";
import { feesOf } from "./fees.ts";

const rule = { fee_fixed_outside: 150, fee_percent_outside: 250 };
test.each([
  ["both fees", 2000, rule, { fixed: 150, percent: 50 }],
  ["a free ticket carries no fee", 0, rule, { fixed: 0, percent: 0 }],
  ["a rounded percentage", 1001, rule, { fixed: 150, percent: 25 }],
  ["no fees", 2000, { fee_fixed_outside: 0, fee_percent_outside: 0 }, { fixed: 0, percent: 0 }],
])("fees are added to a price: %s", (_, price, fee, expected) => expect(feesOf(price, fee)).toEqual(expected));
