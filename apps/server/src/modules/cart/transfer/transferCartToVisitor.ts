import type { CartReply, transferCart } from "@foyer/contract/shop/cart.ts";
import type { Received } from "@foyer/contract/endpoint.ts";
import { newSecretId } from "../../../db/newId.ts";
import { transact } from "../../../db/transact.ts";
import type { RequestContext } from "../../../http/requestContext.ts";
import { Refused } from "../../../errors/refused.ts";
import { saveNewVisitors } from "../../identity/sessions/saveNewVisitors.ts";
import { liveTickets, lockCarts, type LockedCartRow } from "../locks.sql.ts";
import { isCartExpired, isOwnCart, cartNotFound } from "../access/cartAccess.ts";
import { membersOfCart } from "../members/memberUses.sql.ts";
import { readCart } from "../read/readCart.ts";
import { moveCartToNewId } from "./transferCartToVisitor.sql.ts";

/**
 * Transfers a guest's cart to a visitor with its link. The cart gets a new id, because its id gives access and the former
 * owner knows it. The saved purchaser is dropped.
 */
export const transferCartToVisitor = async (
  ctx: RequestContext,
  { cart_id }: Received<typeof transferCart>,
): Promise<CartReply> => {
  const id = await transact(ctx, async (ctx) => {
    const [cart] = await lockCarts(ctx.db, ctx.seller.id, [cart_id]);
    if (!cart) throw cartNotFound();
    if (isOwnCart(cart, ctx.visitor)) return cart.id;
    const heldTickets = await liveTickets(ctx.db, ctx.seller.id, [cart_id]);
    const refused = checkTransferable(cart, heldTickets.length > 0);
    if (refused) throw refused;
    // Tickets that a member's number unlocked are for that member only.
    const members = await membersOfCart(ctx.db, ctx.seller.id, cart_id);
    if (members.some((id) => id !== ctx.visitor?.member_id)) throw belongsToOther();
    const visitor = ctx.ensureVisitor();
    await saveNewVisitors(ctx.db, ctx.seller.id, [visitor]);
    const id = newSecretId();
    await moveCartToNewId(ctx.db, ctx.seller.id, { from: cart_id, to: id, identity_id: visitor.identity_id });
    ctx.log.info({ event: "cart_transferred" }, "a cart was transferred");
    return id;
  });
  return readCart(ctx, id);
};

const belongsToOther = (): Refused =>
  new Refused({ code: "access_denied", context: "cart", description: "This cart belongs to another member" });

/** Does not reveal the order of a booked cart. */
const checkTransferable = (cart: LockedCartRow, holdsTickets: boolean): Refused | undefined => {
  if (cart.owner_kind === "user") return belongsToOther();
  if (cart.state === "completed") return cartNotFound();
  // A visitor with the order's link can open a change of their own.
  if (cart.change) return new Refused({ code: "cart_not_editable", context: "cart" });
  // It is paid by its link exactly as it was sold, and stays with the counter.
  if (cart.is_counter_link) return new Refused({ code: "cart_not_editable", context: "cart" });
  // Its purchaser paid the first part; others can pay the rest by its link.
  if (cart.part_paid) return new Refused({ code: "cart_not_editable", context: "cart" });
  if (cart.paying) return new Refused({ code: "payment_in_progress", context: "cart" });
  return isCartExpired(cart, holdsTickets) ? new Refused({ code: "cart_expired", context: "cart" }) : undefined;
};
