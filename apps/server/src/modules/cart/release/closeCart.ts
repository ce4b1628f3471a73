import type { RequestContext } from "../../../http/requestContext.ts";
import { transact } from "../../../db/transact.ts";
import { liveTickets, lockCarts } from "../locks.sql.ts";
import { releaseHold } from "./releaseHold.ts";
import { cartNotFound, checkWriteAccess, checkReadAccess, type CartAccess } from "../access/cartAccess.ts";

/** Releases everything that the cart holds. It can safely be repeated. */
export const closeCart = (
  ctx: RequestContext,
  { cart_id }: { cart_id: string },
  access: CartAccess = "owner",
): Promise<{ deleted: boolean }> =>
  transact(ctx, async (ctx) => {
    const [cart] = await lockCarts(ctx.db, ctx.seller.id, [cart_id]);
    const refusal = checkReadAccess(cart, ctx.visitor, access);
    if (refusal || !cart) throw refusal ?? cartNotFound();
    const holdsTickets = (await liveTickets(ctx.db, ctx.seller.id, [cart_id])).length > 0;
    const refused = checkWriteAccess(cart, { holdsTickets, visitor: ctx.visitor, access, context: "cart" });
    if (refused && refused.code !== "cart_expired") throw refused;
    if (cart.state === "pending") await releaseHold(ctx.db, ctx.seller.id, [cart_id]);
    return { deleted: true };
  });
