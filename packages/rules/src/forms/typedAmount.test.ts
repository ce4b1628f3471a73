import { expect, test } from "vitest";
import { parseTypedAmount, formatTypedAmount, showAmount } from "./typedAmount.ts";

test.each([
  ["12", "USD", "en-US", 1200],
  ["12.5", "USD", "en-US", 1250],
  ["12,5", "USD", "en-US", 1250],
  ["12.", "USD", "en-US", 1200],
  [".5", "USD", "en-US", 50],
  ["007", "USD", "en-US", 700],
  [" 8 ", "USD", "en-US", 800],
  ["1,000", "USD", "en-US", 100_000],
  ["1,000.50", "USD", "en-US", 100_050],
  ["1,234,567", "USD", "en-US", 123_456_700],
  ["1.000,50", "USD", "en-US", 100_050],
  ["$50", "USD", "en-US", 5000],
  ["$ 1,000", "USD", "en-US", 100_000],
  ["50 USD", "USD", "en-US", 5000],
  ["usd 50", "USD", "en-US", 5000],
  ["£50", "GBP", "en-GB", 5000],
  ["1.000", "EUR", "de-DE", 100_000],
  ["1.000,5", "EUR", "de-DE", 100_050],
  ["12.50", "EUR", "de-DE", 1250],
  ["50 €", "EUR", "de-DE", 5000],
  ["1 000,50", "EUR", "fr-FR", 100_050],
  ["1\u202f000", "EUR", "fr-FR", 100_000],
  ["1’000.50", "CHF", "de-CH", 100_050],
  ["100 kr", "SEK", "sv-SE", 10_000],
  ["1,00,000", "INR", "en-IN", 10_000_000],
  ["500", "JPY", "ja-JP", 500],
  ["１２.５", "USD", "en-US", 1250],
  ["0", "USD", "en-US", 0],
])("reads %j in %s as typed in %s", (typed, currency, locale, amount) =>
  expect(parseTypedAmount(typed, currency, locale)).toBe(amount),
);

test.each([
  ["", "USD"],
  [" ", "USD"],
  ["abc", "USD"],
  ["$", "USD"],
  [".", "USD"],
  ["1e3", "USD"],
  ["-5", "USD"],
  ["100.555", "USD"],
  ["1,00", "JPY"],
  ["10,00,0", "USD"],
  ["1.2.3", "USD"],
  ["1,000.0.0", "USD"],
  ["12 50", "USD"],
  ["50 EUR", "USD"],
  ["9".repeat(30), "USD"],
])("does not accept %j as an amount in %s", (typed, currency) =>
  expect(parseTypedAmount(typed, currency, "en-US")).toBeUndefined(),
);

test.each([
  ["12,5", "12.50"],
  ["$1,000", "1000.00"],
  [" twelve ", "twelve"],
  ["", ""],
])("shows %j as %j", (typed, shown) => expect(formatTypedAmount(typed, "USD", "en-US")).toBe(shown));

test.each([
  ["12.50", "USD", "en-US", "12.50"],
  ["12.50", "EUR", "de-DE", "12,50"],
  ["12", "EUR", "de-DE", "12"],
  ["1234.50", "CAD", "fr-CA", "1234,50"],
  ["1.250", "KWD", "de-DE", "1,250"],
  ["1200", "JPY", "de-DE", "1200"],
  ["12,5", "EUR", "de-DE", "12,5"],
  ["1.000", "EUR", "de-DE", "1.000"],
  ["zwölf", "EUR", "de-DE", "zwölf"],
  ["", "EUR", "de-DE", ""],
])("%j of the wire in %s shows in %s as %j", (value, currency, locale, shown) => {
  expect(showAmount(value, currency, locale)).toBe(shown);
  const tidied = formatTypedAmount(value, currency, locale);
  expect(formatTypedAmount(showAmount(tidied, currency, locale), currency, locale)).toBe(tidied);
});
