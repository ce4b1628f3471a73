import type { extendCart } from "@foyer/contract/shop/cart.ts";
import type { Received, Reply } from "@foyer/contract/endpoint.ts";
import { cartLimits } from "@foyer/contract/limits.ts";
import { transact } from "../../../db/transact.ts";
import type { RequestContext } from "../../../http/requestContext.ts";
import { Refused } from "../../../errors/refused.ts";
import { liveTickets, lockCarts } from "../locks.sql.ts";
import { canExpire, cartNotFound, checkWriteAccess } from "../access/cartAccess.ts";
import { extendExpiry } from "./extendHold.sql.ts";

/** Extends a hold by a fixed time, whatever the request asks for, up to the limits in `cartLimits`. */
export const extendHold = (
  ctx: RequestContext,
  { cart_id }: Received<typeof extendCart>,
): Promise<Reply<typeof extendCart>> =>
  transact(ctx, async (ctx) => {
    const { id: seller_id } = ctx.seller;
    const [cart] = await lockCarts(ctx.db, seller_id, [cart_id]);
    const holdsTickets = (await liveTickets(ctx.db, seller_id, [cart_id])).length > 0;
    const refused = checkWriteAccess(cart, { holdsTickets, visitor: ctx.visitor, access: "owner", context: "cart" });
    if (refused || !cart) throw refused ?? cartNotFound();
    if (!canExpire(cart, holdsTickets)) return { expires_at: null, expires_in: null, extensions_left: 0 };

    const extended = await extendExpiry(ctx.db, seller_id, cart_id);
    if (!extended) throw new Refused({ code: "extension_limit_reached", context: "cart" });
    const { expires_at, expires_in, extensions, at_most_reached } = extended;
    return { expires_at, expires_in, extensions_left: at_most_reached ? 0 : cartLimits.extensions - extensions };
  });
