import type { RequestContext } from "../../../http/requestContext.ts";
import { updateCartsOwner } from "./transferCartsToUser.sql.ts";

/**
 * Whoever logs in keeps what they hold: their guest's carts are the user's from now on, and whom they named is theirs to
 * name. A payment under way goes on, since it belongs to the cart; whoever else is paying for it by its link is let finish.
 * Orders stay the guest's: who holds a browser has not shown that they were theirs.
 */
export const transferCartsToUser = async (ctx: RequestContext, user_id: string): Promise<void> => {
  const { visitor } = ctx;
  if (!visitor || visitor.fresh || visitor.strength === "full") return;
  const count = await updateCartsOwner(ctx.db, ctx.seller.id, { from: visitor.identity_id, to: user_id });
  if (count > 0) ctx.log.info({ event: "carts_transferred_to_user", count }, "a guest's carts are a user's now");
};
