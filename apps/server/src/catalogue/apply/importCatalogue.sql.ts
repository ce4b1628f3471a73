import { sql } from "kysely";
import type { Database } from "../../db/connections.ts";

/** A large import takes longer than a request may. */
export const removeStatementTimeout = async (db: Database): Promise<void> => {
  await sql`set local statement_timeout = 0`.execute(db);
};

/** Allows one import of a seller at a time; the lock lasts until the transaction ends. */
export const lockImport = async (db: Database, slug: string): Promise<void> => {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`import ${slug}`}, 0))`.execute(db);
};
