import { spawn } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "pg";
import type { PoolConfig } from "pg";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { migrate } from "./migrate.ts";
import { createBareDatabase } from "../../test/database/cloneDatabase.ts";

let folder: string;
let owner: PoolConfig;
let client: Client;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "foyer-migrations-"));
  ({ owner } = await createBareDatabase());
  client = new Client(owner);
  await client.connect();
});

afterEach(async () => {
  await client.end();
  await rm(folder, { recursive: true, force: true });
});

const write = (name: string, sql: string) => writeFile(join(folder, name), sql);
const tables = async (): Promise<string[]> =>
  (
    await client.query<{ name: string }>(
      "select table_name as name from information_schema.tables where table_schema = 'public' order by 1",
    )
  ).rows.map(({ name }) => name);
const records = async () => (await client.query("select number, name from schema_migration order by number")).rows;

test("applies each file once, in order, and records it", async () => {
  await write("0001_first.sql", "create table one (id integer);");
  expect(await migrate(owner, folder)).toEqual([1]);
  await write("0002_second.sql", "create table two (id integer); insert into one values (1);");
  expect(await migrate(owner, folder)).toEqual([2]);
  expect(await migrate(owner, folder)).toEqual([]);
  expect(await tables()).toEqual(["one", "schema_migration", "two"]);
  expect(await records()).toEqual([
    { number: 1, name: "first" },
    { number: 2, name: "second" },
  ]);
});

test("two servers that start at once migrate once", async () => {
  await write("0001_first.sql", "create table one (id integer);");
  const applied = await Promise.all([migrate(owner, folder), migrate(owner, folder), migrate(owner, folder)]);
  expect(applied.toSorted((a, b) => a.length - b.length)).toEqual([[], [], [1]]);
});

test("rolls back a file that fails, and names it", async () => {
  await write("0001_first.sql", "create table one (id integer);");
  await write("0002_broken.sql", "create table two (id integer); select 1 / 0;");
  await expect(migrate(owner, folder)).rejects.toThrow(
    "migration 2 (broken) failed and was rolled back: division by zero",
  );
  expect(await tables()).toEqual(["one", "schema_migration"]);
  expect(await records()).toEqual([{ number: 1, name: "first" }]);
});

test("refuses a file that ends its own transaction", async () => {
  await write("0001_torn.sql", "create table one (id integer); commit;");
  await expect(migrate(owner, folder)).rejects.toThrow("ends its own transaction");
});

test("refuses a database that is newer than the server", async () => {
  await write("0001_first.sql", "create table one (id integer);");
  await write("0002_second.sql", "create table two (id integer);");
  await migrate(owner, folder);
  await rm(join(folder, "0002_second.sql"));
  await expect(migrate(owner, folder)).rejects.toThrow(
    "newer than this server: it has migration 2 (second), and the server knows 1",
  );
});

test("refuses an applied file that was edited", async () => {
  await write("0001_first.sql", "create table one (id integer);");
  await migrate(owner, folder);
  await write("0001_first.sql", "create table one (id bigint);");
  await expect(migrate(owner, folder)).rejects.toThrow("migration 1 (first) was edited after it had been applied");
});

test("refuses a database in which an earlier migration is missing", async () => {
  await write("0001_first.sql", "create table one (id integer);");
  await write("0002_second.sql", "create table two (id integer);");
  await migrate(owner, folder);
  await client.query("delete from schema_migration where number = 1");
  await expect(migrate(owner, folder)).rejects.toThrow("half migrated: migration 2 is applied, and 1 is not");
});

test("refuses a database with tables but without recorded migrations", async () => {
  await write("0001_first.sql", "create table one (id integer);");
  await client.query("create table stray (id integer)");
  await expect(migrate(owner, folder)).rejects.toThrow("not empty and has no record of migrations (it has stray)");
});

test.each(["1_first.sql", "0001-first.sql", "0002_first.sql"])("refuses the file name %s", async (name) => {
  await write(name, "select 1;");
  await expect(migrate(owner, folder)).rejects.toThrow(name);
});

/** Blocks the migration with a lock, kills its process there, and releases the lock. */
const killWhileWaitingFor = async (lock: string): Promise<void> => {
  await client.query("begin");
  await client.query(lock);
  const server = spawn(
    process.execPath,
    [join(import.meta.dirname, "../../test/database/migrateProcess.ts"), JSON.stringify(owner), folder],
    { stdio: "ignore" },
  );
  const exited = new Promise((resolve) => server.once("exit", resolve));
  // A connection of its own: inside a transaction, pg_stat_activity does not change.
  const watcher = new Client(owner);
  await watcher.connect();
  const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  await vi.waitFor(async () => expect((await watcher.query(waiting)).rowCount).toBe(1), {
    timeout: 10_000,
    interval: 20,
  });
  server.kill("SIGKILL");
  await exited;
  await client.query("rollback");
  await watcher.end();
  const others = "select from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()";
  await vi.waitFor(async () => expect((await client.query(others)).rowCount).toBe(0), {
    timeout: 10_000,
    interval: 20,
  });
};

test.each([
  [
    "before its first statement",
    "lock table one in access exclusive mode",
    "insert into one values (1); create table two (id integer);",
  ],
  [
    "between two statements",
    "lock table one in access exclusive mode",
    "create table two (id integer); insert into one values (1); create table three (id integer);",
  ],
  [
    "after its last statement, before its record",
    "lock table schema_migration in share row exclusive mode",
    "create table two (id integer); insert into one values (1);",
  ],
])(
  "a server killed inside a migration, %s, leaves nothing of it, and the next start applies it",
  async (_, lock, sql) => {
    await write("0001_first.sql", "create table one (id integer);");
    await migrate(owner, folder);
    await write("0002_second.sql", sql);

    await killWhileWaitingFor(lock);

    expect(await tables()).toEqual(["one", "schema_migration"]);
    expect((await client.query("select from one")).rowCount).toBe(0);
    expect(await records()).toEqual([{ number: 1, name: "first" }]);
    expect(await migrate(owner, folder)).toEqual([2]);
    expect(await tables()).toContain("two");
  },
);
