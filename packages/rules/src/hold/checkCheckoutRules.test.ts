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
  description: "For those who know the word.",
  blocks: "reserve",
  code_group_id: "people",
  conditions: [{ event_template_ids: ["bats"], min: 1 }],
  ...more,
});
const code = (folded: string, code_group_id = "people"): CodeSnapshot => ({
  id: `${folded} id`,
  code_group_id,
  activates: [],
  folded,
  valid_from: null,
  valid_to: null,
  max_uses: -1,
  used: 0,
  retired: false,
});
const known = new Map([code("pekapeka"), code("ruru", "others")].map((one) => [one.folded, one]));

type Case = {
  rules?: CheckoutRule[];
  added?: DiscountedTicket[];
  held?: DiscountedTicket[];
  has?: CodeSnapshot[];
  codes?: string[];
};
const judge = ({ rules = [rule()], added = [bats], held = [], has = [], codes = [] }: Case) => {
  const said = checkCheckoutRules(
    added,
    { held, codes: has.map((one) => ({ ...one, at_work: true })) },
    { now, rules, codes: known, discounts: [], activeDiscounts: new Set(), canUse: () => true },
    { codes, preloaded: [] },
  );
  return "rejection" in said ? said.rejection : said.codes.map(({ folded }) => folded);
};

describe("tickets that a rule is about", () => {
  const blocked = {
    code: "rule_blocks_reserve",
    context: "checkout_rules",
    words: "For those who know the word.",
  };
  test.each<[string, Case, unknown]>([
    ["no rule, nothing in the way", { rules: [] }, []],
    ["without the code", {}, { ...blocked, extra: { block_reason: "code_required", rule_id: "counted" } }],
    ["with it", { codes: ["PEKAPEKA"] }, ["pekapeka"]],
    ["with it in the cart already", { has: [code("pekapeka")] }, ["pekapeka"]],
    ["with it once more", { has: [code("pekapeka")], codes: ["pekapeka"] }, ["pekapeka"]],
    ["with a code of another group", { codes: ["ruru"] }, { code: "no_code_benefit", extra: { code: "ruru" } }],
    ["with a code that is none", { codes: ["kiwi"] }, { code: "code_not_found", extra: { code: "kiwi" } }],
    [
      "where no code helps",
      { rules: [rule({ code_group_id: null })] },
      { ...blocked, extra: { block_reason: "not_allowed", rule_id: "counted" } },
    ],
    ["a rule on checking out lets them into the cart", { rules: [rule({ blocks: "checkout" })] }, []],
    ["whose code can be given early", { rules: [rule({ blocks: "checkout" })], codes: ["pekapeka"] }, ["pekapeka"]],
    ["other tickets, beside what is blocked", { added: [walk], held: [bats] }, []],
    ["nothing new at all", { added: [], held: [bats] }, []],
  ])("%s", (_, wish, answer) => expect(judge(wish)).toEqual(answer));
});
