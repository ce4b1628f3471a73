import type { Database } from "../db/connections.ts";
import type { Sealer } from "./sealer.ts";
import { endsSoon, serviceKeysEnd } from "./serviceKeys.ts";
import { readStoredKeys, serviceKeysOf } from "./storedKeys.sql.ts";

/** The number of a seller's services whose certificate expires within 30 days, or has expired. */
export const countEndingKeys = async (
  { db, sealer, now }: { readonly db: Database; readonly sealer: Sealer; readonly now: Temporal.Instant },
  sellerId: string,
): Promise<number> => {
  const keys = await readStoredKeys(db, sealer, serviceKeysOf(sellerId, "apple_wallet"));
  return keys && endsSoon(serviceKeysEnd("apple_wallet", keys), now) ? 1 : 0;
};
