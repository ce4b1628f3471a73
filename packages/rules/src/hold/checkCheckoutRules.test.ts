import { describe, expect, test } from "vitest";
import type { CheckoutRule } from "../pricing/checkoutRules.ts";
import type { CodeSnapshot } from "../pricing/codes.ts";
import type { DiscountedTicket } from "../pricing/discounts.ts";
import { checkCheckoutRules } from "./checkCheckoutRules.ts";

const now = Temporal.Instant.from("2026-11-21T12:00:00Z");
const ticket = (event: string): DiscountedTicket => ({
  face_value: 2000,
  fee_fixed_outside: 0,
  fee_percent_outside: 0,
  handler: "tickets",
  start_datetime: null,
  timezone: "UTC",
  event_template_id: event,
  ticket_group_id: `${event} group`,
  ticket_type_id: `${event} type`,
});
const [bats, walk] = [ticket("bats"), ticket("walk")];
const rule = (more: Partial<CheckoutRule> = {}): CheckoutRule => ({
  id: "counted",
  description: "Needs a code.",
  blocks: "reserve",
  code_group_id: "people",
  conditions: [{ event_template_ids: ["bats"], min: 1 }],
  ...more,
});
const code = (normalized: string, code_group_id = "people"): CodeSnapshot => ({
  id: `${normalized} id`,
  code_group_id,
  activates: [],
  normalized,
  valid_from: null,
  valid_to: null,
  max_uses: -1,
  used: 0,
  retired: false,
});
const known = new Map([code("pekapeka"), code("ruru", "others")].map((one) => [one.normalized, one]));

type Case = {
  rules?: CheckoutRule[];
  added?: DiscountedTicket[];
  held?: DiscountedTicket[];
  inCart?: CodeSnapshot[];
  codes?: string[];
};
const decide = ({ rules = [rule()], added = [bats], held = [], inCart = [], codes = [] }: Case) => {
  const checked = checkCheckoutRules(
    added,
    { held, codes: inCart.map((one) => ({ ...one, is_applied: true })) },
    { now, rules, codes: known, discounts: [], step: 1, activeDiscounts: new Set(), canUse: () => true },
    { codes, preloaded: [] },
  );
  return "rejection" in checked ? checked.rejection : checked.codes.map(({ normalized }) => normalized);
};

describe("tickets with a checkout rule", () => {
  const blocked = {
    code: "rule_blocks_reserve",
    context: "checkout_rules",
    text: "Needs a code.",
  };
  test.each<[string, Case, unknown]>([
    ["without a rule tickets are accepted", { rules: [] }, []],
    [
      "a blocking rule refuses tickets without its code",
      {},
      { ...blocked, extra: { block_reason: "code_required", rule_id: "counted" } },
    ],
    ["a blocking rule accepts tickets with its code", { codes: ["PEKAPEKA"] }, ["pekapeka"]],
    ["a blocking rule accepts tickets with its code in the cart", { inCart: [code("pekapeka")] }, ["pekapeka"]],
    [
      "a blocking rule accepts its code a second time",
      { inCart: [code("pekapeka")], codes: ["pekapeka"] },
      ["pekapeka"],
    ],
    ["a code of another group is refused", { codes: ["ruru"] }, { code: "no_code_benefit", extra: { code: "ruru" } }],
    ["an unknown code is refused", { codes: ["kiwi"] }, { code: "code_not_found", extra: { code: "kiwi" } }],
    [
      "a rule that no code lifts refuses tickets",
      { rules: [rule({ code_group_id: null })] },
      { ...blocked, extra: { block_reason: "not_allowed", rule_id: "counted" } },
    ],
    ["a rule on the checkout accepts tickets into the cart", { rules: [rule({ blocks: "checkout" })] }, []],
    [
      "a rule on the checkout accepts its code early",
      { rules: [rule({ blocks: "checkout" })], codes: ["pekapeka"] },
      ["pekapeka"],
    ],
    ["other tickets are accepted beside blocked ones", { added: [walk], held: [bats] }, []],
    ["a request that adds nothing is accepted", { added: [], held: [bats] }, []],
  ])("%s", (_, input, expected) => expect(decide(input)).toEqual(expected));
});
