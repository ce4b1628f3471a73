import { expect, test } from "vitest";
import { isFlexiblePrice } from "./flexiblePrice.ts";

test.each([
  ["the least", 500, "USD", true],
  ["the most", 2000, "USD", true],
  ["less than the least", 499, "USD", false],
  ["more than the most", 2001, "USD", false],
  ["cents", 1234, "USD", true],
  ["yen", 1234, "JPY", true],
  ["dinars with two decimals", 1230, "KWD", true],
  ["dinars with three decimals", 1234, "KWD", false],
])("a price that buyers choose can be %s: %i %s is %j", (_, amount, currency, expected) =>
  expect(isFlexiblePrice(amount, { min: 500, max: 2000 }, currency)).toBe(expected),
);
