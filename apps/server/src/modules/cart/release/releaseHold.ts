import type { Database } from "../../../db/connections.ts";
import type { Shortage } from "../locks.sql.ts";
import { lockAndReleaseCarts, lockBlockingCarts, lockOverdueCarts } from "./releaseHold.sql.ts";

/**
 * Empties carts of a seller that the caller has locked and closes them as expired, so that what they held is free again.
 * Every hold that ends without a purchase ends here, whether it expired or its owner gave it up.
 */
export const releaseHold = async (db: Database, seller_id: string, cart_ids: readonly string[]): Promise<void> => {
  if (cart_ids.length > 0) await lockAndReleaseCarts(db, seller_id, cart_ids);
};

/**
 * Releases the overdue carts that hold what ran short. Waits for transactions that have locked one of them: afterwards it
 * is either released or extended.
 */
export const releaseBlockingCarts = async (db: Database, seller_id: string, shortage: Shortage): Promise<void> => {
  const carts = await lockBlockingCarts(db, seller_id, shortage);
  await releaseHold(
    db,
    seller_id,
    carts.map(({ id }) => id),
  );
};

/** Releases up to `limit` overdue carts of a seller and returns their number. Skips locked carts. */
export const releaseOverdueCarts = async (db: Database, seller_id: string, limit: number): Promise<number> => {
  const carts = await lockOverdueCarts(db, seller_id, limit);
  await releaseHold(
    db,
    seller_id,
    carts.map(({ id }) => id),
  );
  return carts.length;
};
