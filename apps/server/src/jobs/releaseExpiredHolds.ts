import type { Database } from "../db/connections.ts";
import { transact } from "../db/transact.ts";
import { releaseOverdueCarts } from "../modules/cart/release/releaseHold.ts";
import { sellersWithOverdueCarts } from "./dueSellers.sql.ts";

const batchSize = 200;

/**
 * Releases the stock of expired carts of all sellers, one seller at a time, and returns the number of carts. This is
 * only a clean-up: an expired hold counts as free whether this has run or not. Safe to run concurrently, in one process
 * or several.
 */
export const releaseExpiredHolds = async (acrossSellers: Database): Promise<number> => {
  let released = 0;
  for (const { seller_id } of await sellersWithOverdueCarts(acrossSellers)) {
    for (;;) {
      const count = await transact({ db: acrossSellers }, ({ db }) => releaseOverdueCarts(db, seller_id, batchSize));
      released += count;
      if (count < batchSize) break;
    }
  }
  return released;
};
