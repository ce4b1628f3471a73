import { afterAll } from "vitest";
import { onEveryNode } from "./cloneDatabase.ts";

/**
 * Drops the databases that the test file has cloned, so that a run needs room for a few only. One that a test has left open
 * stays until the end of the run.
 */
afterAll(async () => {
  for (const name of globalThis.clonedDatabases?.splice(0) ?? [])
    await onEveryNode(`drop database ${name}`).catch(() => undefined);
});
