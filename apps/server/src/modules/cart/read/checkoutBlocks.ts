import type { Seller } from "@foyer/contract/shop/seller.ts";
import { findAnchor, type AnchorRules } from "@foyer/rules/hold/anchor.ts";
import { contentProblems } from "@foyer/rules/hold/cartContents.ts";
import type { HoldRejection } from "@foyer/rules/hold/catalogSnapshot.ts";
import { blockReason, blockingRules, type CheckoutRule, type RuleTicket } from "@foyer/rules/pricing/checkoutRules.ts";
import { openedCodeGroups, type CodeInCart } from "@foyer/rules/pricing/applyCodes.ts";
import { parseVisitTime, visitWindow, type VisitWindow } from "@foyer/rules/hold/visitTime.ts";
import { refusalText } from "../../../errors/refusalText.ts";
import { Refused } from "../../../errors/refused.ts";
import type { RequestContext } from "../../../http/requestContext.ts";
import { readCartCodes, readCheckoutRules } from "../../codes/codeContext.ts";
import { readCartTickets, type CartTicket } from "./readCartTickets.ts";

/** A reason why a cart cannot be paid for as it is. */
export type CheckoutBlock = {
  /** Id of the rule, of the ticket group, or of the event with add-ons or member tickets. */
  readonly id: string;
  readonly description: string;
  readonly block_reason: "code_required" | "not_allowed";
};

export const anchorRulesOf = ({ web, configuration }: Seller): AnchorRules => ({
  admission_event_id: web.admission_event_id,
  visit_time: parseVisitTime(configuration.upsells?.visit_time),
});

/** The seller's rules that block a cart with these codes. Waiting codes lift no rule. */
export const findBlockingRules = <Rule extends CheckoutRule>(
  tickets: readonly RuleTicket[],
  { codes, rules }: { readonly codes: readonly CodeInCart[]; readonly rules: readonly Rule[] },
): Rule[] =>
  blockingRules(rules, tickets, new Set(codes.filter(({ is_applied }) => is_applied).flatMap(openedCodeGroups)));

export const blockedBy = ({ id: rule_id, description: text, block_reason }: CheckoutBlock): Refused =>
  new Refused({ code: "rule_blocks_reserve", context: "checkout_rules", text, extra: { block_reason, rule_id } });

const blockOfRule = (rule: CheckoutRule): CheckoutBlock => ({
  id: rule.id,
  description: rule.description,
  block_reason: blockReason(rule),
});

/**
 * Refuses a cancellation by which an order breaks one of the seller's rules as they are now. A rule that the order breaks
 * already, since it is newer, refuses nothing.
 */
export const refuseBlockedRest = (
  before: readonly RuleTicket[],
  staying: readonly RuleTicket[],
  judged: { readonly codes: readonly CodeInCart[]; readonly rules: readonly CheckoutRule[] },
): void => {
  const broken = new Set(findBlockingRules(before, judged).map(({ id }) => id));
  const rule = findBlockingRules(staying, judged).find(({ id }) => !broken.has(id));
  if (rule) throw blockedBy(blockOfRule(rule));
};

/** The blocking rules, lapsed member tickets, and what the cart's contents lack. */
export const checkoutBlocksIn = (
  seller: Seller,
  tickets: readonly CartTicket[],
  blockingRules: readonly CheckoutRule[],
): CheckoutBlock[] => [
  ...blockingRules.map(blockOfRule),
  ...memberBlocks(seller, tickets),
  ...contentProblems(tickets, anchorRulesOf(seller)).map((problem) => contentBlock(seller, problem)),
];

const contentBlock = (seller: Seller, { code, description, extra }: HoldRejection): CheckoutBlock => {
  const { ticket_group_id, event_template_id } = extra;
  return {
    id: [ticket_group_id, event_template_id].find((id) => typeof id === "string") ?? "",
    description: refusalText({ code, description, extra }, seller.strings),
    block_reason: "not_allowed",
  };
};

/** Events with tickets of a membership that is cancelled, will not be renewed, or does not belong to the buyer. */
const memberBlocks = (seller: Seller, tickets: readonly CartTicket[]): CheckoutBlock[] => {
  const events = new Set(tickets.flatMap((ticket) => (ticket.member_lapsed ? ticket.event_template_id : [])));
  const description = seller.strings["error.member_lapsed"] ?? lapsedDescription;
  return [...events].map((id) => ({ id, description, block_reason: "not_allowed" as const }));
};
const lapsedDescription =
  "Your membership no longer covers all of your tickets. Please remove those for members to continue.";

export const readCheckoutBlocks = async (
  { db, seller }: Pick<RequestContext, "db" | "seller">,
  cart_id: string,
): Promise<CheckoutBlock[]> => {
  const tickets = (await readCartTickets(db, seller.id, [cart_id])).get(cart_id) ?? [];
  const [codes, rules] = [await readCartCodes(db, seller.id, [cart_id]), await readCheckoutRules(db, seller.id)];
  return checkoutBlocksIn(seller, tickets, findBlockingRules(tickets, { codes, rules }));
};

/** The time range in which add-ons can take place; null if it is not limited or the cart has no visit yet. */
export const visitWindowOf = (seller: Seller, tickets: readonly CartTicket[]): VisitWindow | null => {
  const rules = anchorRulesOf(seller);
  const anchor = findAnchor(tickets, rules);
  return anchor && rules.visit_time ? visitWindow(rules.visit_time, anchor) : null;
};
