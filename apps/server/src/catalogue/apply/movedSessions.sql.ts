import { sql } from "kysely";
import { withAnswer } from "../../db/statements/statement.ts";
import type { Database } from "../../db/connections.ts";
import { batchesOf } from "./writeRows.sql.ts";
import type { CatalogueSessionRow } from "../diff/catalogueRows.ts";

type Sessions = readonly CatalogueSessionRow[];

/** Sessions whose start changes: the new rows as `r`, joined with the stored ones as `s`. */
const movedRows = (seller_id: string, sessions: Sessions) =>
  sql`json_populate_recordset(null::event_session, ${JSON.stringify(sessions)}::json) r
    join event_session s on s.seller_id = ${seller_id} and s.id = r.id and s.start_datetime <> r.start_datetime`;

/**
 * Records in the history of each order with tickets for a moved session when it was moved from and to. Calendar files
 * and scanners' ticket lists follow from it. Called before the rows are written.
 */
export const recordMovedSessions = async (db: Database, seller_id: string, sessions: Sessions): Promise<void> => {
  if (sessions.length === 0) return;
  // The transaction's clock, which a bulk job that it starts also has; on a cluster, selected rows would have the clock
  // of their node.
  const { rows } = await sql<{ now: string }>`select app_now()::text as now`.execute(db);
  for (const batch of batchesOf(sessions))
    await sql`insert into order_change (seller_id, id, ticket_order_id, kind, actor, tickets, value, fee, refund, gift_card, bonus,
      event_session_id, moved_from, moved_to, created_at)
    select t.seller_id, gen_random_uuid(), t.ticket_order_id, 'session_moved', 'venue', count(*), 0, 0, 0, 0, 0,
      t.event_session_id, s.start_datetime, r.start_datetime, ${rows[0]?.now}::timestamptz
    from ${movedRows(seller_id, batch)}
    join ticket t on t.seller_id = ${seller_id} and t.event_session_id = s.id and t.state in ('booked', 'redeemed')
    group by t.seller_id, t.ticket_order_id, t.event_session_id, s.start_datetime, r.start_datetime ${sql.raw(withAnswer)}`.execute(
      db,
    );
};

/**
 * Sets moved and retired sessions to retired, which takes them out of the unique index on an event's starts. A moved
 * session is restored with its new start when it is written. This way a whole day can be moved onto its own starts.
 */
export const retireMovedSessions = async (
  db: Database,
  seller_id: string,
  { changed, retired }: { readonly changed: Sessions; readonly retired: readonly { readonly id: string }[] },
): Promise<void> => {
  if (changed.length + retired.length === 0) return;
  const ids = retired.map(({ id }) => id);
  await sql`update event_session set retired = true where seller_id = ${seller_id} and id = any(${ids}::uuid[])`.execute(
    db,
  );
  for (const batch of batchesOf(changed))
    await sql`update event_session set retired = true where seller_id = ${seller_id}
      and id in (select s.id from ${movedRows(seller_id, batch)})`.execute(db);
};

/** The number of sessions with buyers whose start changes, and of these buyers' orders. */
export type MovedBuyers = { readonly sessions: number; readonly orders: number };

/** Counts the buyers whom a plan moves. Called before the rows are written. */
export const countMovedBuyers = async (db: Database, seller_id: string, sessions: Sessions): Promise<MovedBuyers> => {
  if (sessions.length === 0) return { sessions: 0, orders: 0 };
  const { rows } = await sql<MovedBuyers>`
    select count(distinct t.event_session_id)::int as sessions, count(distinct t.ticket_order_id)::int as orders
    from ${movedRows(seller_id, sessions)}
    join ticket t on t.seller_id = ${seller_id} and t.event_session_id = s.id and t.state in ('booked', 'redeemed')`.execute(
    db,
  );
  return rows[0] ?? { sessions: 0, orders: 0 };
};

/** Counts the buyers whom publishing a revision moved, by entries of order histories with the revision's time. */
export const movedByRevision = async (db: Database, seller_id: string, revision: number): Promise<MovedBuyers> => {
  const { rows } = await sql<MovedBuyers>`
    select count(distinct c.event_session_id)::int as sessions, count(distinct c.ticket_order_id)::int as orders
    from order_change c
    join catalogue_revision r on r.seller_id = ${seller_id} and r.number = ${revision} and r.created_at = c.created_at
    where c.seller_id = ${seller_id} and c.kind = 'session_moved'`.execute(db);
  return rows[0] ?? { sessions: 0, orders: 0 };
};
