import {
  blockReason,
  concerns,
  rulesInForce,
  rulesInTheWay,
  type CheckoutRule,
  type RuledTicket,
} from "./checkoutRules.ts";
import { judgeCodes, type CodesGiven, type ShelfCode } from "./codes.ts";
import type { HoldNo } from "./shelf.ts";

type Ruled = {
  readonly now: Temporal.Instant;
  readonly rules: readonly CheckoutRule[];
  readonly codes: ReadonlyMap<string, ShelfCode>;
};
type Holder = {
  readonly held: readonly RuledTicket[];
  readonly codes: readonly Pick<ShelfCode, "id" | "code_group_id">[];
};

/** Groups of codes that are good for something in a cart with these tickets. */
export const helpfulGroups = (rules: readonly CheckoutRule[], tickets: readonly RuledTicket[]): ReadonlySet<string> =>
  new Set(rulesInForce(rules, tickets).flatMap(({ code_group_id }) => code_group_id ?? []));

/** What the seller's rules say to these tickets beside what the cart holds, and which codes they take to be let through. */
export const judgeByRules = (
  added: readonly RuledTicket[],
  { held, codes }: Holder,
  { now, rules, codes: known }: Ruled,
  given: CodesGiven,
): { readonly no: HoldNo } | { readonly apply: readonly ShelfCode[] } => {
  const tickets = [...held, ...added];
  const helpful = helpfulGroups(rules, tickets);
  const judged = judgeCodes(given, known, {
    applied: new Set(codes.map(({ id }) => id)),
    helps: ({ code_group_id }) => helpful.has(code_group_id),
    now,
  });
  if ("no" in judged) return judged;
  const groups = new Set([...codes, ...judged.apply].map(({ code_group_id }) => code_group_id));
  const rule = rulesInTheWay(rules, tickets, groups).find((one) => one.blocks === "reserve" && concerns(one, added));
  if (!rule) return judged;
  const { id: rule_id, description: words } = rule;
  return {
    no: {
      code: "rule_blocks_reserve",
      context: "checkout_rules",
      words,
      extra: { block_reason: blockReason(rule), rule_id },
    },
  };
};
