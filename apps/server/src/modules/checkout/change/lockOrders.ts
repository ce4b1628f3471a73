import { pause } from "../../../db/faultPoints.ts";
import { lockCheckoutCarts } from "../batch/lockCheckout.sql.ts";
import type { SellerDb } from "../context.ts";
import { lockPlacesAndCodes, openChangesOfOrders } from "./lockOrders.sql.ts";
import { lockRemainingTickets } from "./orderChanges.sql.ts";

type Order = { readonly id: string; readonly cart_id: string };

/**
 * Locks several orders that are changed one after the other in one transaction: all of their carts and those of their
 * open changes, then the places and codes of all of these, then the remaining tickets. Locking order by order could
 * deadlock: it would lock the places and codes of the second order, or of its open change, after the memberships that the
 * first one has ended. A hold by one of these members locks them in the opposite order: it has the places and waits for
 * the membership.
 */
export const lockOrders = async (ctx: SellerDb, orders: readonly Order[]): Promise<void> => {
  const order_ids = orders.map(({ id }) => id);
  const changes = await lockWithChanges(ctx, orders, await openChangesOfOrders(ctx, order_ids));
  await lockPlacesAndCodes(ctx, { order_ids, cart_ids: [...orders.map(({ cart_id }) => cart_id), ...changes] });
  await lockRemainingTickets(ctx, order_ids);
};

/** Returns the open changes as they are after locking. A change that was opened while the locks were awaited is newer. */
const lockWithChanges = async (
  ctx: SellerDb,
  orders: readonly Order[],
  seen: readonly string[],
): Promise<readonly string[]> => {
  const { db, seller } = ctx;
  await pause("open_changes_read");
  await lockCheckoutCarts(db, seller.id, [...orders.map(({ cart_id }) => cart_id), ...seen]);
  const open = await openChangesOfOrders(
    ctx,
    orders.map(({ id }) => id),
  );
  const younger = open.filter((id) => !seen.includes(id));
  if (younger.length > 0) await lockCheckoutCarts(db, seller.id, younger);
  return open;
};
