import type { Database } from "../../../db/connections.ts";
import {
  deleteExpiredTokens,
  deleteOldAttempts,
  deleteExpiredOAuthStates,
  deleteExpiredSpentTokens,
  clearExternalOfSessions,
} from "./deleteExpiredLogins.sql.ts";

/**
 * Deletes expired one-time secrets, attempts that no limit counts any more, and the provider data of ended sessions.
 * Returns the number of deleted rows. Safe to run concurrently. `db` is `connections.acrossSellers()`.
 */
export const deleteExpiredLogins = async (db: Database): Promise<number> => {
  const tokens = await deleteExpiredTokens(db);
  const attempts = await deleteOldAttempts(db);
  const oauthStates = await deleteExpiredOAuthStates(db);
  const spentTokens = await deleteExpiredSpentTokens(db);
  await clearExternalOfSessions(db);
  return Number(
    tokens.numDeletedRows + attempts.numDeletedRows + oauthStates.numDeletedRows + spentTokens.numDeletedRows,
  );
};
