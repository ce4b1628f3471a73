import type { Database } from "../../../db/connections.ts";
import {
  deleteExpiredTokens,
  deleteOldAttempts,
  deleteExpiredOAuthStates,
  deleteExpiredSpentTokens,
  clearExternalOfSessions,
} from "./deleteExpiredLogins.sql.ts";

/**
 * Takes away one-time secrets that nobody can use, tries that no limit counts and what ended sessions knew of a provider; says how many. Safe to run twice
 * at once. `db` is `connections.acrossSellers()`.
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
