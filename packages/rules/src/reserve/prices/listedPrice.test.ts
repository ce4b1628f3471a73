import { expect, test } from "vitest";
import { toDecimal } from "../../values/money.ts";
import { fromPrice } from "./fromPrice.ts";
import { listedPrice } from "./listedPrice.ts";

const types = (...amounts: readonly number[]) =>
  amounts.map((amount) => ({
    available: true,
    discounted_amount: toDecimal(amount, "USD"),
    currency_amount_min: null,
  }));
const range = (prices: readonly number[]) =>
  prices.length === 0 ? undefined : { lowest: Math.min(...prices), highest: Math.max(...prices) };

/** The days of an event: the lowest price of each, and the price of the type that the event names. */
type Case = {
  readonly amounts: readonly number[];
  readonly lowest: readonly number[];
  readonly primary?: readonly number[];
};

test.each<[string, Case, { readonly price: number; readonly isLowest: boolean } | undefined]>([
  ["one price", { amounts: [2800], lowest: [2800, 2800] }, { price: 2800, isLowest: false }],
  ["several types", { amounts: [2800, 1800], lowest: [1800] }, { price: 1800, isLowest: true }],
  ["a free type beside a price", { amounts: [2800, 0], lowest: [2800] }, { price: 2800, isLowest: false }],
  ["free types only", { amounts: [0, 0], lowest: [0] }, { price: 0, isLowest: false }],
  ["a cheaper day", { amounts: [2800], lowest: [2800, 1500] }, { price: 1500, isLowest: true }],
  [
    "a type that the event names, beside a cheaper one",
    { amounts: [2800, 1800], lowest: [1800, 1800], primary: [2800, 2800] },
    { price: 2800, isLowest: false },
  ],
  [
    "a type that the event names, cheaper on one day",
    { amounts: [2800, 1800], lowest: [1800, 1000], primary: [2800, 1800] },
    { price: 1800, isLowest: true },
  ],
  ["nothing on sale", { amounts: [], lowest: [] }, undefined],
])("listing and event page agree on the price of %s", (_, { amounts, lowest, primary }, expected) => {
  const listed = listedPrice({
    sessions: range(lowest),
    primary: primary && range(primary),
    others: undefined,
    severalPrices: new Set(amounts.filter((amount) => amount > 0)).size > 1,
  });
  expect(listed).toEqual(expected);
  const days = lowest.map((price, day) => ({
    min_price: toDecimal(price, "USD"),
    primary_price: primary && toDecimal(primary[day] ?? price, "USD"),
  }));
  expect(fromPrice(days, types(...amounts))).toEqual(
    expected && { amount: toDecimal(expected.price, "USD"), isLowest: expected.isLowest },
  );
});

test("a pass beside sessions counts for the listing, which shows both", () =>
  expect(
    listedPrice({ sessions: range([2800]), primary: undefined, others: range([900, 4400]), severalPrices: true }),
  ).toEqual({ price: 900, isLowest: true }));
