import type { Database } from "../db/connections.ts";
import { transact } from "../db/transact.ts";
import { releaseOverdueCarts } from "../modules/cart/release/releaseHold.ts";

const batchSize = 200;

/**
 * Gives back what overdue carts of all sellers still hold, and says how many carts that were. Only tidies up: a hold
 * counts as free by the clock, whether this ran or not. Safe to run twice at once, or in several processes.
 * `db` is `connections.acrossSellers()`.
 */
export const releaseExpiredHolds = async (db: Database): Promise<number> => {
  let released = 0;
  for (;;) {
    const batchCount = await transact({ db }, (tx) => releaseOverdueCarts(tx.db, batchSize));
    released += batchCount;
    if (batchCount < batchSize) return released;
  }
};
