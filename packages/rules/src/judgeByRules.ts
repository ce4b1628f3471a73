import { blockReason, concerns, rulesInTheWay } from "./checkoutRules.ts";
import type { CodesGiven, ShelfCode } from "./codes.ts";
import { canWork, judgeCodes, opensOf, type CodeDesk, type CodeInCart } from "./codesAtWork.ts";
import type { DiscountedTicket } from "./discounts.ts";
import type { HoldNo } from "./shelf.ts";

type Ruled = CodeDesk & { readonly codes: ReadonlyMap<string, ShelfCode> };
type Holder = { readonly held: readonly DiscountedTicket[]; readonly codes: readonly CodeInCart[] };

/** What the seller's rules say to these tickets beside what the cart holds, and which codes the cart has then. */
export const judgeByRules = (
  added: readonly DiscountedTicket[],
  { held, codes: has }: Holder,
  { codes: known, ...desk }: Ruled,
  given: CodesGiven,
): { readonly no: HoldNo } | { readonly codes: readonly CodeInCart[] } => {
  const tickets = [...held, ...added];
  const judged = judgeCodes(given, { tickets, has, known, desk });
  if ("no" in judged) return { no: { ...judged.no, ...(judged.also && { also: judged.also }) } };
  const groups = new Set(judged.codes.filter((code) => canWork(code, desk)).flatMap(opensOf));
  const rule = rulesInTheWay(desk.rules, tickets, groups).find(
    (one) => one.blocks === "reserve" && concerns(one, added),
  );
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
