import { sql } from "kysely";
import type { Database } from "../../db/connect.ts";

/** Across sellers. Kept for a day longer than they are good for, so that whoever asks what happened can see it. */
export const deleteOldTokens = (acrossSellers: Database) =>
  acrossSellers
    .deleteFrom("login_token")
    .where(sql<boolean>`expires_at < app_now() - interval '1 day'`)
    .executeTakeFirst();
export const deleteOldTries = (acrossSellers: Database) =>
  acrossSellers
    .deleteFrom("login_try")
    .where(sql<boolean>`at < app_now() - interval '1 day'`)
    .executeTakeFirst();
