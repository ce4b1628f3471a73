import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { changePolicyOf, type ChangePolicy } from "./changePolicy.ts";
import { quoteChange, type ChangeInput } from "./quoteChange.ts";

const policy = changePolicyOf({ enabled: true, anon_editing: true }, { category: null });
const sources = [
  { payment_id: "visa", left: 4000 },
  { payment_id: "gift", left: 1000 },
];
const quote = (values: readonly number[], rules: Partial<ChangePolicy> = {}, input: Partial<ChangeInput> = {}) =>
  quoteChange({
    tickets: values.map((value) => ({ value, policy: { ...policy, ...rules } })),
    sources,
    movedToGiftCards: 0,
    preference: "same_means",
    currency: "USD",
    step: 1,
    ...input,
  });

describe("a cancellation", () => {
  test("gives the whole value back, to the first payment before the next", () => {
    expect(quote([2500, 2500])).toEqual({
      value: 5000,
      fee: 0,
      added: 0,
      due: 0,
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
  test("keeps a percentage and adds a bonus in multiples of the step that the seller's cards pay", () => {
    const dinars = { currency: "KWD", step: 10 };
    expect(quote([4040], { cancel_fee: { percent: 12.5 } }, dinars)).toMatchObject({ fee: 510, refund: 3530 });
    expect(quote([4040], { cancel_fee: { percent: 100 } }, dinars)).toMatchObject({ fee: 4040, refund: 0 });
    expect(quote([4040], { refund_to: "gift_card", gift_card_bonus: 12.5 }, dinars)).toMatchObject({ bonus: 510 });
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
  test("does not refund again what became a gift card", () => {
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
    { preference: "same_means" as const, refund: 2500, gift_card: 0 },
    { preference: "gift_card" as const, refund: 0, gift_card: 2500 },
  ])("goes to $preference where the buyer chooses it", ({ preference, ...expected }) => {
    expect(quote([2500], { refund_to: "choice" }, { preference })).toMatchObject(expected);
  });
  test.each(["same_means", "gift_card"] as const)(
    "ignores a preference where the seller only gives back to %s",
    (refund_to) => {
      const [one, other] = (["same_means", "gift_card"] as const).map((preference) =>
        quote([2500], { refund_to }, { preference }),
      );
      expect(one).toEqual(other);
    },
  );
});

describe("a change", () => {
  const moved = (value: number, rules: Partial<ChangePolicy> = {}) => ({
    value,
    policy: { ...policy, ...rules },
    isMoved: true,
  });
  test.each([
    ["to the same price costs nothing", { added: 2500, due: 0, refund: 0, fee: 0 }, {}],
    ["to a dearer ticket costs the difference", { added: 3000, due: 500, refund: 0, fee: 0 }, {}],
    ["to a cheaper ticket gives the difference back", { added: 2000, due: 0, refund: 500, fee: 0 }, {}],
    ["costs the fee of a change", { added: 2500, due: 200, refund: 0, fee: 200 }, { change_fee: { fixed: "2.00" } }],
    [
      "takes the fee out of the difference",
      { added: 2000, due: 0, refund: 300, fee: 200 },
      { change_fee: { fixed: "2.00" } },
    ],
    ["does not cost the fee of a cancellation", { added: 2500, due: 0, fee: 0 }, { cancel_fee: { percent: 50 } }],
  ])("%s", (_title, { added, ...expected }, rules) => {
    expect(quote([], {}, { tickets: [moved(2500, rules)], added })).toMatchObject(expected);
  });
  test("uses what one ticket leaves over to pay for another", () => {
    expect(quote([], {}, { tickets: [moved(2500), moved(1000)], added: 3500 })).toMatchObject({ due: 0, refund: 0 });
  });
  test("charges the cancellation fee for a ticket without a replacement", () => {
    const rules = { cancel_fee: { fixed: "1.00" }, change_fee: { fixed: "5.00" } };
    const tickets = [moved(2500, rules), { value: 2500, policy: { ...policy, ...rules } }];
    expect(quote([], {}, { tickets, added: 2000 })).toMatchObject({ fee: 600, refund: 2400, due: 0 });
  });
  test("refunds no more than is left of the payments, even if the old ticket cost more", () => {
    expect(
      quote([], {}, { tickets: [moved(2500)], added: 500, sources: [{ payment_id: "visa", left: 300 }] }),
    ).toMatchObject({ due: 0, refund: 300 });
  });
});

test("any change adds up: value plus amount due equals fee, new price, refund and what the payments lacked", () => {
  const amount = fc.integer({ min: 0, max: 500_00 });
  fc.assert(
    fc.property(
      fc.array(
        fc.record({
          value: amount,
          fixed: amount,
          percent: fc.integer({ min: 0, max: 100 }),
          card: fc.boolean(),
          isMoved: fc.boolean(),
        }),
      ),
      fc.array(amount, { maxLength: 3 }),
      fc.integer({ min: 0, max: 20 }),
      fc.oneof(fc.constant(0), amount),
      (tickets, payments, gift_card_bonus, added) => {
        const left = payments.reduce((sum, one) => sum + one, 0);
        const result = quoteChange({
          tickets: tickets.map(({ value, fixed, percent, card, isMoved }) => ({
            value,
            isMoved,
            policy: {
              ...policy,
              [isMoved ? "change_fee" : "cancel_fee"]: { fixed: (fixed / 100).toFixed(2), percent },
              refund_to: card ? "gift_card" : "same_means",
              gift_card_bonus,
            },
          })),
          added,
          sources: payments.map((one, index) => ({ payment_id: String(index), left: one })),
          movedToGiftCards: 0,
          preference: "same_means",
          currency: "USD",
          step: 1,
        });
        const back = result.refund + result.gift_card - result.bonus;
        const covered = result.value - result.fee;
        expect(result.due).toBe(Math.max(0, added - covered));
        expect(back).toBe(Math.min(left, Math.max(0, covered - added)));
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
