import type { CartReply } from "@foyer/contract/cart.ts";
import type { Ask } from "../../http/ask.ts";
import { Refused } from "../../http/refused.ts";
import { liveTickets, peekCarts } from "./cart.sql.ts";
import { isExpired, noSuchCart, refuseToShow, type Way } from "./openCart.ts";
import { readCart } from "./readCart.ts";

/** A cart as it stands. One whose time is over says so; one that became an order can still be read. */
export const showCart = async (ask: Ask, { cart_id }: { cart_id: string }, way: Way = "my"): Promise<CartReply> => {
  const [cart] = await peekCarts(ask.db, ask.seller.id, [cart_id]);
  const hidden = refuseToShow(cart, ask.visitor, way);
  if (hidden || !cart) throw hidden ?? noSuchCart();
  const holds =
    cart.state === "pending" && cart.overdue && (await liveTickets(ask.db, ask.seller.id, [cart_id])).length > 0;
  if (isExpired(cart, holds)) throw new Refused({ code: "cart_expired", context: "cart" });
  return readCart(ask, cart_id);
};
