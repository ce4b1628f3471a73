import { readdir } from "node:fs/promises";
import { sql } from "kysely";
import type { Database } from "./connections.ts";
import { migrationsFolder } from "./migrate.ts";

let migrationCount: Promise<number> | undefined;
const countMigrations = (): Promise<number> =>
  (migrationCount ??= readdir(migrationsFolder).then((files) => files.filter((file) => file.endsWith(".sql")).length));

/**
 * Throws unless the database answers, is writable and has every migration of this server. Servers migrate before they
 * listen; later calls notice a database that was restored from a backup or failed over to a replica.
 */
export const assertDatabaseReady = async (acrossSellers: Database): Promise<void> => {
  const { rows } = await sql<{ read_only: string; migrations: number }>`
    select current_setting('transaction_read_only') as read_only, (select count(*) from schema_migration) as migrations`.execute(
    acrossSellers,
  );
  const [found] = rows;
  if (found?.read_only !== "off") throw new Error("The database is read-only.");
  if (found.migrations < (await countMigrations())) throw new Error("The database lacks migrations of this server.");
};
