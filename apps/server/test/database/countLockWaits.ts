import { sql } from "kysely";
import type { Database, Tx } from "../../src/db/connections.ts";

/**
 * Counts the statements of this database that wait for a lock. PostgreSQL lists the locks of the whole server, where
 * other test files have their databases; who waits for a row waits for a transaction, which names no database.
 */
export const countLockWaits = async (db: Database | Tx): Promise<number> => {
  const { rows } = await sql<{ waits: number }>`select count(*)::int as waits from pg_locks waiting
    where not granted and exists (
      select from pg_locks own join pg_database on pg_database.oid = own.database
      where own.pid = waiting.pid and datname = current_database()
    )`.execute(db);
  return rows[0]?.waits ?? 0;
};
