import { sql } from "kysely";
import type { Database } from "../../../db/connections.ts";

// Across sellers.

/** A day after they expired, so that support can still see what happened. */
export const deleteExpiredTokens = (acrossSellers: Database) =>
  acrossSellers
    .deleteFrom("login_token")
    .where(sql<boolean>`expires_at < app_now() - interval '1 day'`)
    .executeTakeFirst();
export const deleteOldAttempts = (acrossSellers: Database) =>
  acrossSellers
    .deleteFrom("login_try")
    .where(sql<boolean>`at < app_now() - interval '1 day'`)
    .executeTakeFirst();
export const deleteExpiredOAuthStates = (acrossSellers: Database) =>
  acrossSellers
    .deleteFrom("login_trip")
    .where(sql<boolean>`expires_at < app_now()`)
    .executeTakeFirst();
export const deleteExpiredSpentTokens = (acrossSellers: Database) =>
  acrossSellers
    .deleteFrom("login_jwt_spent")
    .where(sql<boolean>`expires_at < app_now()`)
    .executeTakeFirst();
/** An ended session no longer needs the provider's token for its logout. */
export const clearExternalOfSessions = (acrossSellers: Database) =>
  acrossSellers
    .updateTable("visitor_session")
    .set({ external: null })
    .where("external", "is not", null)
    .where(sql<boolean>`(ended_at is not null or expires_at < app_now())`)
    .executeTakeFirst();
