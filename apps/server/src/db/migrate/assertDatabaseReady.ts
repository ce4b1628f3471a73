import { sql } from "kysely";
import type { Database } from "../connections.ts";
import { readMigrations, refusingMigration, type AppliedMigration } from "./migrationFiles.ts";

let migrationCount: Promise<number> | undefined;
const countMigrations = (): Promise<number> =>
  (migrationCount ??= readMigrations().then((migrations) => migrations.length));

type Found = { readonly read_only: string; readonly migrations: number; readonly newer: readonly AppliedMigration[] };

/**
 * Throws unless the database answers, is writable, has every migration of this server, and has no newer one that does
 * not allow it. Servers migrate before they listen; later calls notice a database that was restored from a backup,
 * failed over to a replica, or was migrated by a newer server.
 */
export const assertDatabaseReady = async (acrossSellers: Database): Promise<void> => {
  const known = await countMigrations();
  const { rows } = await sql<Found>`
    select current_setting('transaction_read_only') as read_only,
      count(*) filter (where number <= ${known}::int) as migrations,
      coalesce(json_agg(json_build_object('number', number, 'name', name, 'allows', allows) order by number)
        filter (where number > ${known}::int), '[]') as newer
    from schema_migration`.execute(acrossSellers);
  const [found] = rows;
  if (found?.read_only !== "off") throw new Error("The database is read-only.");
  if (found.migrations < known) throw new Error("The database lacks migrations of this server.");
  const refusing = refusingMigration(found.newer, known);
  if (refusing)
    throw new Error(
      `The database has migration ${refusing.number} (${refusing.name}), which does not allow this server, that knows ${known}.`,
    );
};
