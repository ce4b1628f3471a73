import { sql } from "kysely";
import type { Database } from "../../db/connections.ts";

/** Writes uncompressed rows that need new pages, and rolls back. */
export const writeProbe = async (db: Database): Promise<void> => {
  const tx = await db.startTransaction().execute();
  try {
    await sql`insert into installation_note (name, value)
      select 'write probe ' || gen_random_uuid(), repeat('x', 1500) from generate_series(1, 100)`.execute(tx);
  } finally {
    await tx.rollback().execute();
  }
};
