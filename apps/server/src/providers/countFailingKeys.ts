import type { Database } from "../db/connections.ts";
import type { Sealer } from "./sealer.ts";
import { keysOfSeller } from "./triedKeys.sql.ts";

/** The number of providers and services whose keys failed when they were last tried, or cannot be decrypted. */
export const countFailingKeys = async (
  { db, sealer }: { readonly db: Database; readonly sealer: Sealer },
  seller_id: string,
): Promise<number> => {
  const keys = await keysOfSeller(db, seller_id);
  const fail = await Promise.all(keys.map(async ({ sealed, failed }) => failed || !(await sealer.canOpen(sealed))));
  return fail.filter(Boolean).length;
};
