import { sql } from "kysely";
import type { Database } from "../../db/connections.ts";
import type { CatalogueSessionRow } from "../diff/catalogueRows.ts";

/**
 * Notes sold sessions that get another time, are cancelled or take place after all, so that their wallet passes follow.
 * Called before the sessions are written.
 */
export const noteChangedSessions = async (
  db: Database,
  seller_id: string,
  sessions: readonly CatalogueSessionRow[],
): Promise<void> => {
  if (sessions.length === 0) return;
  await sql`insert into wallet_session_change (seller_id, id, event_session_id)
    select s.seller_id, gen_random_uuid(), s.id
    from json_populate_recordset(null::event_session, ${JSON.stringify(sessions)}::json) r
    join event_session s on s.seller_id = ${seller_id} and s.id = r.id
    where (s.start_datetime, s.end_datetime, s.cancelled) is distinct from (r.start_datetime, r.end_datetime, r.cancelled)
      and exists (select from ticket t where t.event_session_id = s.id and t.seller_id = s.seller_id
        and t.state in ('booked', 'redeemed'))`.execute(db);
};
