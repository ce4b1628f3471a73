import { sql } from "kysely";
import { Client } from "pg";
import { inject } from "vitest";
import type { Database, Tx } from "../../src/db/connections.ts";
import { ownerOf } from "./cloneDatabase.ts";

const waitsQuery = `
  select count(*)::int as waits from pg_locks waiting
  where not granted and exists (
    select from pg_locks own join pg_database on pg_database.oid = own.database
    where own.pid = waiting.pid and datname = current_database()
  )`;

/**
 * Counts the statements of this database that wait for a lock, on every node of a cluster. PostgreSQL lists the locks of
 * the whole server, on which other test files have their databases; a statement that waits for a row waits for a
 * transaction, which names no database.
 */
export const countLockWaits = async (db: Database | Tx): Promise<number> => {
  const nodes = inject("nodes");
  if (!nodes) {
    const { rows } = await sql<{ waits: number }>`${sql.raw(waitsQuery)}`.execute(db);
    return rows[0]?.waits ?? 0;
  }
  const { rows } = await sql<{ database: string }>`select current_database() as database`.execute(db);
  const owner = ownerOf({ database: rows[0]?.database ?? "" });
  const waits = await Promise.all(
    nodes.map(async (node) => {
      const client = new Client({ ...owner, ...node });
      await client.connect();
      const found = await client.query<{ waits: number }>(waitsQuery).finally(() => client.end());
      return found.rows[0]?.waits ?? 0;
    }),
  );
  return waits.reduce((sum, count) => sum + count, 0);
};
