import { descriptions } from "@foyer/contract/descriptions.ts";
import type { Seller } from "@foyer/contract/seller.ts";
import { anchorIn, anchorProblems, type AnchorRules } from "@foyer/rules/anchor.ts";
import { blockReason, rulesInTheWay, type CheckoutRule } from "@foyer/rules/checkoutRules.ts";
import { opensOf, type CodeInCart } from "@foyer/rules/codesAtWork.ts";
import { knownVisitTime, visitWindow, type VisitWindow } from "@foyer/rules/visitTime.ts";
import type { Ask } from "../../http/ask.ts";
import { codesOfCarts, rulesOf } from "../codes/codeDesk.ts";
import { ticketsOfCarts, type TicketOfCart } from "./ticketsOfCarts.ts";

/** Why a cart cannot be paid for as it is. */
export type Block = {
  /** Of the rule, or of the event whose tickets go with an admission or are for members. */
  readonly id: string;
  readonly description: string;
  readonly block_reason: "code_required" | "not_allowed";
};

export const anchorRulesOf = ({ web, configuration }: Seller): AnchorRules => ({
  admission_event_id: web.admission_event_id,
  visit_time: knownVisitTime(configuration.upsells?.visit_time),
});

/** The seller's rules that stand in the way of a cart with these codes; one that waits lifts nothing. */
export const rulesAgainst = <Rule extends CheckoutRule>(
  tickets: readonly TicketOfCart[],
  { codes, rules }: { readonly codes: readonly CodeInCart[]; readonly rules: readonly Rule[] },
): Rule[] => rulesInTheWay(rules, tickets, new Set(codes.filter(({ at_work }) => at_work).flatMap(opensOf)));

/** These rules, what a membership sells no more, and what does not go with the admission. */
export const blocksIn = (
  seller: Seller,
  tickets: readonly TicketOfCart[],
  inTheWay: readonly CheckoutRule[],
): Block[] => [
  ...inTheWay.map((rule) => ({
    id: rule.id,
    description: rule.description,
    block_reason: blockReason(rule),
  })),
  ...memberBlocks(seller, tickets),
  ...anchorProblems(tickets, anchorRulesOf(seller)).map(({ code, extra }) => ({
    id: String(extra.event_template_id),
    description: (seller.strings[`error.${code}`] ?? descriptions[code]).replace("{count}", String(extra.count)),
    block_reason: "not_allowed" as const,
  })),
];

/** What a membership sells no more, because it was taken back, is not renewed after all, or is not the buyer's. */
const memberBlocks = (seller: Seller, tickets: readonly TicketOfCart[]): Block[] => {
  const events = new Set(tickets.flatMap((ticket) => (ticket.member_lapsed ? ticket.event_template_id : [])));
  const description = seller.strings["error.member_lapsed"] ?? lapsed;
  return [...events].map((id) => ({ id, description, block_reason: "not_allowed" as const }));
};
const lapsed = "Your membership no longer covers all of your tickets. Please remove those for members to continue.";

export const blocksOf = async ({ db, seller }: Pick<Ask, "db" | "seller">, cart_id: string): Promise<Block[]> => {
  const tickets = (await ticketsOfCarts(db, seller.id, [cart_id])).get(cart_id) ?? [];
  const [codes, rules] = [await codesOfCarts(db, seller.id, [cart_id]), await rulesOf(db, seller.id)];
  return blocksIn(seller, tickets, rulesAgainst(tickets, { codes, rules }));
};

/** When add-ons may take place; null where nothing limits them, or there is no visit yet. */
export const visitWindowOf = (seller: Seller, tickets: readonly TicketOfCart[]): VisitWindow | null => {
  const rules = anchorRulesOf(seller);
  const anchor = anchorIn(tickets, rules);
  return anchor && rules.visit_time ? visitWindow(rules.visit_time, anchor) : null;
};
