import { sql } from "kysely";
import type { Database } from "../../../db/connections.ts";

/** Events, venues, halls and code groups, also retired ones, as chapters. */
export const storedChapters = async (db: Database, seller_id: string): Promise<string[]> => {
  const { rows } = await sql<{ chapter: string }>`
    select 'event/' || key as chapter from event_template where seller_id = ${seller_id}::uuid
    union all select 'venue/' || key from venue where seller_id = ${seller_id}::uuid
    union all select 'hall/' || key from seat_map where seller_id = ${seller_id}::uuid
    union all select 'code_group/' || key from code_group where seller_id = ${seller_id}::uuid`.execute(db);
  return rows.map(({ chapter }) => chapter);
};
