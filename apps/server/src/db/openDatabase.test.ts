import { Client } from "pg";
import { expect, test } from "vitest";
import { openDatabase, assertSafeSettings } from "./openDatabase.ts";
import { createBareDatabase } from "../../test/database/cloneDatabase.ts";

test("accepts the embedded database", async () => {
  const { owner } = await createBareDatabase();
  await expect(assertSafeSettings(owner)).resolves.toBeUndefined();
});

test.each([
  ["alter database DB set synchronous_commit = off", "synchronous_commit is off"],
  [
    "alter database DB set default_transaction_isolation = 'repeatable read'",
    "default_transaction_isolation is repeatable read",
  ],
])("refuses a database with unsafe settings: %s", async (statement, reason) => {
  const { owner } = await createBareDatabase();
  const client = new Client(owner);
  await client.connect();
  await client.query(statement.replace("DB", owner.database ?? ""));
  await client.end();
  await expect(assertSafeSettings(owner)).rejects.toThrow(reason);
});

test("uses DATABASE_URL and leaves that database running", async () => {
  const { owner } = await createBareDatabase();
  const address = `postgres://${owner.user}:${String(owner.password)}@/${owner.database}?host=${encodeURIComponent(owner.host ?? "")}`;
  const database = await openDatabase({ DATABASE_URL: address, DATA_DIR: "/nowhere" }, () => {});
  expect(database.kind).toBe("external");
  await database.stop();
  const client = new Client(database.owner);
  await client.connect();
  expect((await client.query("select current_database() as name")).rows).toEqual([{ name: owner.database }]);
  await client.end();
});
