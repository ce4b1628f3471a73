import { setTimeout as sleep } from "node:timers/promises";
import type { Database } from "../../src/db/connections.ts";
import { countLockWaits } from "./countLockWaits.ts";

const lookEveryMs = 25;
/**
 * Work that waits outside the database, such as behind another call of its server, cannot be detected; it counts as
 * waiting after this time.
 */
const longestMs = 5000;

/**
 * Resolves when work is done, whether it succeeds or fails, or when a statement of its database waits for a lock. For
 * races: an order of events based on this does not depend on the machine's speed. `db` may belong to any server of the
 * database, but must be outside the transaction that holds the lock.
 */
export const doneOrWaiting = async (db: Database, work: Promise<unknown>): Promise<"done" | "waits"> => {
  let isDone = false;
  const done = work.then(
    () => void (isDone = true),
    () => void (isDone = true),
  );
  // A wait for a lock that is seen twice in a row does not end by itself.
  let looksWithWaits = 0;
  for (const start = performance.now(); !isDone && performance.now() - start < longestMs;) {
    looksWithWaits = (await countLockWaits(db)) > 0 ? looksWithWaits + 1 : 0;
    if (!isDone && looksWithWaits >= 2) return "waits";
    await Promise.race([done, sleep(lookEveryMs)]);
  }
  return isDone ? "done" : "waits";
};
