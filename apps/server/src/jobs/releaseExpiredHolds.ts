import type { Database } from "../db/connections.ts";
import { transact } from "../db/transact.ts";
import { releaseOverdueCarts } from "../modules/cart/release/releaseHold.ts";

const batchSize = 200;

/**
 * Releases the stock of expired carts of all sellers and returns the number of carts. This is only a clean-up: a hold
 * past its time counts as free whether this ran or not. Safe to run concurrently, in one process or in several.
 */
export const releaseExpiredHolds = async (acrossSellers: Database): Promise<number> => {
  let released = 0;
  for (;;) {
    const batchCount = await transact({ db: acrossSellers }, ({ db }) => releaseOverdueCarts(db, batchSize));
    released += batchCount;
    if (batchCount < batchSize) return released;
  }
};
