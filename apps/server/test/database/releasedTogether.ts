import { expect } from "vitest";
import type { Database, Tx } from "../../src/db/connections.ts";
import { countLockWaits } from "./countLockWaits.ts";

/** Starts calls that need a row which somebody else has locked, and releases it once all of them wait. */
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
  const replies = calls.map((call) => call());
  await expect.poll(() => countLockWaits(db)).toBeGreaterThanOrEqual(calls.length);
  free.resolve();
  await holder;
  return Promise.all(replies);
};
