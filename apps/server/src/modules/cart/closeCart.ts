import type { Ask } from "../../http/ask.ts";
import { transact } from "../../db/transact.ts";
import { liveTickets, lockCarts } from "./cart.sql.ts";
import { letGo } from "./letGo.ts";
import { noSuchCart, refuseToChange, refuseToShow, type Way } from "./openCart.ts";

/** Lets go of everything the cart holds. Once more does no harm: an expired cart is gone already. */
export const closeCart = (ask: Ask, { cart_id }: { cart_id: string }, way: Way = "my"): Promise<{ deleted: boolean }> =>
  transact(ask, async (ask) => {
    const [cart] = await lockCarts(ask.db, ask.seller.id, [cart_id]);
    const hidden = refuseToShow(cart, ask.visitor, way);
    if (hidden || !cart) throw hidden ?? noSuchCart();
    const holds = (await liveTickets(ask.db, ask.seller.id, [cart_id])).length > 0;
    const refused = refuseToChange(cart, holds, ask.visitor, way, "cart");
    if (refused && refused.code !== "cart_expired") throw refused;
    if (cart.state === "pending") await letGo(ask.db, [{ seller_id: ask.seller.id, id: cart_id }]);
    return { deleted: true };
  });
