import { describe, expect, test } from "vitest";
import { basketPrice, lowestPrice, sessionPrice } from "./prices.ts";

const adult = { id: "adult", currency_amount: 2000, fee_fixed_outside: 150, fee_percent_outside: 0 };
const child = { id: "child", currency_amount: 1000, fee_fixed_outside: 0, fee_percent_outside: 250 };
const infant = { id: "infant", currency_amount: 0, fee_fixed_outside: 150, fee_percent_outside: 250 };

test.each([
  ["the type's own where the session says nothing", null, 2000],
  ["the type's own where the session prices other types", { child: 900 }, 2000],
  ["the session's", { adult: 2500 }, 2500],
  ["nothing, when the session is free", { adult: 0 }, 0],
])("an adult costs %s", (_, own, price) => expect(sessionPrice(adult, own)).toBe(price));

describe("the lowest price", () => {
  test.each([
    ["of two types", [adult, child], null, { price: 1000, fees: 25 }],
    ["in a session that turns them round", [adult, child], { adult: 500 }, { price: 500, fees: 150 }],
    ["passes over a type that is free beside others", [adult, child, infant], null, { price: 1000, fees: 25 }],
    ["is free when all are", [infant], null, { price: 0, fees: 0 }],
    ["takes the lower fees of two that cost the same", [adult, child], { adult: 1000 }, { price: 1000, fees: 25 }],
    ["the same, the other way round", [child, adult], { adult: 1000 }, { price: 1000, fees: 25 }],
    ["of no type", [], null, undefined],
  ])("the lowest price is found: %s", (_, types, own, lowest) => expect(lowestPrice(types, own, 1)).toEqual(lowest));
});

test.each([
  [
    "two adults and a child",
    [
      { type: adult, quantity: 2 },
      { type: child, quantity: 1 },
    ],
    null,
    { price: 5000, fees: 325 },
  ],
  [
    "at the session's prices",
    [
      { type: adult, quantity: 2 },
      { type: child, quantity: 1 },
    ],
    { adult: 1500 },
    { price: 4000, fees: 325 },
  ],
  [
    "fees are rounded for each ticket",
    [{ type: { ...child, currency_amount: 1020 }, quantity: 3 }],
    null,
    { price: 3060, fees: 78 },
  ],
  ["nothing", [], null, { price: 0, fees: 0 }],
])("a basket: %s", (_, basket, own, price) => expect(basketPrice(basket, own, 1)).toEqual(price));
