import { afterAll, inject } from "vitest";
import { Client } from "pg";

/**
 * Drops the databases that the test file has cloned, so that a run needs room for a few only. One that a test has left open
 * stays until the end of the run.
 */
afterAll(async () => {
  const names = globalThis.clonedDatabases?.splice(0) ?? [];
  if (names.length === 0) return;
  const client = new Client({ ...inject("cluster"), database: "foyer" });
  await client.connect();
  for (const name of names) await client.query(`drop database ${name}`).catch(() => undefined);
  await client.end();
});
