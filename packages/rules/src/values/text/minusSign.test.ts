import { expect, test } from "vitest";
import { withMinusSign } from "./minusSign.ts";

const format = (locale: string, currency: string, amount: number) =>
  withMinusSign(new Intl.NumberFormat(locale, { style: "currency", currency }).format(amount));

test.each([
  ["en-US", "USD", -12.5, "\u2212$12.50"],
  ["en-NZ", "NZD", -3, "\u2212$3.00"],
  ["sv-SE", "SEK", -3, "\u22123,00\u00a0kr"],
  ["en-US", "USD", 12.5, "$12.50"],
])("an amount of %s in %s, %d, is %s", (locale, currency, amount, shown) =>
  expect(format(locale, currency, amount)).toBe(shown),
);
