import { setTimeout as sleep } from "node:timers/promises";
import { Client } from "pg";
import type { PoolConfig } from "pg";
import { isContention } from "../../errors/isRetryable.ts";
import { distributesByItself, distributeTables, isDistributed } from "../cluster/distribute.ts";
import { migrateCluster } from "../cluster/migrateCluster.ts";
import {
  migrationsFolder,
  readMigrations,
  refusingMigration,
  statementsOf,
  type AppliedMigration,
  type Migration,
} from "./migrationFiles.ts";

type Applied = AppliedMigration & Pick<Migration, "sha256">;

type MigrateOptions = {
  readonly folder?: string;
  /** Called when a migration waits for locks. */
  readonly report?: (message: string) => void;
  /** How long a migration may wait for a lock. Until then all other transactions wait behind it. */
  readonly lockTimeoutMs?: number;
  /** The maximum number of attempts. */
  readonly attempts?: number;
};

/** Key of the advisory lock: one server migrates while the others wait. Differs from the keys of all other locks. */
const migrationKey = 7_023_101;
const pollMs = 100;
/** The pause between two attempts, which lets transactions that waited behind the first one run. */
const maxPauseMs = 4_000;

/**
 * Applies pending migrations and returns their numbers. Each file and its row in `schema_migration` are one transaction,
 * so a crash leaves both or neither. Refuses a database that was migrated out of order or by hand, whose applied files
 * were edited, or that has a newer migration that does not allow this server. Kysely's Migrator is not used: it runs all
 * files in one transaction and keeps no checksums. In a new database only the last commit waits for the disk; a crash
 * before it may undo several files, each with its row.
 */
export const migrate = async (owner: PoolConfig, options: MigrateOptions = {}): Promise<number[]> => {
  const migrations = await readMigrations(options.folder ?? migrationsFolder);
  const client = new Client(owner);
  // A connection that breaks fails its next statement. Without this listener the event would end the process.
  client.on("error", () => undefined);
  await client.connect();
  try {
    await lockMigrations(client);
    const applied = await readApplied(client, options);
    assertKnownHistory(migrations, applied);
    const pending = migrations.slice(applied.length);
    const isCluster = pending.length > 0 && (await isDistributed(client));
    const isNew = applied.length === 0;
    for (const migration of pending) {
      if (isNew) await client.query(`set synchronous_commit = ${migration === pending.at(-1) ? "on" : "off"}`);
      await whenUnlocked(client, `migration ${migration.number} (${migration.name})`, options, (begin) =>
        migration.indexes.length > 0
          ? createIndexes(client, migration)
          : runInTransaction(client, migration, { begin, isCluster }),
      );
    }
    if (await distributesByItself(client)) await distributeTables(client);
    return pending.map(({ number }) => number);
  } finally {
    // Ending the session releases the lock.
    await client.end();
  }
};

/**
 * Polls for the lock: a waiting statement would hold a snapshot, and building an index concurrently waits for all
 * snapshots.
 */
const lockMigrations = async (client: Client): Promise<void> => {
  for (;;) {
    const { rows } = await client.query<{ locked: boolean }>("select pg_try_advisory_lock($1) as locked", [
      migrationKey,
    ]);
    if (rows[0]?.locked) return;
    await sleep(pollMs);
  }
};

const readApplied = async (client: Client, options: MigrateOptions): Promise<Applied[]> => {
  const { rows } = await client.query<{ known: boolean; names_allowed: boolean; others: string | null }>(
    `select to_regclass('public.schema_migration') is not null as known,
            exists (select from pg_attribute where attrelid = to_regclass('public.schema_migration') and attname = 'allows')
              as names_allowed,
            (select string_agg(relname, ', ' order by relname) from pg_class
              where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v', 'm')
                and not exists (select from pg_depend where objid = pg_class.oid and deptype = 'e')) as others`,
  );
  if (rows[0]?.known) {
    // Databases of releases before this column existed.
    if (!rows[0].names_allowed)
      await whenUnlocked(client, "column of schema_migration", options, (begin) =>
        client.query(`${begin}; alter table schema_migration add column allows integer; commit`),
      );
    const applied = await client.query<Applied>(
      "select number, name, sha256, allows from schema_migration order by number",
    );
    if (applied.rows.length > 0) return applied.rows;
  }
  const unknownTables = rows[0]?.others?.split(", ").filter((name) => name !== "schema_migration") ?? [];
  if (unknownTables.length > 0)
    throw new Error(
      `The database is not empty and has no record of migrations (it has ${unknownTables.slice(0, 5).join(", ")}). ` +
        "It was half migrated by hand or belongs to something else; point the server at an empty database.",
    );
  await client.query(
    `create table if not exists schema_migration (
       number integer primary key, name text not null, sha256 text not null, applied_at timestamptz not null default now(),
       allows integer)`,
  );
  return [];
};

const assertKnownHistory = (migrations: readonly Migration[], applied: readonly Applied[]): void => {
  applied.forEach((row, index) => {
    if (row.number !== index + 1)
      throw new Error(
        `The database is half migrated: migration ${row.number} is applied, and ${index + 1} is not. Restore it from a backup.`,
      );
  });
  const refusing = refusingMigration(applied, migrations.length);
  if (refusing)
    throw new Error(
      `The database is newer than this server: it has migration ${refusing.number} (${refusing.name}), which needs servers that know migration ${refusing.allows ?? refusing.number}, and this one knows ${migrations.length}. Start the newer server.`,
    );
  for (const row of applied) {
    const file = migrations[row.number - 1];
    if (file && file.sha256 !== row.sha256)
      throw new Error(
        `The migration ${row.number} (${file.name}) was edited after it had been applied. Take the edit back and write it as a new migration.`,
      );
  }
};

/**
 * Runs `work`, whose transaction has to begin with the text that it is passed. While a statement waits for a table lock,
 * all others wait behind it, so it times out soon and is retried.
 */
const whenUnlocked = async (
  client: Client,
  what: string,
  { report = () => undefined, lockTimeoutMs = 2_000, attempts = 30 }: MigrateOptions,
  work: (begin: string) => Promise<unknown>,
): Promise<void> => {
  for (let attempt = 1; ; attempt++) {
    try {
      await work(`begin; set local lock_timeout = ${lockTimeoutMs}`);
      return;
    } catch (cause) {
      await client.query("rollback").catch(() => {});
      const message = cause instanceof Error ? cause.message : String(cause);
      if (!isContention(cause) || attempt >= attempts)
        throw new Error(`The ${what} failed and was rolled back: ${message}`, { cause });
      report(`The ${what} has to wait (${message}); attempt ${attempt} of ${attempts}.`);
      await sleep(Math.min(lockTimeoutMs * attempt, maxPauseMs) * (0.5 + Math.random() / 2));
    }
  }
};

const runInTransaction = async (
  client: Client,
  migration: Migration,
  { begin, isCluster }: { readonly begin: string; readonly isCluster: boolean },
): Promise<void> => {
  await client.query(begin);
  const before = await currentTransactionId(client);
  // A cluster's nodes receive the text that contains a schema change, and refuse several commands in one text.
  if (isCluster) await migrateCluster(client, statementsOf(migration.sql));
  else await client.query(migration.sql);
  // A file that commits would be separated from its row. This check cannot undo that, but reports it.
  if ((await currentTransactionId(client)) !== before)
    throw new Error("the file ends its own transaction; leave begin and commit out of it");
  await record(client, migration);
  await client.query("commit");
};

/** After a crash an index may exist but be invalid, or be valid but not recorded; either is created again. */
const createIndexes = async (client: Client, migration: Migration): Promise<void> => {
  for (const { name, statement } of migration.indexes) {
    await client.query(`drop index concurrently if exists ${name}`);
    await client.query(statement);
  }
  await record(client, migration);
};

const record = async (client: Client, { number, name, sha256, allows }: Migration): Promise<void> => {
  await client.query("insert into schema_migration (number, name, sha256, allows) values ($1, $2, $3, $4)", [
    number,
    name,
    sha256,
    allows,
  ]);
};

const currentTransactionId = async (client: Client): Promise<string | undefined> =>
  (await client.query<{ id: string }>("select pg_current_xact_id()::text as id")).rows[0]?.id;
