import type { getCart, CartWithEmbeds } from "@foyer/contract/shop/cart.ts";
import type { Received } from "@foyer/contract/endpoint.ts";
import type { RequestContext } from "../../../http/requestContext.ts";
import { Refused } from "../../../errors/refused.ts";
import { liveTickets, readCartsUnlocked } from "../locks.sql.ts";
import { embedInCart } from "./embedInCart.ts";
import { isCartExpired, isOwnCart, cartNotFound, checkReadAccess, type CartAccess } from "../access/cartAccess.ts";
import { readCart } from "./readCart.ts";

/** Shows a cart. Refuses an expired one; a booked cart can still be read. */
export const showCart = async (
  ctx: RequestContext,
  sent: Received<typeof getCart>,
  access: CartAccess = "owner",
): Promise<CartWithEmbeds> => {
  const { cart_id } = sent;
  const [cart] = await readCartsUnlocked(ctx.db, ctx.seller.id, [cart_id]);
  const refusal = checkReadAccess(cart, ctx.visitor, access);
  if (refusal || !cart) throw refusal ?? cartNotFound();
  const holdsTickets =
    cart.state === "pending" && cart.overdue && (await liveTickets(ctx.db, ctx.seller.id, [cart_id])).length > 0;
  if (isCartExpired(cart, holdsTickets)) throw new Refused({ code: "cart_expired", context: "cart" });
  return embedInCart(ctx, await readCart(ctx, cart_id), sent, isOwnCart(cart, ctx.visitor));
};
