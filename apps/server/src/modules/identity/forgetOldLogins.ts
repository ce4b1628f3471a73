import type { Database } from "../../db/connect.ts";
import {
  deleteOldTokens,
  deleteOldTries,
  deleteOldTrips,
  deleteSpentTokens,
  forgetExternal,
} from "./forgetOldLogins.sql.ts";

/**
 * Takes away one-time secrets that nobody can use, tries that no limit counts and what ended sessions knew of a provider; says how many. Safe to run twice
 * at once. `db` is `connections.acrossSellers()`.
 */
export const forgetOldLogins = async (db: Database): Promise<number> => {
  const tokens = await deleteOldTokens(db);
  const tries = await deleteOldTries(db);
  const trips = await deleteOldTrips(db);
  const spent = await deleteSpentTokens(db);
  await forgetExternal(db);
  return Number(tokens.numDeletedRows + tries.numDeletedRows + trips.numDeletedRows + spent.numDeletedRows);
};
