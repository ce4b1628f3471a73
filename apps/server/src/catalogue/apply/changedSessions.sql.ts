import { withAnswer } from "../../db/statements/statement.ts";
import { sql, type RawBuilder } from "kysely";
import type { Database } from "../../db/connections.ts";
import { batchesOf } from "./writeRows.sql.ts";
import type { CatalogueEventRow, CatalogueSessionRow, VenueRow } from "../diff/catalogueRows.ts";

type Changed = {
  readonly sessions: readonly CatalogueSessionRow[];
  readonly events: readonly CatalogueEventRow[];
  readonly venues: readonly VenueRow[];
};

/** `sessions` is a FROM clause with the sessions as `s`, followed by a condition. */
const noteSold = async (db: Database, seller_id: string, sessions: RawBuilder<unknown>): Promise<void> => {
  await sql`insert into wallet_session_change (seller_id, id, event_session_id)
    select s.seller_id, gen_random_uuid(), s.id from ${sessions}
      and exists (select from ticket t where t.event_session_id = s.id and t.seller_id = ${seller_id}
        and t.state in ('held', 'in_cart', 'booked', 'redeemed')) ${sql.raw(withAnswer)}`.execute(db);
};

const rowsOf = (table: "event_session" | "event_template" | "venue", rows: readonly object[]) =>
  sql`json_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(rows)}::json)`;

/**
 * Records sessions with sold tickets whose times or cancellation change, and future ones whose event or venue changes
 * its name or place, so that wallet passes are updated. Called before the rows are written.
 */
export const noteChangedSessions = async (
  db: Database,
  seller_id: string,
  { sessions, events, venues }: Changed,
): Promise<void> => {
  for (const batch of batchesOf(sessions))
    await noteSold(
      db,
      seller_id,
      sql`${rowsOf("event_session", batch)} r join event_session s on s.seller_id = ${seller_id} and s.id = r.id
        where (s.start_datetime, s.end_datetime, s.cancelled) is distinct from (r.start_datetime, r.end_datetime, r.cancelled)`,
    );
  if (events.length > 0)
    await noteSold(
      db,
      seller_id,
      sql`${rowsOf("event_template", events)} r join event_template e on e.seller_id = ${seller_id} and e.id = r.id
        join event_session s on s.seller_id = e.seller_id and s.event_template_id = e.id and s.end_datetime > app_now()
        where (e.name, e.venue_id) is distinct from (r.name, r.venue_id)`,
    );
  if (venues.length > 0)
    await noteSold(
      db,
      seller_id,
      sql`${rowsOf("venue", venues)} r join venue v on v.seller_id = ${seller_id} and v.id = r.id
        join event_template e on e.seller_id = v.seller_id and e.venue_id = v.id
        join event_session s on s.seller_id = e.seller_id and s.event_template_id = e.id and s.end_datetime > app_now()
        where (v.name, v.address) is distinct from (r.name, r.address)`,
    );
};
