import { sql } from "kysely";
import type { Database } from "../../db/connections.ts";

export const passwordLinkMinutes = 30;

/** Creates a link; the account's earlier links stop working. */
export const insertPasswordLink = async (
  db: Database,
  row: { readonly id: string; readonly staff_id: string; readonly token_hash: Buffer },
): Promise<void> => {
  await db
    .updateTable("staff_password_link")
    .set({ used_at: sql<string>`app_now()` })
    .where("staff_id", "=", row.staff_id)
    .where("used_at", "is", null)
    .execute();
  await db
    .insertInto("staff_password_link")
    .values({
      ...row,
      created_at: sql<string>`app_now()`,
      expires_at: sql<string>`app_now() + make_interval(mins => ${passwordLinkMinutes}::int)`,
      used_at: null,
    })
    .execute();
};

/** Whether a link that still works was created within the last seconds. */
export const hasNewPasswordLink = async (db: Database, staff_id: string, seconds: number): Promise<boolean> => {
  const { rows } = await sql`
    select 1 from staff_password_link where staff_id = ${staff_id}::uuid and used_at is null
      and created_at > app_now() - make_interval(secs => ${seconds}::int)`.execute(db);
  return rows.length > 0;
};

/** Uses a link and returns the account's id. Of two simultaneous calls, one succeeds. */
export const spendPasswordLink = async (db: Database, token_hash: Buffer): Promise<string | undefined> => {
  const row = await db
    .updateTable("staff_password_link")
    .set({ used_at: sql<string>`app_now()` })
    .where("token_hash", "=", token_hash)
    .where("used_at", "is", null)
    .where(sql<boolean>`expires_at > app_now()`)
    .returning("staff_id")
    .executeTakeFirst();
  return row?.staff_id;
};

/** The account's id of a link, if the link is still valid. */
export const findPasswordLink = async (db: Database, token_hash: Buffer): Promise<string | undefined> => {
  const row = await db
    .selectFrom("staff_password_link")
    .select("staff_id")
    .where("token_hash", "=", token_hash)
    .where("used_at", "is", null)
    .where(sql<boolean>`expires_at > app_now()`)
    .executeTakeFirst();
  return row?.staff_id;
};
