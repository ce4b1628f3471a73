import { createHash } from "node:crypto";
import { readFile, readdir } from "node:fs/promises";
import { join } from "node:path";
import { Client } from "pg";
import type { PoolConfig } from "pg";
import { distributesByItself, distributeTables } from "./distribute.ts";

type Migration = { readonly number: number; readonly name: string; readonly sql: string; readonly sha256: string };
type Applied = Pick<Migration, "number" | "name" | "sha256">;

export const migrationsFolder = join(import.meta.dirname, "migrations");

/** Key of the advisory lock: one server migrates while the others wait. Differs from the keys of all other locks. */
const migrationKey = 7_023_101;

/**
 * Applies pending migrations and returns their numbers. Each file and its row in `schema_migration` are one transaction,
 * so a crash leaves both or neither. Refuses a database that is newer, was migrated out of order or by hand, or whose
 * applied files were edited. Kysely's Migrator runs all files in one transaction and keeps no checksums.
 */
export const migrate = async (owner: PoolConfig, folder = migrationsFolder): Promise<number[]> => {
  const migrations = await readMigrations(folder);
  const client = new Client(owner);
  await client.connect();
  try {
    await client.query("select pg_advisory_lock($1)", [migrationKey]);
    const applied = await readApplied(client);
    assertKnownHistory(migrations, applied);
    const pending = migrations.slice(applied.length);
    for (const migration of pending) await applyMigration(client, migration);
    if (await distributesByItself(client)) await distributeTables(client);
    return pending.map(({ number }) => number);
  } finally {
    // Ending the session releases the lock.
    await client.end();
  }
};

const readMigrations = async (folder: string): Promise<Migration[]> => {
  const files = (await readdir(folder)).filter((file) => file.endsWith(".sql")).sort();
  return Promise.all(
    files.map(async (file, index) => {
      const [, digits, name] = /^(\d{4})_(\w+)\.sql$/.exec(file) ?? [];
      if (!digits || !name) throw new Error(`The migration ${file} must be named like 0001_what_it_does.sql.`);
      if (Number(digits) !== index + 1)
        throw new Error(`The migration ${file} is out of order: number ${index + 1} is missing or there are two.`);
      const sql = await readFile(join(folder, file), "utf8");
      return { number: index + 1, name, sql, sha256: createHash("sha256").update(sql).digest("hex") };
    }),
  );
};

const readApplied = async (client: Client): Promise<Applied[]> => {
  const { rows } = await client.query<{ known: boolean; others: string | null }>(
    `select to_regclass('public.schema_migration') is not null as known,
            (select string_agg(relname, ', ' order by relname) from pg_class
              where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v', 'm')
                and not exists (select from pg_depend where objid = pg_class.oid and deptype = 'e')) as others`,
  );
  if (rows[0]?.known) {
    const applied = await client.query<Applied>("select number, name, sha256 from schema_migration order by number");
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
       number integer primary key, name text not null, sha256 text not null, applied_at timestamptz not null default now())`,
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
  const newest = applied.at(-1);
  if (newest && newest.number > migrations.length)
    throw new Error(
      `The database is newer than this server: it has migration ${newest.number} (${newest.name}), and the server knows ${migrations.length}. Start the newer server.`,
    );
  for (const row of applied) {
    const file = migrations[row.number - 1];
    if (file && file.sha256 !== row.sha256)
      throw new Error(
        `The migration ${row.number} (${file.name}) was edited after it had been applied. Take the edit back and write it as a new migration.`,
      );
  }
};

const applyMigration = async (client: Client, { number, name, sql, sha256 }: Migration): Promise<void> => {
  try {
    await client.query("begin");
    const before = await currentTransactionId(client);
    await client.query(sql);
    // A file that commits would be separated from its row. This cannot undo it, but reports it.
    if ((await currentTransactionId(client)) !== before)
      throw new Error("the file ends its own transaction; leave begin and commit out of it");
    await client.query("insert into schema_migration (number, name, sha256) values ($1, $2, $3)", [
      number,
      name,
      sha256,
    ]);
    await client.query("commit");
  } catch (cause) {
    await client.query("rollback").catch(() => {});
    throw new Error(
      `The migration ${number} (${name}) failed and was rolled back: ${cause instanceof Error ? cause.message : String(cause)}`,
      { cause },
    );
  }
};

const currentTransactionId = async (client: Client): Promise<string | undefined> =>
  (await client.query<{ id: string }>("select pg_current_xact_id()::text as id")).rows[0]?.id;
