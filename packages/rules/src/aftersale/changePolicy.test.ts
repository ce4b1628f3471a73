import { expect, test } from "vitest";
import { changePolicyOf, policyAfterCancellation, policyForVenue } from "./changePolicy.ts";

const seller = { enabled: true, anon_editing: true, horizon_hours: 24 };

test("without rules set by the seller, buyers can change nothing", () => {
  expect(changePolicyOf(undefined, { category: null })).toMatchObject({ enabled: false, anon_editing: false });
});
test("a policy without limits allows every action and refunds the original payment method", () => {
  expect(changePolicyOf({ enabled: true, anon_editing: false }, { category: null })).toEqual({
    enabled: true,
    anon_editing: false,
    allow: ["cancel", "reschedule", "exchange", "names"],
    horizon_days: null,
    horizon_hours: null,
    change_sold_out: true,
    cancel_fee: {},
    change_fee: {},
    refund_to: "same_means",
    gift_card_bonus: 0,
  });
});
test("an event's rules replace the seller's one by one", () => {
  expect(
    changePolicyOf(
      { ...seller, refund_to: "gift_card" },
      { category: null, self_edit: { allow: [], refund_to: "choice" } },
    ),
  ).toMatchObject({ enabled: true, allow: [], refund_to: "choice", horizon_hours: 24 });
});
test.each([
  { what: "a listed category is changeable", category: "visit", enabled: true },
  { what: "another category is not changeable", category: "tour", enabled: false },
  { what: "an event without a category is not changeable where categories are listed", category: null, enabled: false },
])("$what", ({ category, enabled }) => {
  expect(changePolicyOf({ ...seller, categories: ["visit"] }, { category }).enabled).toBe(enabled);
});

test.each([
  ["same_means", "same_means"],
  ["gift_card", "choice"],
  ["choice", "choice"],
] as const)(
  "after the venue's own cancellation money that goes to %s goes to %s, without fees",
  (refund_to, expected) => {
    const fees = { cancel_fee: { percent: 10 }, change_fee: { fixed: "2.00" } };
    const policy = changePolicyOf({ enabled: true, anon_editing: true, refund_to, ...fees }, { category: null });
    expect(policyAfterCancellation(policy)).toEqual({ ...policy, refund_to: expected, cancel_fee: {}, change_fee: {} });
  },
);

test.each([
  { what: "keeps the policy's fees", facts: { waivesFee: false, isMonetary: false }, kept: { percent: 10 }, bonus: 5 },
  { what: "keeps nothing where it waives the fee", facts: { waivesFee: true, isMonetary: false }, kept: {}, bonus: 5 },
  {
    what: "gives a donation or a gift card back as it was paid",
    facts: { waivesFee: false, isMonetary: true },
    kept: {},
    bonus: 0,
  },
])("the venue chooses where money goes and $what", ({ facts, kept, bonus }) => {
  const rules = {
    refund_to: "gift_card",
    gift_card_bonus: 5,
    cancel_fee: { percent: 10 },
    change_fee: { percent: 10 },
  };
  const policy = changePolicyOf(
    { enabled: true, anon_editing: true, ...rules, refund_to: "gift_card" },
    { category: null },
  );
  expect(policyForVenue(policy, facts)).toEqual({
    ...policy,
    refund_to: "choice",
    cancel_fee: kept,
    change_fee: kept,
    gift_card_bonus: bonus,
  });
});
