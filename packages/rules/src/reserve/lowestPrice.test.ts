import { expect, test } from "vitest";
import { lowestPrice } from "./lowestPrice.ts";

const fixed = (discounted_amount: string, available = true) => ({
  available,
  discounted_amount,
  currency_amount_min: null,
});
const flexible = (currency_amount_min: string) => ({ available: true, discounted_amount: "0", currency_amount_min });

test.each([
  ["one price", [fixed("28.00")], { amount: "28.00", isLowest: false }],
  ["two prices", [fixed("28.00"), fixed("18.00")], { amount: "18.00", isLowest: true }],
  ["a free ticket beside a price", [fixed("28.00"), fixed("0")], { amount: "28.00", isLowest: false }],
  ["free tickets only", [fixed("0"), fixed("0")], { amount: "0", isLowest: false }],
  [
    "a cheaper ticket that is not on sale",
    [fixed("28.00"), fixed("5.00", false)],
    { amount: "28.00", isLowest: false },
  ],
  ["pay what you wish", [flexible("5.00")], { amount: "5.00", isLowest: true }],
  ["nothing on sale", [fixed("28.00", false)], undefined],
])("%s", (_, types, expected) => expect(lowestPrice(types)).toEqual(expected));
