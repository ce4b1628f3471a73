import { expect, test } from "vitest";
import { isCardPayable } from "./cardAmountLimits.ts";

test.each([
  [49, "USD", false],
  [50, "USD", true],
  [29, "GBP", false],
  [30, "GBP", true],
  [49, "AUD", false],
  [99_999_999, "USD", true],
  [100_000_000, "USD", false],
  [0, "USD", false],
  [0, "JPY", false],
  [49, "JPY", false],
  [50, "JPY", true],
  [49, "KRW", false],
  [50, "KRW", true],
  [249, "DKK", false],
  [250, "DKK", true],
  [999_999, "JPY", true],
  [1_000_000, "JPY", false],
  [499, "KWD", false],
  [500, "KWD", true],
  [999_999_990, "KWD", true],
  [999_999_991, "KWD", false],
])("%i minor units in %s: %j", (amount, currency, payable) => expect(isCardPayable(amount, currency)).toBe(payable));

test.each([
  [1230, true],
  [1234, false],
  [1239, false],
  [490, false],
])("in steps of ten, a card pays %i fils of KWD: %j", (amount, payable) =>
  expect(isCardPayable(amount, "KWD", 10)).toBe(payable),
);
