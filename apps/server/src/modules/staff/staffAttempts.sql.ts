import { sql } from "kysely";
import type { Database } from "../../db/connections.ts";

type Taken = { readonly used: number; readonly wait: number };

/**
 * Counts one attempt and returns the total in its window, with the seconds until the window ends. Of two simultaneous
 * calls, one waits for the other.
 */
export const addStaffAttempt = async (db: Database, key: Buffer, windowSeconds: number): Promise<Taken> => {
  const { rows } = await sql<Taken>`
    insert into staff_attempt as t (key, used, ends_at)
    values (${key}, 1, app_now() + make_interval(secs => ${windowSeconds}::int))
    on conflict (key) do update set
      used = case when t.ends_at <= app_now() then 0 else t.used end + 1,
      ends_at = case when t.ends_at <= app_now() then excluded.ends_at else t.ends_at end
    returning used, greatest(1, ceil(extract(epoch from ends_at - app_now())))::int as wait`.execute(db);
  return rows[0] ?? { used: 0, wait: windowSeconds };
};

/** Takes back one attempt that did not fail. */
export const subtractStaffAttempt = (db: Database, key: Buffer) =>
  sql`update staff_attempt set used = greatest(0, used - 1) where key = ${key}`.execute(db);

export const forgetStaffAttempts = (db: Database, key: Buffer) =>
  db.deleteFrom("staff_attempt").where("key", "=", key).execute();
