import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, expect } from "vitest";
import { checkInvariants } from "../../src/cli/checkInvariants.ts";
import { pauseAt, restoreGuards } from "../../src/db/faultPoints.ts";
import { openTestApp, type TestApp } from "../app/testApp.ts";

/**
 * Two servers on one database, for races: one alone takes its own holds one after the other. Between tests every guard
 * stands again and nobody waits at `points`; in the end the database has to be in order.
 */
export const setUpRaceServers = (
  points: readonly Parameters<typeof pauseAt>[0][],
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
    restoreGuards();
    for (const point of points) pauseAt(point, undefined);
  });
  afterAll(async () => {
    const [, one] = servers;
    if (one) expect(await checkInvariants(one.db)).toEqual([]);
    for (const server of servers) await server.close();
  });
};

/** Whoever comes first waits for the second, but not for ever: where a lock stands, the second cannot come. */
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
