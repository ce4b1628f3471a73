import { pause } from "../../../db/faultPoints.ts";
import { Refused } from "../../../errors/refused.ts";
import { releaseHold } from "../../cart/release/releaseHold.ts";
import { lockCheckoutCarts } from "../batch/lockCheckout.sql.ts";
import type { SellerDb } from "../context.ts";
import { lockForClosing } from "./lockForClosing.sql.ts";
import { findOpenChange, type OpenChangeRow } from "../../cart/change/findOpenChange.ts";

export type LockedOrder = {
  /**
   * Closes the order's open change if it gives up any of these tickets; undefined means any ticket. Call it before
   * anything else locks sessions, groups or codes: it also locks those of the tickets.
   */
  readonly closeChangeOf: (ticket_ids?: readonly string[]) => Promise<void>;
};

/**
 * Locks an order for a change or a refund that is made at once: the order's cart and the cart of its open change, by
 * ascending id in one statement. `cart_ids` adds other carts, such as one that a payment of the order was made with.
 * Nobody can open another change until the transaction ends.
 */
export const lockOrder = async (
  ctx: SellerDb,
  order: { readonly id: string; readonly cart_id: string },
  { refusesPaying, cart_ids = [] }: { readonly refusesPaying: boolean; readonly cart_ids?: readonly string[] },
): Promise<LockedOrder> => {
  const { db, seller } = ctx;
  const seen = await findOpenChange(ctx, order.id);
  await lockCheckoutCarts(db, seller.id, [order.cart_id, ...cart_ids, ...(seen ? [seen.id] : [])]);
  const open = await lockedChange(ctx, order.id, seen);
  if (refusesPaying && open?.paying) throw new Refused({ code: "payment_in_progress", context: "order" });
  return {
    closeChangeOf: async (ticket_ids) => {
      if (!open || open.paying) return;
      if (ticket_ids && !open.gives_up.some((id) => ticket_ids.includes(id))) return;
      await lockForClosing(ctx, { order, cart_id: open.id, ticket_ids });
      await releaseHold(db, seller.id, [open.id]);
      await pause("open_change_closed");
    },
  };
};

/**
 * The open change as it is after locking. A change that was opened while the locks were awaited is newer than the order.
 */
const lockedChange = async (
  ctx: SellerDb,
  order_id: string,
  seen: OpenChangeRow | undefined,
): Promise<OpenChangeRow | undefined> => {
  const open = await findOpenChange(ctx, order_id);
  if (!open || open.id === seen?.id) return open;
  await lockCheckoutCarts(ctx.db, ctx.seller.id, [open.id]);
  return findOpenChange(ctx, order_id);
};
