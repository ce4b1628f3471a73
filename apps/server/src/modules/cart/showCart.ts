import type { getCart, OpenedCart } from "@foyer/contract/cart.ts";
import type { Received } from "@foyer/contract/endpoint.ts";
import type { Ask } from "../../http/ask.ts";
import { Refused } from "../../http/refused.ts";
import { liveTickets, peekCarts } from "./cart.sql.ts";
import { embedRows } from "./embedRows.ts";
import { isExpired, isOwn, noSuchCart, refuseToShow, type Way } from "./openCart.ts";
import { readCart } from "./readCart.ts";

/** A cart as it stands. One whose time is over says so; one that became an order can still be read. */
export const showCart = async (ask: Ask, sent: Received<typeof getCart>, way: Way = "my"): Promise<OpenedCart> => {
  const { cart_id } = sent;
  const [cart] = await peekCarts(ask.db, ask.seller.id, [cart_id]);
  const hidden = refuseToShow(cart, ask.visitor, way);
  if (hidden || !cart) throw hidden ?? noSuchCart();
  const holds =
    cart.state === "pending" && cart.overdue && (await liveTickets(ask.db, ask.seller.id, [cart_id])).length > 0;
  if (isExpired(cart, holds)) throw new Refused({ code: "cart_expired", context: "cart" });
  return embedRows(ask, await readCart(ask, cart_id), sent, isOwn(cart, ask.visitor));
};
