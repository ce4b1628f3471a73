import { blockReason, concernsTickets, blockingRules } from "../pricing/checkoutRules.ts";
import type { CodesInput, CodeSnapshot } from "../pricing/codes.ts";
import {
  canApplyCode,
  checkCodes,
  openedCodeGroups,
  type CodeContext,
  type CodeInCart,
} from "../pricing/applyCodes.ts";
import type { DiscountedTicket } from "../pricing/discounts.ts";
import type { Rejected } from "./catalogSnapshot.ts";

type RuleContext = CodeContext & { readonly codes: ReadonlyMap<string, CodeSnapshot> };
type CartContents = { readonly held: readonly DiscountedTicket[]; readonly codes: readonly CodeInCart[] };

/** Applies the seller's checkout rules to the tickets of the cart and the request, and returns the cart's codes. */
export const checkCheckoutRules = (
  added: readonly DiscountedTicket[],
  { held, codes: inCart }: CartContents,
  { codes: known, ...codeContext }: RuleContext,
  given: CodesInput,
): Rejected | { readonly codes: readonly CodeInCart[] } => {
  const tickets = [...held, ...added];
  const checked = checkCodes(given, { tickets, inCart, known, context: codeContext });
  if ("rejection" in checked)
    return { rejection: { ...checked.rejection, ...(checked.second && { second: checked.second }) } };
  const groups = new Set(checked.codes.filter((code) => canApplyCode(code, codeContext)).flatMap(openedCodeGroups));
  const rule = blockingRules(codeContext.rules, tickets, groups).find(
    (one) => one.blocks === "reserve" && concernsTickets(one, added),
  );
  if (!rule) return checked;
  const { id: rule_id, description: text } = rule;
  return {
    rejection: {
      code: "rule_blocks_reserve",
      context: "checkout_rules",
      text,
      extra: { block_reason: blockReason(rule), rule_id },
    },
  };
};
