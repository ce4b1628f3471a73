import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, afterEach, beforeAll } from "vitest";
import { expectInvariants } from "./expectInvariants.ts";
import { pauseAt, type PausePoint } from "../../src/db/faultPoints.ts";
import { openTestApp, type TestApp } from "../app/testApp.ts";

/**
 * Opens two servers on one database for races; a single server would put its own holds into one batch. Clears `points`
 * after each test, and checks the database's invariants at the end.
 */
export const setUpRaceServers = (
  points: readonly PausePoint[],
  onOpen: (one: TestApp, other: TestApp) => void,
): void => {
  let servers: readonly TestApp[] = [];
  beforeAll(async () => {
    const one = await openTestApp();
    const other = await openTestApp({}, one);
    servers = [other, one];
    onOpen(one, other);
  });
  afterEach(() => {
    for (const point of points) pauseAt(point, undefined);
  });
  afterAll(async () => {
    const [, one] = servers;
    if (one) await expectInvariants(one.db);
    for (const server of servers) await server.close();
  });
};

/** Makes the first caller wait for a second one, at most `milliseconds`: if a lock is held, the second cannot arrive. */
export const rendezvous = (milliseconds: number) => {
  let waiting: (() => void) | undefined;
  return async (): Promise<void> => {
    if (waiting) {
      waiting();
      waiting = undefined;
      return;
    }
    const { promise, resolve } = Promise.withResolvers<void>();
    waiting = resolve;
    await Promise.race([promise, sleep(milliseconds)]);
    if (waiting === resolve) waiting = undefined;
  };
};
