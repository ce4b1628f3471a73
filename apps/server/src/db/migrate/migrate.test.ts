import { spawn } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "pg";
import type { PoolConfig } from "pg";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { migrate } from "./migrate.ts";
import { createBareDatabase } from "../../../test/database/cloneDatabase.ts";

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
  expect(await migrate(owner, { folder })).toEqual([1]);
  await write("0002_second.sql", "create table two (id integer); insert into one values (1);");
  expect(await migrate(owner, { folder })).toEqual([2]);
  expect(await migrate(owner, { folder })).toEqual([]);
  expect(await tables()).toEqual(["one", "schema_migration", "two"]);
  expect(await records()).toEqual([
    { number: 1, name: "first" },
    { number: 2, name: "second" },
  ]);
});

test("waits for the disk after the last file of a new database, and after each file of one in use", async () => {
  const note = "insert into waits values (current_setting('synchronous_commit'));";
  await write("0001_first.sql", `create table waits (setting text); ${note}`);
  for (const name of ["0002_second.sql", "0003_third.sql"]) await write(name, note);
  await migrate(owner, { folder });
  for (const name of ["0004_fourth.sql", "0005_fifth.sql"]) await write(name, note);
  await migrate(owner, { folder });
  expect(
    (await client.query<{ setting: string }>("select setting from waits")).rows.map(({ setting }) => setting),
  ).toEqual(["off", "off", "on", "on", "on"]);
});

test("two servers that start at once migrate once", async () => {
  await write("0001_first.sql", "create table one (id integer);");
  const applied = await Promise.all([
    migrate(owner, { folder }),
    migrate(owner, { folder }),
    migrate(owner, { folder }),
  ]);
  expect(applied.toSorted((a, b) => a.length - b.length)).toEqual([[], [], [1]]);
});

test("rolls back a file that fails, and names it", async () => {
  await write("0001_first.sql", "create table one (id integer);");
  await write("0002_broken.sql", "create table two (id integer); select 1 / 0;");
  await expect(migrate(owner, { folder })).rejects.toThrow(
    "migration 2 (broken) failed and was rolled back: division by zero",
  );
  expect(await tables()).toEqual(["one", "schema_migration"]);
  expect(await records()).toEqual([{ number: 1, name: "first" }]);
});

test("refuses a file that ends its own transaction", async () => {
  await write("0001_torn.sql", "create table one (id integer); commit;");
  await expect(migrate(owner, { folder })).rejects.toThrow("ends its own transaction");
});

describe("a server that is older than its database", () => {
  const upgradeTo = async (second: string, third = ""): Promise<void> => {
    await write("0001_first.sql", "create table one (id integer);");
    await write("0002_second.sql", second);
    if (third) await write("0003_third.sql", third);
    await migrate(owner, { folder });
    await rm(join(folder, "0003_third.sql"), { force: true });
    await rm(join(folder, "0002_second.sql"));
  };

  test.each([
    ["by its only newer migration", "-- allows: 0001\ncreate table two (id integer);", ""],
    ["by each of two", "-- allows: 0001\nselect 1;", "-- allows: 0001\nselect 1;"],
  ])("starts where it is allowed %s", async (_, second, third) => {
    await upgradeTo(second, third);
    expect(await migrate(owner, { folder })).toEqual([]);
  });

  test.each([
    ["without a line", "select 1;", "", "migration 2 (second), which needs servers that know migration 2"],
    [
      "that allows none",
      "-- allows: none\nselect 1;",
      "",
      "migration 2 (second), which needs servers that know migration 2",
    ],
    [
      "that allows the one before only",
      "-- allows: 0001\nselect 1;",
      "-- allows: 0002\nselect 1;",
      "migration 3 (third), which needs servers that know migration 2, and this one knows 1",
    ],
  ])(
    "a server that is older than its database is refused by a newer migration %s",
    async (_, second, third, message) => {
      await upgradeTo(second, third);
      await expect(migrate(owner, { folder })).rejects.toThrow(`newer than this server: it has ${message}`);
    },
  );
});

test.each([
  ["its own number", "-- allows: 0002"],
  ["a later number", "-- allows: 0003"],
  ["no number of four digits", "-- allows: 1"],
  ["two numbers", "-- allows: 0001\n-- allows: 0001"],
  ["a word", "-- allows: everybody"],
])("refuses a file that allows %s", async (_, line) => {
  await write("0001_first.sql", "select 1;");
  await write("0002_second.sql", `${line}\nselect 1;`);
  await expect(migrate(owner, { folder })).rejects.toThrow("0002_second.sql");
});

test("adds the column for what migrations allow to a database of an earlier release", async () => {
  await write("0001_first.sql", "create table one (id integer);");
  await migrate(owner, { folder });
  await client.query("alter table schema_migration drop column allows");
  await write("0002_second.sql", "-- allows: 0001\ncreate table two (id integer);");
  expect(await migrate(owner, { folder })).toEqual([2]);
  const { rows } = await client.query("select number, allows from schema_migration order by number");
  expect(rows).toEqual([
    { number: 1, allows: null },
    { number: 2, allows: 1 },
  ]);
});

describe("while somebody uses the table that a migration changes", () => {
  beforeEach(async () => {
    await write("0001_first.sql", "create table one (id integer);");
    await migrate(owner, { folder });
    await write("0002_second.sql", "alter table one add column two integer;");
    await client.query("begin");
    await client.query("select from one");
  });

  test("others read the table after the migration's short wait, and it succeeds when the table is free", async () => {
    const reports: string[] = [];
    const migrating = migrate(owner, { folder, lockTimeoutMs: 100, report: (message) => void reports.push(message) });
    const reader = new Client({ ...owner, options: "-c statement_timeout=2000" });
    await reader.connect();
    // Repeats until the statement has waited behind the migration.
    await vi.waitFor(
      async () => {
        await reader.query("select from one");
        expect(reports.length).toBeGreaterThan(1);
      },
      { timeout: 10_000, interval: 10 },
    );
    await client.query("commit");
    expect(await migrating).toEqual([2]);
    expect(reports[0]).toBe(
      "The migration 2 (second) has to wait (canceling statement due to lock timeout); attempt 1 of 30.",
    );
    await reader.end();
  });

  test("it gives up after its attempts and leaves nothing", async () => {
    await expect(migrate(owner, { folder, lockTimeoutMs: 20, attempts: 2 })).rejects.toThrow(
      "The migration 2 (second) failed and was rolled back: canceling statement due to lock timeout",
    );
    await client.query("commit");
    expect(await records()).toEqual([{ number: 1, name: "first" }]);
  });
});

describe("an index that is created concurrently", () => {
  const indexes = async () =>
    (
      await client.query<object>(
        "select relname as name, indisvalid as valid from pg_index join pg_class on pg_class.oid = indexrelid where indrelid = 'one'::regclass order by 1",
      )
    ).rows;
  beforeEach(async () => {
    await write("0001_first.sql", "create table one (id integer, other integer);");
    await migrate(owner, { folder });
    await write(
      "0002_indexes.sql",
      `-- allows: 0001
       -- For the list; of both columns.
       create index concurrently one_id on one (id);
       create unique index concurrently one_other on one (other) where other > 0;`,
    );
  });

  test("an index that is created concurrently is created while a transaction has written to its table, and two servers that start at once create it once", async () => {
    await client.query("begin");
    await client.query("insert into one values (1)");
    const migrating = Promise.all([migrate(owner, { folder }), migrate(owner, { folder })]);
    const waiting = "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";
    const watcher = new Client(owner);
    await watcher.connect();
    await vi.waitFor(async () => expect((await watcher.query(waiting)).rowCount).toBe(1), { timeout: 10_000 });
    // If the table were locked, nobody could write to it.
    await watcher.query("set lock_timeout = 1000; insert into one values (2)");
    await client.query("commit");
    expect((await migrating).toSorted((a, b) => a.length - b.length)).toEqual([[], [2]]);
    expect(await indexes()).toEqual(bothValid);
    await watcher.end();
  });

  const bothValid = [
    { name: "one_id", valid: true },
    { name: "one_other", valid: true },
  ];

  test("an index that is created concurrently is created anew by the next start when the server was killed before it was recorded", async () => {
    await killWhileWaitingFor("insert into one values (1)");
    expect(await records()).toHaveLength(1);
    expect(await migrate(owner, { folder })).toEqual([2]);
    expect(await indexes()).toEqual(bothValid);
  });

  test("an index that is created concurrently is created anew by the next start when its session ended and left it unfinished", async () => {
    await client.query("begin");
    await client.query("insert into one values (1)");
    const migrating = migrate(owner, { folder }).catch((error: unknown) => String(error));
    const other = new Client(owner);
    await other.connect();
    const end =
      "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";
    await vi.waitFor(async () => expect((await other.query(end)).rowCount).toBe(1), { timeout: 10_000 });
    expect(await migrating).toMatch("The migration 2 (indexes) failed");
    await client.query("commit");
    expect(await indexes()).toEqual([{ name: "one_id", valid: false }]);
    expect(await migrate(owner, { folder })).toEqual([2]);
    expect(await indexes()).toEqual(bothValid);
    await other.end();
  });

  test.each([
    "create index concurrently on one (id);",
    "create index concurrently one_id on one (id); create table two (id integer);",
    "drop index concurrently one_id;",
  ])("an index that is created concurrently is refused in a file that does anything else: %s", async (sql) => {
    await write("0002_indexes.sql", sql);
    await expect(migrate(owner, { folder })).rejects.toThrow(
      'may only hold statements like "create index concurrently',
    );
  });
});

test("refuses an applied file that was edited", async () => {
  await write("0001_first.sql", "create table one (id integer);");
  await migrate(owner, { folder });
  await write("0001_first.sql", "create table one (id bigint);");
  await expect(migrate(owner, { folder })).rejects.toThrow("migration 1 (first) was edited after it had been applied");
});

test("refuses a database in which an earlier migration is missing", async () => {
  await write("0001_first.sql", "create table one (id integer);");
  await write("0002_second.sql", "create table two (id integer);");
  await migrate(owner, { folder });
  await client.query("delete from schema_migration where number = 1");
  await expect(migrate(owner, { folder })).rejects.toThrow("half migrated: migration 2 is applied, and 1 is not");
});

test("refuses a database with tables but without recorded migrations", async () => {
  await write("0001_first.sql", "create table one (id integer);");
  await client.query("create table stray (id integer)");
  await expect(migrate(owner, { folder })).rejects.toThrow("not empty and has no record of migrations (it has stray)");
});

test.each(["1_first.sql", "0001-first.sql", "0002_first.sql"])("refuses the file name %s", async (name) => {
  await write(name, "select 1;");
  await expect(migrate(owner, { folder })).rejects.toThrow(name);
});

/** Blocks the migration with a lock, kills its process there, and releases the lock. */
const killWhileWaitingFor = async (lock: string): Promise<void> => {
  await client.query("begin");
  await client.query(lock);
  const server = spawn(
    process.execPath,
    [join(import.meta.dirname, "../../../test/database/migrateProcess.ts"), JSON.stringify(owner), folder],
    { stdio: "ignore" },
  );
  const exited = new Promise((resolve) => server.once("exit", resolve));
  // A separate connection: inside a transaction, pg_stat_activity does not change.
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
    await migrate(owner, { folder });
    await write("0002_second.sql", sql);

    await killWhileWaitingFor(lock);

    expect(await tables()).toEqual(["one", "schema_migration"]);
    expect((await client.query("select from one")).rowCount).toBe(0);
    expect(await records()).toEqual([{ number: 1, name: "first" }]);
    expect(await migrate(owner, { folder })).toEqual([2]);
    expect(await tables()).toContain("two");
  },
);
