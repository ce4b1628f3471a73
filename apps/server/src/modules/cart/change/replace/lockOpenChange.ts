import { pause } from "../../../../db/faultPoints.ts";
import { Refused } from "../../../../errors/refused.ts";
import type { RequestContext } from "../../../../http/requestContext.ts";
import { lockCarts } from "../../locks.sql.ts";
import { findOpenChange } from "../findOpenChange.ts";
import type { OrderOfBookedCart } from "../openChange.sql.ts";

/**
 * Locks the cart of an order, and with it the cart of the order's open change, whose id it returns. While the lock is
 * held, nobody else can open a change. A change that is being paid for is not replaced.
 */
export const lockOpenChange = async (
  ctx: Pick<RequestContext, "db" | "seller">,
  order: Pick<OrderOfBookedCart, "id" | "cart_id">,
): Promise<string | undefined> => {
  const { db, seller } = ctx;
  const known = (await findOpenChange(ctx, order.id))?.id;
  await pause("open_change_found");
  const locked = await lockCarts(db, seller.id, known === undefined ? [order.cart_id] : [order.cart_id, known]);
  const open = (await findOpenChange(ctx, order.id))?.id;
  if (open === undefined) return undefined;
  // A change that was opened while this waited for the locks is newer than the order, so it is locked second.
  const carts = open === known ? locked : await lockCarts(db, seller.id, [open]);
  const cart = carts.find(({ id }) => id === open);
  if (cart?.state !== "pending") return undefined;
  if (cart.paying || cart.part_paid)
    throw new Refused({ code: "payment_in_progress", context: "cart", extra: { order_id: order.id } });
  return open;
};
