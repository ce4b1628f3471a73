import { expect, test } from "vitest";
import { canBecomeAmount, noAmountText, typedAmount } from "./amount.ts";

test("a comma counts as the decimal point", () => expect(typedAmount(" 12,5 ")).toBe("12.5"));

test.each([
  ["USD", "An amount such as 12.50."],
  ["JPY", "A whole amount such as 12."],
  ["KWD", "An amount such as 12.500."],
])("an example of an amount has the decimals of %s", (currency, text) => expect(noAmountText(currency)).toBe(text));

test.each(["", "0", "12", "12.", "12,", "0.5"])("'%s' can become an amount in dollars", (typed) =>
  expect(canBecomeAmount(typed, "USD")).toBe(true),
);

test.each(["abc", "-5", "1.234", "1,000.00", "$5"])("'%s' cannot become an amount in dollars", (typed) =>
  expect(canBecomeAmount(typed, "USD")).toBe(false),
);
