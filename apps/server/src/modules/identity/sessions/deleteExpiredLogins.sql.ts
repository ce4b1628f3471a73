import { sql } from "kysely";
import type { Database } from "../../../db/connections.ts";

/** Across sellers. Kept for a day longer than they are good for, so that whoever asks what happened can see it. */
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
/** What only a browser under way, or a signer's clock, would still take. */
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
/** A session that is over has nothing to show at a provider's logout any more. */
export const clearExternalOfSessions = (acrossSellers: Database) =>
  acrossSellers
    .updateTable("visitor_session")
    .set({ external: null })
    .where("external", "is not", null)
    .where(sql<boolean>`(ended_at is not null or expires_at < app_now())`)
    .executeTakeFirst();
