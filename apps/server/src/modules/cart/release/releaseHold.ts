import type { Database } from "../../../db/connections.ts";
import type { Shortage } from "../locks.sql.ts";
import { lockAndReleaseCarts, lockBlockingCarts, lockOverdueCarts, type CartKey } from "./releaseHold.sql.ts";

/**
 * Empties carts that the caller has locked and closes them as expired, so that what they held is free again. Every hold
 * that ends without a purchase ends here, whether it expired or its owner gave it up.
 */
export const releaseHold = async (db: Database, carts: readonly CartKey[]): Promise<void> => {
  if (carts.length > 0) await lockAndReleaseCarts(db, carts);
};

/**
 * Releases the overdue carts that hold what is short. Waits for transactions that have locked one of them: afterwards it
 * is either released or extended.
 */
export const releaseBlockingCarts = async (db: Database, seller_id: string, shortage: Shortage): Promise<void> =>
  releaseHold(db, await lockBlockingCarts(db, seller_id, shortage));

/** Releases up to `limit` overdue carts of all sellers, and returns their number. Skips carts that are locked. */
export const releaseOverdueCarts = async (db: Database, limit: number): Promise<number> => {
  const carts = await lockOverdueCarts(db, limit);
  await releaseHold(db, carts);
  return carts.length;
};
