import { incompleteGroups } from "@foyer/rules/hold/cartContents.ts";
import { Refused } from "../../errors/refused.ts";
import type { RequestContext } from "../../http/requestContext.ts";
import { isActiveTicket } from "../cart/change/judgeOrderTickets.ts";
import { blockedBy, checkoutBlocksIn, findBlockingRules, refuseBlockedRest } from "../cart/read/checkoutBlocks.ts";
import { isHeld } from "./batch/heldTickets.ts";
import type { LockedCheckout } from "./batch/lockedCheckout.ts";

/** Refuses tickets of cancelled sessions. Not checked once money is authorized: the seller then has to refund them. */
export const refuseCancelledSessions = ({ tickets }: LockedCheckout): void => {
  const ticket = tickets.find((one) => isHeld(one) && one.cancelled);
  if (ticket)
    throw new Refused({
      code: "event_session_not_on_sale",
      context: "checkout",
      extra: { event_session_id: ticket.event_session_id },
    });
};

/**
 * The tickets and codes by which a cart is judged before it is paid. A change is judged as the order would be after it,
 * with the tickets that stay and the codes that the order was bought with.
 */
const judgedContents = ({
  tickets,
  appliedRules,
  change,
}: LockedCheckout): Pick<LockedCheckout, "tickets" | "appliedRules"> => {
  if (!change?.planned) return { tickets, appliedRules };
  const staying = new Set(change.planned.staying.map(({ id }) => id));
  return {
    // A bought ticket stays even if its membership has lapsed.
    tickets: [
      ...change.orderTickets.filter(({ id }) => staying.has(id)).map((ticket) => ({ ...ticket, member_lapsed: false })),
      ...tickets.filter(isHeld),
    ],
    appliedRules: { ...appliedRules, codes: [...change.orderCodes, ...appliedRules.codes] },
  };
};

/**
 * Refuses a cart that lacks required contents or breaks one of the seller's rules, as they are now, and a change of an
 * order that the order's policy does not allow now. Not checked once money is authorized. Limits per buyer of a code are
 * checked afterwards, under their own lock (`refuseOverusedCode`).
 */
export const refuseBlockedCart = ({ seller }: Pick<RequestContext, "seller">, checkout: LockedCheckout): void => {
  const { appliedRules: ownRules, change } = checkout;
  if (change?.refusal) throw change.refusal;
  // A gift code stops working when its order is refunded, even in a cart that already held it.
  const revokedGift = ownRules.codes.find(({ is_applied, is_gift, retired }) => is_applied && is_gift && retired);
  if (revokedGift)
    throw new Refused({ code: "code_not_found", context: "checkout", extra: { code: revokedGift.code } });
  if (change && !checkout.tickets.some(isHeld)) {
    refuseBlockedRest(change.orderTickets.filter(isActiveTicket), change.planned?.staying ?? [], {
      codes: change.orderCodes,
      rules: ownRules.rules,
    });
    return;
  }
  const { tickets, appliedRules } = judgedContents(checkout);
  const [incomplete] = incompleteGroups(change ? tickets : tickets.filter(isHeld));
  if (incomplete) {
    const { code, context = "checkout", extra, description } = incomplete;
    throw new Refused({ code, context, extra, ...(description !== undefined && { description }) });
  }
  const [block] = checkoutBlocksIn(seller, tickets, findBlockingRules(tickets, appliedRules));
  if (!block) return;
  throw blockedBy(block);
};
