import type { Database } from "../../src/db/connections.ts";
import { pauseAt, type PausePoint } from "../../src/db/faultPoints.ts";
import { doneOrWaiting } from "./doneOrWaiting.ts";

/**
 * Starts a call when a transaction reaches a point for the first time. The transaction continues when the call has
 * finished or waits for a lock. Returns the call's promise, or undefined if the point was not reached.
 */
export const startAtPause = <T>(
  db: Database,
  point: PausePoint,
  start: () => Promise<T>,
): (() => Promise<T> | undefined) => {
  let started: Promise<T> | undefined;
  pauseAt(point, async () => {
    if (started) return;
    started = start();
    await doneOrWaiting(db, started);
  });
  return () => started;
};
