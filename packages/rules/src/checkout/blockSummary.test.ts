import type { Cart } from "@foyer/contract/shop/cart.ts";
import { expect, test } from "vitest";
import { blockSummary } from "./blockSummary.ts";

const rule = (description: string, block_reason: "code_required" | "not_allowed") => ({
  id: description,
  description,
  block_reason,
});
const mod = (
  name: string,
  blocking_checkout: boolean,
  description: string | null = null,
): Cart["cart_mods"][number] => ({
  id: name,
  name,
  codes: [],
  activating_code_groups: [],
  discount: "0",
  blocking_checkout,
  description,
  resource: null,
  resource_id: null,
});
const word = rule("A word is needed.", "code_required");
const never = rule("Not with a tour.", "not_allowed");

test.each([
  ["nothing", [], [], undefined],
  ["a discount", [], [mod("Friends", false, "Ten off")], undefined],
  ["a rule that a code lifts", [word], [], { kind: "code_required", reasons: ["A word is needed."] }],
  ["a rule that nothing lifts", [never], [], { kind: "not_allowed", reasons: ["Not with a tour."] }],
  ["both", [word, never], [], { kind: "not_allowed", reasons: ["Not with a tour.", "A word is needed."] }],
  [
    "the same reason twice",
    [word, { ...word, id: "2" }],
    [],
    { kind: "code_required", reasons: ["A word is needed."] },
  ],
  [
    "a discount that wants its code",
    [],
    [mod("Friends", true, "For friends.")],
    { kind: "code_required", reasons: ["For friends."] },
  ],
  ["one without a description", [], [mod("Friends", true)], { kind: "code_required", reasons: ["Friends"] }],
] as const)("a blocked cart is summed up: %s", (_, blocking_rules, cart_mods, block) =>
  expect(
    blockSummary({ blocking_rules: [...blocking_rules], cart_mods: [...cart_mods], completed_payments: [] }),
  ).toEqual(block),
);

test("returns nothing once a part is paid", () => {
  const paid = {
    id: "p",
    occurred_date: "2026-11-21T15:00:00Z",
    amount: "20.00",
    status: "captured",
    gateway_id: "test",
  };
  expect(blockSummary({ blocking_rules: [word, never], cart_mods: [], completed_payments: [paid] })).toBe(undefined);
});
