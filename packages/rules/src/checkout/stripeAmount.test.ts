import { expect, test } from "vitest";
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
