import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { changePolicyOf, type ChangePolicy } from "./changePolicy.ts";
import { quoteCancellation, type CancellationInput } from "./quoteCancellation.ts";

const policy = changePolicyOf({ enabled: true, anon_editing: true }, { category: null });
const sources = [
  { payment_id: "visa", left: 4000 },
  { payment_id: "gift", left: 1000 },
];
const quote = (values: readonly number[], rules: Partial<ChangePolicy> = {}, input: Partial<CancellationInput> = {}) =>
  quoteCancellation({
    tickets: values.map((value) => ({ value, policy: { ...policy, ...rules } })),
    sources,
    movedToGiftCards: 0,
    wish: "same_means",
    currency: "USD",
    ...input,
  });

describe("a cancellation", () => {
  test("gives the whole value back, to the first payment before the next", () => {
    expect(quote([2500, 2500])).toEqual({
      value: 5000,
      fee: 0,
      refund: 5000,
      parts: [
        { payment_id: "visa", amount: 4000 },
        { payment_id: "gift", amount: 1000 },
      ],
      gift_card: 0,
      bonus: 0,
    });
  });
  test("keeps a fixed fee and a percentage of each ticket", () => {
    expect(quote([2500, 2500], { cancel_fee: { fixed: "2.00", percent: 10 } })).toMatchObject({
      fee: 900,
      refund: 4100,
      parts: [
        { payment_id: "visa", amount: 4000 },
        { payment_id: "gift", amount: 100 },
      ],
    });
  });
  test("never keeps more than was paid for a ticket", () => {
    expect(quote([100, 2500], { cancel_fee: { fixed: "5.00" } })).toMatchObject({ fee: 600, refund: 2000 });
  });
  test("of free tickets gives nothing back", () => {
    expect(quote([0, 0], { cancel_fee: { fixed: "5.00" } })).toMatchObject({ value: 0, fee: 0, refund: 0, parts: [] });
  });
  test("gives back no more than the payments have left", () => {
    expect(quote([2500, 2500], {}, { sources: [{ payment_id: "visa", left: 3000 }] }).refund).toBe(3000);
  });
  test("does not give back again what has gone to a gift card", () => {
    expect(quote([2500], {}, { movedToGiftCards: 4000 }).refund).toBe(1000);
  });
  test("becomes a gift card with its bonus where the seller says so", () => {
    expect(quote([2500], { refund_to: "gift_card", gift_card_bonus: 10 })).toMatchObject({
      refund: 0,
      parts: [],
      gift_card: 2750,
      bonus: 250,
    });
  });
  test.each([
    { wish: "same_means" as const, refund: 2500, gift_card: 0 },
    { wish: "gift_card" as const, refund: 0, gift_card: 2500 },
  ])("goes to $wish where the buyer chooses it", ({ wish, ...expected }) => {
    expect(quote([2500], { refund_to: "choice" }, { wish })).toMatchObject(expected);
  });
  test.each(["same_means", "gift_card"] as const)(
    "ignores a wish where the seller only gives back to %s",
    (refund_to) => {
      const [one, other] = (["same_means", "gift_card"] as const).map((wish) => quote([2500], { refund_to }, { wish }));
      expect(one).toEqual(other);
    },
  );
});

test("any cancellation adds up: value is fee, refund, gift card without its bonus and what the payments lacked", () => {
  const amount = fc.integer({ min: 0, max: 500_00 });
  fc.assert(
    fc.property(
      fc.array(
        fc.record({ value: amount, fixed: amount, percent: fc.integer({ min: 0, max: 100 }), card: fc.boolean() }),
      ),
      fc.array(amount, { maxLength: 3 }),
      fc.integer({ min: 0, max: 20 }),
      (tickets, payments, gift_card_bonus) => {
        const left = payments.reduce((sum, one) => sum + one, 0);
        const result = quoteCancellation({
          tickets: tickets.map(({ value, fixed, percent, card }) => ({
            value,
            policy: {
              ...policy,
              cancel_fee: { fixed: (fixed / 100).toFixed(2), percent },
              refund_to: card ? "gift_card" : "same_means",
              gift_card_bonus,
            },
          })),
          sources: payments.map((one, index) => ({ payment_id: String(index), left: one })),
          movedToGiftCards: 0,
          wish: "same_means",
          currency: "USD",
        });
        const back = result.refund + result.gift_card - result.bonus;
        expect(back).toBe(Math.min(left, result.value - result.fee));
        expect(result.parts.reduce((sum, one) => sum + one.amount, 0)).toBe(result.refund);
        for (const { payment_id, amount: part } of result.parts) {
          expect(part).toBeGreaterThan(0);
          expect(part).toBeLessThanOrEqual(payments[Number(payment_id)] ?? 0);
        }
        expect(result.fee).toBeLessThanOrEqual(result.value);
      },
    ),
  );
});
