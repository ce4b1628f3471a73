import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { cloneDatabase } from "../../../test/database/cloneDatabase.ts";
import { openDatabaseProxy, type DatabaseProxy } from "../../../test/database/databaseProxy.ts";
import { Connections, type Database } from "../connections.ts";
import { newId } from "../newId.ts";
import { statement } from "../statements/statement.ts";
import { transact } from "../transact.ts";
import { limitStatements, unlimited } from "./statementLimit.ts";

let proxy: DatabaseProxy;
let connections: Connections;
let db: Database;
beforeAll(async () => {
  proxy = await openDatabaseProxy((await cloneDatabase()).app);
});
beforeEach(() => {
  connections = new Connections({ ...proxy.config, max: 1, statement_timeout: 300, graceMs: 300 });
  db = connections.forSeller(newId());
});
afterEach(async () => {
  proxy.isSilent = false;
  // A statement that is still waiting would keep its connection open.
  proxy.goAway();
  proxy.comeBack();
  await connections.close();
});
afterAll(() => proxy.close());

/** Takes longer than the session's statements may take and the connection waits. */
const slow = (db: Database) => statement<{ answer: number }>(db, "select 1 as answer from pg_sleep(1.5)", []);
const slowWithin = (limit: number) =>
  transact({ db }, async ({ db }) => {
    await limitStatements({ db }, limit);
    return slow(db);
  });
/** The outcome of work while the database is silent. */
const inSilence = async (work: () => Promise<unknown>): Promise<unknown> => {
  proxy.isSilent = true;
  const ended = work().then(
    () => "answered",
    (error: unknown) => (error instanceof Error ? error.message : error),
  );
  return Promise.race([ended, sleep(6_000, "still waiting")]);
};
const lost = expect.stringMatching(/does not answer|connection error|terminated/i);

test("a statement ends at the limit of its session", async () => {
  await expect(slow(db)).rejects.toThrow("statement timeout");
});

test.each([
  ["a longer limit", 10_000],
  ["no limit", unlimited],
])("a statement with %s is waited for", async (_, limit) => {
  expect(await slowWithin(limit)).toEqual([{ answer: 1 }]);
});

test("a statement with a limit of its own ends there", async () => {
  await expect(slowWithin(700)).rejects.toThrow("statement timeout");
});

test("a database that falls silent is given up after the session's limit", async () => {
  await statement(db, "select 1", []);
  expect(await inSilence(() => statement(db, "select 1", []))).toEqual(lost);
});

test("a database that falls silent is given up after the longer limit too", async () => {
  const work = transact({ db }, async ({ db }) => {
    await limitStatements({ db }, 700);
    return inSilence(() => statement(db, "select 1", []));
  });
  await expect(work.catch((error: unknown) => String(error))).resolves.toEqual(lost);
});

test.each([
  ["committed", () => slowWithin(unlimited)],
  ["rolled back", () => slowWithin(700).catch(() => undefined)],
])("a transaction without a limit that is %s leaves the session's limit behind", async (_, transaction) => {
  await transaction();
  expect(await inSilence(() => statement(db, "select 1", []))).toEqual(lost);
});
