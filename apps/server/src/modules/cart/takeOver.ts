import type { CartReply, transferCart } from "@foyer/contract/cart.ts";
import type { Received } from "@foyer/contract/endpoint.ts";
import { newId } from "../../db/newId.ts";
import { transact } from "../../db/transact.ts";
import type { Ask } from "../../http/ask.ts";
import { Refused } from "../../http/refused.ts";
import { keepVisitors } from "../identity/keepVisitors.ts";
import { liveTickets, lockCarts, type LockedCart } from "./cart.sql.ts";
import { isExpired, isOwn, noSuchCart } from "./openCart.ts";
import { membersOfCart } from "./memberUses.sql.ts";
import { readCart } from "./readCart.ts";
import { moveCart } from "./takeOver.sql.ts";

/**
 * Takes over a guest's cart by its link. Its id is all the right that a guest has to it, and the former owner knows it:
 * so the cart goes on under a new one, and the old id names nothing any more. Who was to buy is not taken along.
 */
export const takeOver = async (ask: Ask, { cart_id }: Received<typeof transferCart>): Promise<CartReply> => {
  const id = await transact(ask, async (ask) => {
    const [cart] = await lockCarts(ask.db, ask.seller.id, [cart_id]);
    if (!cart) throw noSuchCart();
    if (isOwn(cart, ask.visitor)) return cart.id;
    const held = await liveTickets(ask.db, ask.seller.id, [cart_id]);
    const refused = refuseToTakeOver(cart, held.length > 0);
    if (refused) throw refused;
    // What a member's number opened is for that member, not for whoever has the link.
    const members = await membersOfCart(ask.db, ask.seller.id, cart_id);
    if (members.some((id) => id !== ask.visitor?.member_id)) throw ofAnother();
    const visitor = ask.enter();
    await keepVisitors(ask.db, ask.seller.id, [visitor]);
    const id = newId();
    await moveCart(ask.db, ask.seller.id, { from: cart_id, to: id, identity_id: visitor.identity_id });
    ask.log.info({ event: "cart_taken_over" }, "a cart has a new owner");
    return id;
  });
  return readCart(ask, id);
};

const ofAnother = (): Refused =>
  new Refused({ code: "access_denied", context: "cart", description: "This cart belongs to another member" });

/** A stranger is not told which order a cart became. */
const refuseToTakeOver = (cart: LockedCart, holdsTickets: boolean): Refused | undefined => {
  if (cart.owner_kind === "user") return ofAnother();
  if (cart.state === "completed") return noSuchCart();
  // Whoever paid the first part is its buyer; others may pay for it by its link.
  if (cart.part_paid) return new Refused({ code: "cart_not_editable", context: "cart" });
  if (cart.paying) return new Refused({ code: "payment_in_progress", context: "cart" });
  return isExpired(cart, holdsTickets) ? new Refused({ code: "cart_expired", context: "cart" }) : undefined;
};
