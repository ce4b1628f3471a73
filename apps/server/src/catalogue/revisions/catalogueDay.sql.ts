import { sql } from "kysely";
import type { Database } from "../../db/connections.ts";

/**
 * Records that a seller's newest catalogue is applied today, in the seller's time zone and by the application's clock.
 * Returns false if that was already recorded.
 */
export const noteAppliedToday = async (db: Database, seller_id: string): Promise<boolean> => {
  const today = await sql<{ local_day: string }>`
    select (app_now() at time zone timezone)::date::text as local_day from seller where id = ${seller_id}::uuid`.execute(
    db,
  );
  const [day] = today.rows;
  if (!day) return false;
  const { rows } = await sql`
    insert into catalogue_day as known (seller_id, local_day) values (${seller_id}::uuid, ${day.local_day}::date)
    on conflict (seller_id) do update set local_day = excluded.local_day, failure = null where known.local_day < excluded.local_day
    returning 1`.execute(db);
  return rows.length > 0;
};

/** Records why the newest catalogue cannot be applied today; null clears it. */
export const noteDayFailure = async (db: Database, seller_id: string, failure: string | null): Promise<void> => {
  await db.updateTable("catalogue_day").set({ failure }).where("seller_id", "=", seller_id).execute();
};

/** Why the newest catalogue could not be applied on its last day, or undefined if it was. */
export const dayFailureOf = async (db: Database, seller_id: string): Promise<string | undefined> => {
  const row = await db
    .selectFrom("catalogue_day")
    .select("failure")
    .where("seller_id", "=", seller_id)
    .executeTakeFirst();
  return row?.failure ?? undefined;
};

/** Sellers whose catalogue was last applied before today, in their time zone. */
export const sellersOfAnotherDay = async (acrossSellers: Database): Promise<{ readonly slug: string }[]> => {
  const { rows } = await sql<{ slug: string }>`
    select s.slug from (select distinct seller_id from catalogue_revision) r
    join seller s on s.id = r.seller_id
    left join catalogue_day d on d.seller_id = r.seller_id
    where s.preview_of is null and (d.local_day is null or d.local_day < (app_now() at time zone s.timezone)::date)
    order by s.slug`.execute(acrossSellers);
  return rows;
};

export const appNow = async (db: Database): Promise<Temporal.Instant> => {
  const { rows } = await sql<{ now: string }>`
    select to_char(app_now() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as now`.execute(db);
  return Temporal.Instant.from(rows[0]?.now ?? "");
};
