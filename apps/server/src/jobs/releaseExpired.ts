import type { Database } from "../db/connect.ts";
import { transact } from "../db/transact.ts";
import { releaseSome } from "../modules/cart/letGo.ts";

const most = 200;

/**
 * Gives back what overdue carts of all sellers still hold, and says how many carts that were. Only tidies up: a hold
 * counts as free by the clock, whether this ran or not. Safe to run twice at once, or in several processes.
 * `db` is `connections.acrossSellers()`.
 */
export const releaseExpired = async (db: Database): Promise<number> => {
  let released = 0;
  for (;;) {
    const some = await transact({ db }, (tx) => releaseSome(tx.db, most));
    released += some;
    if (some < most) return released;
  }
};
