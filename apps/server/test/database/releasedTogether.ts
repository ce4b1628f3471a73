import { expect } from "vitest";
import type { Database, Tx } from "../../src/db/connections.ts";
import { countLockWaits } from "./countLockWaits.ts";

/**
 * Starts calls that need a row which somebody else has locked, each once the one before it waits, and then releases the
 * row: they get it in this order.
 */
export const releasedTogether = async <T>(
  db: Database,
  lock: (tx: Tx) => Promise<unknown>,
  calls: readonly (() => Promise<T>)[],
): Promise<T[]> => {
  const locked = Promise.withResolvers<void>();
  const free = Promise.withResolvers<void>();
  const holder = db.transaction().execute(async (tx) => {
    await lock(tx);
    locked.resolve();
    await free.promise;
  });
  await locked.promise;
  const replies: Promise<T>[] = [];
  for (const call of calls) {
    replies.push(call());
    await expect.poll(() => countLockWaits(db)).toBeGreaterThanOrEqual(replies.length);
  }
  free.resolve();
  await holder;
  return Promise.all(replies);
};
