import { setTimeout as sleep } from "node:timers/promises";
import { pauseAt, type PausePoint } from "../../src/db/faultPoints.ts";
import type { Refused } from "../../src/errors/refused.ts";

/** "done", or the code of the refusal. */
export const outcomeOf = (change: Promise<unknown>): Promise<string> =>
  change.then(
    () => "done",
    (error: Refused) => error.code,
  );

/** Starts a call when a transaction reaches a point, and waits a moment until it has finished or waits for a lock. */
export const startAtPause = (
  point: PausePoint,
  start: () => Promise<unknown>,
): (() => Promise<unknown> | undefined) => {
  let started: Promise<unknown> | undefined;
  pauseAt(point, async () => {
    if (started) return;
    started = start();
    await Promise.race([started, sleep(400)]);
  });
  return () => started;
};
