import fc from "fast-check";
import { expect, test } from "vitest";
import { settleOrder, type OrderMoney } from "./settleOrder.ts";

const bought: OrderMoney = { remaining: 4000, fees: 0, bought: 4000, paid: 0, refunded: 0, giftCards: 0 };

test.each<{ what: string; money: Partial<OrderMoney>; total: number; rest: number }>([
  { what: "a move that cost 5.00 more", money: { remaining: 4500, paid: 500 }, total: 4500, rest: 0 },
  { what: "a move that cost 5.00 less", money: { remaining: 3500, refunded: 500 }, total: 3500, rest: 0 },
  {
    what: "a ticket that was cancelled with a fee",
    money: { remaining: 2000, fees: 200, refunded: 1800 },
    total: 2200,
    rest: 0,
  },
  { what: "a ticket that became a gift card", money: { remaining: 2000, giftCards: 2000 }, total: 2000, rest: 0 },
  { what: "everything cancelled", money: { remaining: 0, refunded: 4000 }, total: 0, rest: 0 },
  { what: "a ticket that was cancelled under dispute", money: { remaining: 2000 }, total: 4000, rest: 2000 },
  { what: "money that went back without a ticket", money: { refunded: 500 }, total: 3500, rest: -500 },
])("$what leaves a total of $total, $rest of it the rest", ({ money, total, rest }) => {
  expect(settleOrder({ ...bought, ...money })).toMatchObject({ total, rest });
});

test("an order without changes has no settlement, and neither does one that was moved at the same price", () => {
  expect(settleOrder(bought)).toBeUndefined();
});

test("valid tickets, fees and the rest always equal payments less refunds", () => {
  const amount = fc.integer({ min: 0, max: 1_000_000 });
  const money = fc.record({
    remaining: amount,
    fees: amount,
    bought: amount,
    paid: amount,
    refunded: amount,
    giftCards: amount,
  });
  fc.assert(
    fc.property(money, (given) => {
      const settled = settleOrder(given);
      if (!settled) return given.bought === given.remaining;
      const { remaining, fees, rest, total, refunded, giftCards } = settled;
      return remaining + fees + rest === total && given.bought + given.paid === total + refunded + giftCards;
    }),
  );
});
