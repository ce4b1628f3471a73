import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { testDiscount } from "../../test/testDiscount.ts";
import {
  applyDiscounts,
  discountApplies,
  isDiscountActive,
  type Discount,
  type DiscountedTicket,
} from "./discounts.ts";
import { feesOf } from "./fees.ts";

const ticket = (face_value: number, more: Partial<DiscountedTicket> = {}): DiscountedTicket => ({
  event_template_id: "visit",
  ticket_group_id: "general",
  ticket_type_id: "adult",
  handler: "tickets",
  start_datetime: "2026-12-06T04:30:00Z",
  timezone: "America/New_York",
  fee_fixed_outside: 100,
  fee_percent_outside: 250,
  face_value,
  ...more,
});
const child = (face_value: number) => ticket(face_value, { ticket_type_id: "child" });
const discount = (benefit: Discount["benefit"], more: Partial<Discount> = {}): Discount =>
  testDiscount({ id: "d", benefit, ...more });
const children = { scopes: [{ ticket_type_ids: ["child"] }] };

describe("the price with one discount", () => {
  test.each<[string, DiscountedTicket[], Discount, number[]]>([
    ["takes a percentage off each ticket", [ticket(2005), ticket(1000)], discount({ percent: 1000 }), [1804, 900]],
    ["takes everything off", [ticket(2005)], discount({ percent: 10_000 }), [0]],
    ["takes an amount off each ticket", [ticket(2000), ticket(1000)], discount({ amount: 500 }), [1500, 500]],
    ["takes no more than the price off", [ticket(300)], discount({ amount: 500 }), [0]],
    [
      "replaces the price of each ticket unless it is lower already",
      [ticket(2000), ticket(1000)],
      discount({ price: 1200 }),
      [1200, 1000],
    ],
    [
      "applies only to tickets in its scope",
      [ticket(2000), child(1000)],
      discount({ percent: 5000 }, children),
      [2000, 500],
    ],
    [
      "spreads an amount off the cart in whole cents",
      [1, 1, 1].map(() => ticket(1000)),
      discount({ amount: 1000 }, { per: "cart" }),
      [666, 667, 667],
    ],
    [
      "spreads an amount off the cart by price",
      [ticket(3000), ticket(1000)],
      discount({ amount: 1000 }, { per: "cart" }),
      [2250, 750],
    ],
    [
      "takes no more than the cart costs off",
      [ticket(300), ticket(200)],
      discount({ amount: 1000 }, { per: "cart" }),
      [0, 0],
    ],
    [
      "spreads one price for the cart",
      [ticket(3000), ticket(1000)],
      discount({ price: 3000 }, { per: "cart" }),
      [2250, 750],
    ],
    [
      "ignores a price for the cart that saves nothing",
      [ticket(1000)],
      discount({ price: 3000 }, { per: "cart" }),
      [1000],
    ],
    [
      "applies to the dearest tickets up to its maximum",
      [ticket(1000), ticket(3000), ticket(2000)],
      discount({ amount: 500 }, { max_tickets: 2 }),
      [1000, 2500, 1500],
    ],
    [
      "does not apply below its minimum number of tickets",
      [ticket(1000), ticket(1000)],
      discount({ amount: 500 }, { min_tickets: 3 }),
      [1000, 1000],
    ],
    [
      "applies at its minimum number of tickets",
      [ticket(1000), ticket(1000)],
      discount({ amount: 500 }, { min_tickets: 2 }),
      [500, 500],
    ],
    [
      "counts only tickets in its scope towards its minimum",
      [ticket(1000), ticket(1000), child(800)],
      discount({ amount: 500 }, { ...children, min_tickets: 2 }),
      [1000, 1000, 800],
    ],
    [
      "does not apply to a gift card",
      [ticket(5000, { handler: "ledger" }), ticket(1000)],
      discount({ percent: 1000 }),
      [5000, 900],
    ],
    ["does not apply to a donation", [ticket(5000, { handler: "donation" })], discount({ percent: 1000 }), [5000]],
    [
      "applies to a gift card that its scope names",
      [ticket(5000, { handler: "ledger" })],
      discount({ percent: 1000 }, { scopes: [{ ticket_type_ids: ["adult"] }] }),
      [4500],
    ],
    ["returns no prices for an empty cart", [], discount({ percent: 1000 }), []],
  ])("one discount %s", (_, tickets, one, prices) => expect(applyDiscounts(tickets, [one], 1).prices).toEqual(prices));

  test.each([
    ["a percentage of each ticket", [4750, 1230], { percent: 1500 }, "ticket", [4040, 1050]],
    ["a percentage of the cart", [4750, 1230], { percent: 1500 }, "cart", [4040, 1040]],
    ["an amount for the cart", [1000, 1000, 1000], { amount: 500 }, "cart", [830, 830, 840]],
    ["all of prices between two steps", [1234, 1236], { percent: 10_000 }, "cart", [0, 0]],
    ["no more than a price between two steps", [1234, 1236], { percent: 9999 }, "cart", [0, 0]],
  ] as const)("takes off multiples of the step that the seller's cards pay: %s", (_, faces, benefit, per, prices) => {
    const tickets = faces.map((face) => ticket(face));
    expect(applyDiscounts(tickets, [discount(benefit, { per })], 10).prices).toEqual(prices);
  });

  test("ignores a new price that is no saving", () =>
    expect(applyDiscounts([ticket(1000)], [discount({ price: 1000 })], 1).taken).toEqual(new Map()));
});

describe("a discount for days of the visit, in the venue's time zone", () => {
  // 04:30 in London is still the previous evening in New York.
  test.each([
    ["applies on its only day", { visit_from: "2026-12-05", visit_until: "2026-12-05" }, true],
    ["applies from its first day", { visit_from: "2026-12-05" }, true],
    ["applies up to its last day", { visit_until: "2026-12-05" }, true],
    ["does not apply before its first day", { visit_from: "2026-12-06" }, false],
    ["does not apply after its last day", { visit_until: "2026-12-04" }, false],
  ])("%s", (_, days, applies) =>
    expect(discountApplies(discount({ percent: 1000 }, days), ticket(1000))).toBe(applies),
  );
  test("a discount for days of the visit does not apply to a pass", () =>
    expect(
      discountApplies(
        discount({ percent: 1000 }, { visit_from: "2026-01-01" }),
        ticket(1000, { start_datetime: null }),
      ),
    ).toBe(false));
});

test.each([
  ["active at its start", "2026-12-01T00:00:00Z", true],
  ["not active a second before its start", "2026-11-30T23:59:59Z", false],
  ["active a second before its end", "2026-12-07T23:59:59Z", true],
  ["not active at its end", "2026-12-08T00:00:00Z", false],
])("a discount is %s", (_, now, expected) =>
  expect(
    isDiscountActive(
      { valid_from: "2026-12-01T00:00:00Z", valid_to: "2026-12-08T00:00:00Z" },
      Temporal.Instant.from(now),
    ),
  ).toBe(expected),
);

describe("the price with several discounts", () => {
  const half = discount({ percent: 5000 }, { id: "half" });
  const five = discount({ amount: 500 }, { id: "five" });
  const alone = (amount: number, id = "alone") => discount({ amount }, { id, stacking: "alone" });
  test.each<[string, Discount[], number, Record<string, number>]>([
    ["applies each to the price that the previous one left", [half, five], 500, { half: 1000, five: 500 }],
    ["applies them in the seller's order", [five, half], 750, { five: 500, half: 750 }],
    ["takes an exclusive discount if it is better", [half, alone(1600), five], 400, { alone: 1600 }],
    ["takes the combined discounts if they are better", [half, alone(1400), five], 500, { half: 1000, five: 500 }],
    ["takes the combined discounts if both are equal", [alone(1500), half, five], 500, { half: 1000, five: 500 }],
    ["takes the better of two exclusive discounts", [alone(300, "less"), alone(400, "more")], 1600, { more: 400 }],
    [
      "takes the first of two equal exclusive discounts",
      [alone(400, "first"), alone(400, "second")],
      1600,
      { first: 400 },
    ],
    ["never below zero", [discount({ percent: 10_000 }, { id: "all" }), five], 0, { all: 2000 }],
  ])("the combination of discounts %s", (_, discounts, price, taken) =>
    expect(applyDiscounts([ticket(2000)], discounts, 1)).toEqual({
      prices: [price],
      taken: new Map(Object.entries(taken)),
    }),
  );
});

const anyTicket = fc.record({
  price: fc.oneof(fc.integer({ min: 0, max: 20_000 }), fc.constant(0), fc.integer({ min: 0, max: 99_999_999_999 })),
  type: fc.constantFrom("adult", "child", "pupil"),
  handler: fc.constantFrom<DiscountedTicket["handler"]>("tickets", "ledger", "donation", "passes"),
  percent: fc.integer({ min: 0, max: 2000 }),
});
const anyDiscount = fc.record({
  benefit: fc.oneof(
    fc.record({ percent: fc.integer({ min: 1, max: 10_000 }) }),
    fc.record({ amount: fc.integer({ min: 1, max: 30_000 }) }),
    fc.record({ price: fc.integer({ min: 0, max: 30_000 }) }),
  ),
  per: fc.constantFrom<Discount["per"]>("ticket", "cart"),
  stacking: fc.constantFrom<Discount["stacking"]>("alone", "with_others"),
  types: fc.subarray(["adult", "child", "pupil"]),
  min_tickets: fc.integer({ min: 1, max: 4 }),
  max_tickets: fc.constantFrom(-1, 1, 2, 7),
});

test("prices stay between zero and face value, and the amounts taken off add up", () => {
  fc.assert(
    fc.property(
      fc.array(anyTicket, { maxLength: 40 }),
      fc.array(anyDiscount, { maxLength: 6 }),
      (drawnTickets, drawn) => {
        const tickets = drawnTickets.map(({ price, type, handler, percent }) =>
          ticket(price, { ticket_type_id: type, handler, fee_percent_outside: percent }),
        );
        const discounts = drawn.map(({ types, ...one }, index) =>
          discount(one.benefit, {
            ...one,
            id: String(index),
            scopes: types.length > 0 ? [{ ticket_type_ids: types }] : [],
          }),
        );
        const { prices, taken } = applyDiscounts(tickets, discounts, 1);
        const sum = (all: readonly number[]) => all.reduce((one, other) => one + other, 0);
        expect(sum(prices) + sum([...taken.values()])).toBe(sum(tickets.map(({ face_value }) => face_value)));
        prices.forEach((price, index) => {
          const one = tickets[index] ?? ticket(-1);
          expect(Number.isSafeInteger(price) && price >= 0 && price <= one.face_value).toBe(true);
          if (!discounts.some((cut) => discountApplies(cut, one))) expect(price).toBe(one.face_value);
          const fees = feesOf(price, one, 1);
          if (price === 0) expect(fees).toEqual({ fixed: 0, percent: 0 });
        });
        expect([...taken.values()].every((amount) => amount > 0)).toBe(true);
        // A second run gives the same result: nothing else has an influence.
        expect(applyDiscounts(tickets, discounts, 1)).toEqual({ prices, taken });
        // At least as good as each exclusive discount by itself.
        for (const one of discounts.filter(({ stacking }) => stacking === "alone"))
          expect(sum(prices)).toBeLessThanOrEqual(sum(applyDiscounts(tickets, [one], 1).prices));
      },
    ),
    { numRuns: 1500 },
  );
});

describe("booked tickets of an order that is changed", () => {
  const full = (face_value: number) => ticket(face_value, { booked_reduction: 0 });
  const reduced = (face_value: number) => ticket(face_value, { booked_reduction: 500 });
  const one = discount({ amount: 500 }, { max_tickets: 1 });
  test.each<[string, DiscountedTicket[], Discount, number]>([
    [
      "count for the least number, and nothing is taken off them",
      [full(2000), ticket(2000)],
      discount({ amount: 500 }, { min_tickets: 2 }),
      500,
    ],
    ["have the discount of one ticket already", [ticket(2000), reduced(1000)], one, 0],
    ["without a discount leave it to a new ticket", [full(3000), ticket(2000)], one, 500],
    [
      "share an amount for the whole cart",
      [reduced(2000), ticket(2000)],
      discount({ amount: 1000 }, { per: "cart" }),
      500,
    ],
  ])("%s", (_, tickets, of, taken) => {
    const applied = applyDiscounts(tickets, [of], 1);
    expect(applied.taken.get("d") ?? 0).toBe(taken);
    const index = tickets.findIndex(({ booked_reduction }) => booked_reduction === undefined);
    expect(applied.prices[index]).toBe((tickets[index]?.face_value ?? 0) - taken);
  });
});
