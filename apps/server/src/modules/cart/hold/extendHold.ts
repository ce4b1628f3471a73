import type { extendCart } from "@foyer/contract/shop/cart.ts";
import type { Received, Reply } from "@foyer/contract/endpoint.ts";
import { cartLimits } from "@foyer/contract/limits.ts";
import { statement } from "../../../db/statement.ts";
import { transact } from "../../../db/transact.ts";
import type { RequestContext } from "../../../http/requestContext.ts";
import { Refused } from "../../../errors/refused.ts";
import { liveTickets, lockCarts } from "../locks.sql.ts";
import { checkWriteAccess } from "../access/cartAccess.ts";

type ExtendedHold = { expires_at: string; expires_in: number; extensions: number; at_most_reached: boolean };

/** Two minutes more, whatever was wished for, ten times at most and never past the utmost limit. */
export const extendHold = (
  ctx: RequestContext,
  { cart_id }: Received<typeof extendCart>,
): Promise<Reply<typeof extendCart>> =>
  transact(ctx, async (ctx) => {
    const { id: seller_id } = ctx.seller;
    const [cart] = await lockCarts(ctx.db, seller_id, [cart_id]);
    const holdsTickets = (await liveTickets(ctx.db, seller_id, [cart_id])).length > 0;
    const refused = checkWriteAccess(cart, holdsTickets, ctx.visitor, "owner", "cart");
    if (refused) throw refused;
    if (!holdsTickets) return { expires_at: null, expires_in: null, extensions_left: 0 };

    const [extended] = await statement<ExtendedHold>(
      ctx.db,
      `update cart set extensions = extensions + 1, expires_at = least(expires_at + make_interval(secs => $3::int), hold_until_at_most)
       where seller_id = $1 and id = $2 and state = 'pending' and extensions < $4 and expires_at < hold_until_at_most
       returning expires_at, floor(extract(epoch from expires_at - app_now()))::int as expires_in, extensions, expires_at >= hold_until_at_most as at_most_reached`,
      [seller_id, cart_id, cartLimits.extension_seconds, cartLimits.extensions],
    );
    if (!extended) throw new Refused({ code: "extension_limit_reached", context: "cart" });
    const { expires_at, expires_in, extensions, at_most_reached } = extended;
    return { expires_at, expires_in, extensions_left: at_most_reached ? 0 : cartLimits.extensions - extensions };
  });
