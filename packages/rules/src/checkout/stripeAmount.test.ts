import { expect, test } from "vitest";
import { fromDecimal } from "../values/money.ts";
import { toStripeAmount, fromStripeAmount } from "./stripeAmount.ts";

test.each([
  ["dollars, in cents", "USD", 1250, 1250],
  ["yen, which have no parts", "JPY", 1250, 1250],
  ["dinars, in thousandths", "KWD", 1250, 1250],
  ["krónur, which Stripe counts in hundredths", "ISK", 1250, 125_000],
  ["the same, named as Stripe does", "isk", 1250, 125_000],
])("an amount converts to Stripe's and back: %s", (_, currency, amount, stripeAmount) => {
  expect([toStripeAmount(amount, currency), fromStripeAmount(stripeAmount, currency)]).toEqual([stripeAmount, amount]);
});

test.each([
  ["XPF", "1200"],
  ["XAF", "1200"],
  ["MGA", "1200"],
  ["UGX", "120000"],
  ["EUR", "120000"],
])("an entered amount of 1200 %s is %s for Stripe", (currency, stripeAmount) => {
  expect(toStripeAmount(fromDecimal("1200", currency) ?? 0, currency)).toBe(Number(stripeAmount));
});
