import type { Database } from "../../../db/connections.ts";
import type { Pipeline } from "../../../db/statements/statement.ts";
import { transact } from "../../../db/transact.ts";
import { hasOverdueHolds, hasShortage, type Shortage } from "../locks.sql.ts";
import { releaseBlockingCarts } from "./releaseHold.ts";

/** Overdue holds have what a change needs: they must be released before its transaction starts over. */
class OverdueHoldsError extends Error {
  readonly shortage: Shortage;
  constructor(shortage: Shortage) {
    super("Overdue holds must be released first.");
    this.shortage = shortage;
  }
}

const maxAttempts = 4;

export type ReleaseOptions = {
  /** False for the last attempt, which refuses instead of releasing overdue holds again. */
  readonly canRelease: boolean;
};

/**
 * Runs a transaction that holds tickets. If overdue holds have what it needs, they are released in a transaction of their
 * own, because carts are locked first, and it starts over.
 */
export const releasingOverdueHolds = async <Result>(
  { db, seller }: { readonly db: Database; readonly seller: { readonly id: string } },
  hold: (options: ReleaseOptions) => Promise<Result>,
): Promise<Result> => {
  for (let attempt = 1; ; attempt++) {
    try {
      return await hold({ canRelease: attempt < maxAttempts });
    } catch (error) {
      if (!(error instanceof OverdueHoldsError)) throw error;
      await transact({ db }, (tx) => releaseBlockingCarts(tx.db, seller.id, error.shortage));
    }
  }
};

/** Ends the transaction of `releasingOverdueHolds` if something ran short and overdue holds have it. */
export const requireNoOverdueHolds = async (
  pipeline: Pipeline,
  seller_id: string,
  shortage: Shortage,
  { canRelease }: ReleaseOptions,
): Promise<void> => {
  if (canRelease && hasShortage(shortage) && (await hasOverdueHolds(pipeline, seller_id, shortage)))
    throw new OverdueHoldsError(shortage);
};
