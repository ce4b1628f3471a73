import fc from "fast-check";
import { expect, test } from "vitest";
import { computeTotals } from "./totals.ts";

const adult = { face_value: 2000, adjusted_value: 2000, fee_fixed: 150, fee_percent: 50 };
const child = { face_value: 1000, adjusted_value: 750, fee_fixed: 0, fee_percent: 19 };
const none = { subtotal: 0, fee_fixed: 0, fee_percent: 0, discount: 0, total: 0, payments: 0, outstanding: 0 };

test.each([
  ["nothing", [], [], none],
  [
    "one ticket with its fees",
    [adult],
    [],
    { subtotal: 2000, fee_fixed: 150, fee_percent: 50, discount: 0, total: 2200, payments: 0, outstanding: 2200 },
  ],
  [
    "a discount",
    [adult, child],
    [],
    { subtotal: 3000, fee_fixed: 150, fee_percent: 69, discount: -250, total: 2969, payments: 0, outstanding: 2969 },
  ],
  [
    "partly paid",
    [adult],
    [700],
    { subtotal: 2000, fee_fixed: 150, fee_percent: 50, discount: 0, total: 2200, payments: 700, outstanding: 1500 },
  ],
  [
    "paid in two parts",
    [adult],
    [700, 1500],
    { subtotal: 2000, fee_fixed: 150, fee_percent: 50, discount: 0, total: 2200, payments: 2200, outstanding: 0 },
  ],
])("the totals of a cart add up: %s", (_, tickets, payments, totals) =>
  expect(computeTotals(tickets, payments)).toEqual(totals),
);

test("parts add up to the total", () => {
  const amount = fc.integer({ min: 0, max: 1_000_000 });
  const ticket = fc
    .tuple(amount, fc.integer({ min: 0, max: 100 }), amount, amount)
    .map(([face_value, percent, fee_fixed, fee_percent]) => ({
      face_value,
      adjusted_value: Math.floor((face_value * percent) / 100),
      fee_fixed,
      fee_percent,
    }));
  fc.assert(
    fc.property(fc.array(ticket), fc.array(amount), (tickets, payments) => {
      const t = computeTotals(tickets, payments);
      const tickByTick = tickets.reduce((all, one) => all + one.adjusted_value + one.fee_fixed + one.fee_percent, 0);
      return (
        t.subtotal + t.fee_fixed + t.fee_percent + t.discount - t.payments === t.outstanding &&
        t.total === tickByTick &&
        t.discount <= 0
      );
    }),
  );
});
