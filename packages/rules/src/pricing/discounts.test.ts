import fc from "fast-check";
import { describe, expect, test } from "vitest";
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
const discount = (benefit: Discount["benefit"], more: Partial<Discount> = {}): Discount => ({
  id: "d",
  code_group_ids: [],
  benefit,
  per: "ticket",
  scopes: [],
  min_tickets: 1,
  max_tickets: -1,
  valid_from: null,
  valid_to: null,
  visit_from: null,
  visit_until: null,
  stacking: "with_others",
  ...more,
});
const children = { scopes: [{ ticket_type_ids: ["child"] }] };

describe("one discount", () => {
  test.each<[string, DiscountedTicket[], Discount, number[]]>([
    ["ten percent of each", [ticket(2005), ticket(1000)], discount({ percent: 1000 }), [1804, 900]],
    ["everything", [ticket(2005)], discount({ percent: 10_000 }), [0]],
    ["an amount off each", [ticket(2000), ticket(1000)], discount({ amount: 500 }), [1500, 500]],
    ["an amount is never more than the price", [ticket(300)], discount({ amount: 500 }), [0]],
    ["another price for each", [ticket(2000), ticket(1000)], discount({ price: 1200 }), [1200, 1000]],
    ["children only", [ticket(2000), child(1000)], discount({ percent: 5000 }, children), [2000, 500]],
    [
      "an amount off the cart, in whole cents",
      [1, 1, 1].map(() => ticket(1000)),
      discount({ amount: 1000 }, { per: "cart" }),
      [666, 667, 667],
    ],
    [
      "an amount off the cart goes by price",
      [ticket(3000), ticket(1000)],
      discount({ amount: 1000 }, { per: "cart" }),
      [2250, 750],
    ],
    [
      "off the cart, more than it costs",
      [ticket(300), ticket(200)],
      discount({ amount: 1000 }, { per: "cart" }),
      [0, 0],
    ],
    [
      "one price for all of them",
      [ticket(3000), ticket(1000)],
      discount({ price: 3000 }, { per: "cart" }),
      [2250, 750],
    ],
    ["one price that is no saving", [ticket(1000)], discount({ price: 3000 }, { per: "cart" }), [1000]],
    [
      "two at most, the dearest",
      [ticket(1000), ticket(3000), ticket(2000)],
      discount({ amount: 500 }, { max_tickets: 2 }),
      [1000, 2500, 1500],
    ],
    [
      "from three on, and there are two",
      [ticket(1000), ticket(1000)],
      discount({ amount: 500 }, { min_tickets: 3 }),
      [1000, 1000],
    ],
    [
      "from two on, and there are two",
      [ticket(1000), ticket(1000)],
      discount({ amount: 500 }, { min_tickets: 2 }),
      [500, 500],
    ],
    [
      "from two children on, beside adults",
      [ticket(1000), ticket(1000), child(800)],
      discount({ amount: 500 }, { ...children, min_tickets: 2 }),
      [1000, 1000, 800],
    ],
    [
      "a gift card is worth what is paid for it",
      [ticket(5000, { handler: "ledger" }), ticket(1000)],
      discount({ percent: 1000 }),
      [5000, 900],
    ],
    ["a donation too", [ticket(5000, { handler: "donation" })], discount({ percent: 1000 }), [5000]],
    [
      "unless the seller names it",
      [ticket(5000, { handler: "ledger" })],
      discount({ percent: 1000 }, { scopes: [{ ticket_type_ids: ["adult"] }] }),
      [4500],
    ],
    ["nothing in the cart", [], discount({ percent: 1000 }), []],
  ])("%s", (_, tickets, one, prices) => expect(applyDiscounts(tickets, [one]).prices).toEqual(prices));

  test("ignores a new price that is no saving", () =>
    expect(applyDiscounts([ticket(1000)], [discount({ price: 1000 })]).taken).toEqual(new Map()));
});

describe("days of the visit follow the venue's zone", () => {
  // Half past four in the morning in London is still the evening before in New York.
  test.each([
    ["that day", { visit_from: "2026-12-05", visit_until: "2026-12-05" }, true],
    ["from that day on", { visit_from: "2026-12-05" }, true],
    ["up to that day", { visit_until: "2026-12-05" }, true],
    ["from the next day on", { visit_from: "2026-12-06" }, false],
    ["up to the day before", { visit_until: "2026-12-04" }, false],
  ])("%s", (_, days, fits) => expect(discountApplies(discount({ percent: 1000 }, days), ticket(1000))).toBe(fits));
  test("a pass has no day", () =>
    expect(
      discountApplies(
        discount({ percent: 1000 }, { visit_from: "2026-01-01" }),
        ticket(1000, { start_datetime: null }),
      ),
    ).toBe(false));
});

test.each([
  ["at its first moment", "2026-12-01T00:00:00Z", true],
  ["a second before", "2026-11-30T23:59:59Z", false],
  ["a second before its end", "2026-12-07T23:59:59Z", true],
  ["at its end", "2026-12-08T00:00:00Z", false],
])("offered: %s", (_, now, answer) =>
  expect(
    isDiscountActive(
      { valid_from: "2026-12-01T00:00:00Z", valid_to: "2026-12-08T00:00:00Z" },
      Temporal.Instant.from(now),
    ),
  ).toBe(answer),
);

describe("several discounts", () => {
  const half = discount({ percent: 5000 }, { id: "half" });
  const five = discount({ amount: 500 }, { id: "five" });
  const alone = (amount: number, id = "alone") => discount({ amount }, { id, stacking: "alone" });
  test.each<[string, Discount[], number, Record<string, number>]>([
    ["one after the other, each on what is left", [half, five], 500, { half: 1000, five: 500 }],
    ["in the seller's order", [five, half], 750, { five: 500, half: 750 }],
    ["one that stands alone, where it is better", [half, alone(1600), five], 400, { alone: 1600 }],
    ["the others, where they are better", [half, alone(1400), five], 500, { half: 1000, five: 500 }],
    ["the others, where it is the same", [alone(1500), half, five], 500, { half: 1000, five: 500 }],
    ["the better of two that stand alone", [alone(300, "less"), alone(400, "more")], 1600, { more: 400 }],
    ["the first of two that are the same", [alone(400, "first"), alone(400, "second")], 1600, { first: 400 }],
    ["never below zero", [discount({ percent: 10_000 }, { id: "all" }), five], 0, { all: 2000 }],
  ])("%s", (_, discounts, price, taken) =>
    expect(applyDiscounts([ticket(2000)], discounts)).toEqual({
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
    fc.property(fc.array(anyTicket, { maxLength: 40 }), fc.array(anyDiscount, { maxLength: 6 }), (some, cuts) => {
      const tickets = some.map(({ price, type, handler, percent }) =>
        ticket(price, { ticket_type_id: type, handler, fee_percent_outside: percent }),
      );
      const discounts = cuts.map(({ types, ...one }, place) =>
        discount(one.benefit, {
          ...one,
          id: String(place),
          scopes: types.length > 0 ? [{ ticket_type_ids: types }] : [],
        }),
      );
      const { prices, taken } = applyDiscounts(tickets, discounts);
      const sum = (all: readonly number[]) => all.reduce((one, other) => one + other, 0);
      expect(sum(prices) + sum([...taken.values()])).toBe(sum(tickets.map(({ face_value }) => face_value)));
      prices.forEach((price, place) => {
        const one = tickets[place] ?? ticket(-1);
        expect(Number.isSafeInteger(price) && price >= 0 && price <= one.face_value).toBe(true);
        if (!discounts.some((cut) => discountApplies(cut, one))) expect(price).toBe(one.face_value);
        const fees = feesOf(price, one);
        if (price === 0) expect(fees).toEqual({ fixed: 0, percent: 0 });
      });
      expect([...taken.values()].every((amount) => amount > 0)).toBe(true);
      // The same again: it depends on nothing else.
      expect(applyDiscounts(tickets, discounts)).toEqual({ prices, taken });
      // Better than nothing, and than any that stands alone.
      for (const one of discounts.filter(({ stacking }) => stacking === "alone"))
        expect(sum(prices)).toBeLessThanOrEqual(sum(applyDiscounts(tickets, [one]).prices));
    }),
    { numRuns: 1500 },
  );
});
