import type { Database } from "../../db/connect.ts";
import { deleteOldTokens, deleteOldTries } from "./forgetOldLogins.sql.ts";

/**
 * Takes away one-time secrets that nobody can use and tries that no limit counts any more; says how many. Safe to run twice
 * at once. `db` is `connections.acrossSellers()`.
 */
export const forgetOldLogins = async (db: Database): Promise<number> => {
  const tokens = await deleteOldTokens(db);
  const tries = await deleteOldTries(db);
  return Number(tokens.numDeletedRows + tries.numDeletedRows);
};
