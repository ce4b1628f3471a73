import * as fc from "fast-check";
import { expect, test } from "vitest";
import { changePolicyOf } from "./changePolicy.ts";
import { quoteChange, type RefundSource } from "./quoteChange.ts";

const policy = changePolicyOf({ enabled: true, anon_editing: true }, { category: null });
const amount = fc.integer({ min: 0, max: 300_00 });
const sum = (amounts: readonly number[]): number => amounts.reduce((all, one) => all + one, 0);

/** One change: which valid tickets are given up, what replaces them, and the policy at that time. */
const step = fc.record({
  givenUp: fc.array(fc.nat(20), { minLength: 1, maxLength: 4 }),
  added: fc.array(amount, { maxLength: 4 }),
  fixed: fc.integer({ min: 0, max: 20_00 }),
  percent: fc.integer({ min: 0, max: 100 }),
  refund_to: fc.constantFrom("same_means", "gift_card", "choice"),
  preference: fc.constantFrom("same_means", "gift_card"),
  gift_card_bonus: fc.integer({ min: 0, max: 25 }),
});

test("after any chain of changes, the remaining money equals the price of the valid tickets plus the kept fees", () => {
  fc.assert(
    fc.property(fc.array(amount, { minLength: 1, maxLength: 6 }), fc.array(step, { maxLength: 8 }), (bought, steps) => {
      let held = [...bought];
      let payments: RefundSource[] = [{ payment_id: "bought", left: sum(bought) }];
      let [fees, giftCards] = [0, 0];
      for (const [
        index,
        { givenUp, added, fixed, percent, refund_to, preference, gift_card_bonus },
      ] of steps.entries()) {
        const chosen = new Set(givenUp.filter((position) => position < held.length));
        const fee = { fixed: (fixed / 100).toFixed(2), percent };
        const rules = { ...policy, cancel_fee: fee, change_fee: fee, refund_to, gift_card_bonus };
        const tickets = held
          .filter((_value, position) => chosen.has(position))
          .map((value, position) => ({ value, policy: rules, isMoved: position < added.length }));
        const quote = quoteChange({
          tickets,
          added: sum(added),
          sources: payments,
          movedToGiftCards: giftCards,
          preference,
          currency: "USD",
          step: 1,
        });
        held = [...held.filter((_value, position) => !chosen.has(position)), ...added];
        fees += quote.fee;
        giftCards += quote.gift_card - quote.bonus;
        payments = payments.map(({ payment_id, left }) => ({
          payment_id,
          left: left - sum(quote.parts.filter((part) => part.payment_id === payment_id).map((part) => part.amount)),
        }));
        if (quote.due > 0) payments.push({ payment_id: `change ${index}`, left: quote.due });

        expect(Math.min(...payments.map(({ left }) => left))).toBeGreaterThanOrEqual(0);
        expect(sum(payments.map(({ left }) => left)) - giftCards).toBe(sum(held) + fees);
      }
    }),
  );
});
