import { afterAll } from "vitest";
import { onEveryNode } from "./cloneDatabase.ts";

/**
 * Drops the databases that the test file has cloned, so that a run only needs space for a few. A database that a test
 * left open stays until the end of the run.
 */
afterAll(async () => {
  for (const name of globalThis.clonedDatabases?.splice(0) ?? [])
    await onEveryNode(`drop database ${name}`).catch(() => undefined);
});
