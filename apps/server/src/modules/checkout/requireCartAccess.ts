import type { RequestContext } from "../../http/requestContext.ts";
import { Refused } from "../../errors/refused.ts";
import { checkoutBlocksIn, findBlockingRules } from "../cart/read/checkoutBlocks.ts";
import { isHeld, type LockedCheckout } from "./batch/lockCheckout.ts";
import { lockCart, orderOfCart } from "./checkout.sql.ts";
import type { LockedCart } from "./batch/lockCheckout.sql.ts";

/** 'own': only the visitor's own cart. 'linked': whoever holds the id of a guest's cart may pay for it. */
export type CartAccess = "own" | "linked";

/**
 * The cart behind a paying visitor. Somebody else's is not there; a member's opened by link is refused. A booked cart
 * comes back instead of being refused: paying twice must answer like paying once.
 */
export const requireCartAccess = (
  ctx: Pick<RequestContext, "visitor">,
  cart: LockedCart | undefined,
  access: CartAccess,
): LockedCart => {
  if (!cart) throw new Refused({ code: "not_found", context: "cart", description: "Cart not found" });
  const isOwn = ctx.visitor?.identity_id === cart.identity_id;
  if (!isOwn && access === "own")
    throw new Refused({ code: "not_found", context: "cart", description: "Cart not found" });
  if (!isOwn && !cart.open_by_link) throw new Refused({ code: "access_denied", context: "cart" });
  if (cart.state === "expired" || (cart.state === "pending" && !cart.alive))
    throw new Refused({ code: "cart_expired", context: "cart" });
  return cart;
};

/** The same, locked on the way. */
export const lockAccessibleCart = async (
  ctx: RequestContext,
  cart_id: string,
  access: CartAccess,
): Promise<LockedCart> => requireCartAccess(ctx, await lockCart(ctx, cart_id), access);

/** Nobody pays for what will not take place. Not asked once money is promised: what was sold is the seller's to refund. */
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
 * The seller's rules, asked again at the till: a cart that breaks one is not paid for (T39). Not asked once money is
 * promised. What each buyer may use of a code is asked after them, behind a lock (`refuseOverused`).
 */
export const refuseBlockedCart = (
  { seller }: Pick<RequestContext, "seller">,
  { tickets, ruled }: LockedCheckout,
): void => {
  // A present whose giver got their money back is worth nothing any more, also to a cart that held it before.
  const takenBack = ruled.codes.find(({ at_work, is_gift, retired }) => at_work && is_gift && retired);
  if (takenBack)
    throw new Refused({ code: "code_not_found", context: "checkout", extra: { code: takenBack.code } });
  const [block] = checkoutBlocksIn(seller, tickets, findBlockingRules(tickets, ruled));
  if (!block) return;
  const { id: rule_id, description: words, block_reason } = block;
  throw new Refused({
    code: "rule_blocks_reserve",
    context: "checkout_rules",
    words,
    extra: { block_reason, rule_id },
  });
};

export const bookedRefusal = async (ctx: RequestContext, cart_id: string): Promise<Refused> => {
  const order = await orderOfCart(ctx, cart_id);
  return new Refused({ code: "cart_booked", context: "cart", extra: { order_id: order?.id ?? "" } });
};
