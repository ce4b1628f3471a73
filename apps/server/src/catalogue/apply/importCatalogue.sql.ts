import { sql } from "kysely";
import type { Database } from "../../db/connections.ts";

/** Allows one import of a seller at a time; the lock lasts until the transaction ends. */
export const lockImport = async (db: Database, slug: string): Promise<void> => {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`import ${slug}`}, 0))`.execute(db);
};
