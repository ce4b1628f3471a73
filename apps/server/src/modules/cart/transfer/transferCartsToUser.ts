import type { RequestContext } from "../../../http/requestContext.ts";
import { updateCartsOwner } from "./transferCartsToUser.sql.ts";

/**
 * Moves a guest's carts and named recipients to the user who logs in. A payment in progress continues, because it belongs
 * to the cart, and others can finish paying by the link. Orders stay with the guest, because using the same browser does
 * not prove that they are the user's.
 */
export const transferCartsToUser = async (ctx: RequestContext, user_id: string): Promise<void> => {
  const { visitor } = ctx;
  if (!visitor || visitor.fresh || visitor.strength === "full") return;
  const count = await updateCartsOwner(ctx.db, ctx.seller.id, { from: visitor.identity_id, to: user_id });
  if (count > 0) ctx.log.info({ event: "carts_transferred_to_user", count }, "carts of a guest were moved to a user");
};
