import { sql } from "kysely";
import type { Database } from "../../db/connections.ts";

/** Whether this seller has ever held or sold a ticket. */
export const hasTickets = async (db: Database, seller_id: string): Promise<boolean> =>
  (await db.selectFrom("ticket").select("id").where("seller_id", "=", seller_id).executeTakeFirst()) !== undefined;

/** The ids of those events that have held or sold seats. */
export const eventsWithSoldSeats = (db: Database, seller_id: string, eventIds: readonly string[]) =>
  db
    .selectFrom("ticket")
    .select("event_template_id as id")
    .distinct()
    .where("seller_id", "=", seller_id)
    .where("event_template_id", "in", eventIds)
    .where("seat_id", "is not", null)
    .execute();

/** Locks the sessions of events. A concurrent hold of a seat in one has finished before, or waits. */
export const lockSessionsOfEvents = async (
  db: Database,
  seller_id: string,
  eventIds: readonly string[],
): Promise<void> => {
  await sql`select id from event_session where seller_id = ${seller_id} and event_template_id = any(${eventIds}::uuid[])
      order by id for update`.execute(db);
};
