import { expect, test } from "vitest";
import { fromPrice } from "./fromPrice.ts";

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
  ["pay what you wish beside a price", [flexible("1.00"), fixed("28.00")], { amount: "28.00", isLowest: false }],
  ["nothing on sale", [fixed("28.00", false)], undefined],
])("before days are known: %s", (_, types, expected) => expect(fromPrice([], types)).toEqual(expected));

const several = [fixed("28.00"), fixed("18.00")];
test.each([
  [
    "the price that the event names",
    [{ min_price: "18.00", primary_price: "28.00" }],
    { amount: "28.00", isLowest: false },
  ],
  [
    "the cheaper of two days",
    [
      { min_price: "18.00", primary_price: "30.00" },
      { min_price: "18.00", primary_price: "28.00" },
    ],
    { amount: "28.00", isLowest: true },
  ],
  ["the lowest of several tickets", [{ min_price: "18.00" }], { amount: "18.00", isLowest: true }],
  ["days without prices", [{ min_price: null }], { amount: "18.00", isLowest: true }],
])("with days: %s", (_, days, expected) => expect(fromPrice(days, several)).toEqual(expected));
