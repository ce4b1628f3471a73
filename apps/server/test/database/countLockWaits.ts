import { sql } from "kysely";
import type { Database } from "../../src/db/connections.ts";

/**
 * Counts the statements of this database that wait for a lock. Other test files run in databases of the same server,
 * and PostgreSQL's list of locks is the whole server's. Not for use inside a transaction, which sees one state only.
 */
export const countLockWaits = async (db: Database): Promise<number> => {
  const { rows } = await sql<{ waits: number }>`select count(*)::int as waits from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(db);
  return rows[0]?.waits ?? 0;
};
