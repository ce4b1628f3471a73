import { sql } from "kysely";
import type { Database } from "../db/connections.ts";
import type { Sealer } from "./sealer.ts";
import { associatedDataOf, keyTables, type KeysOf } from "./storedKeys.sql.ts";

type SealedRow = { readonly seller_id: string; readonly provider: string; readonly sealed: Buffer };

/**
 * Encrypts sellers' keys with the current key if they were encrypted with the previous one, and returns their number. A
 * key that is stored meanwhile is left as it is.
 */
export const resealKeys = async (acrossSellers: Database, sealer: Sealer): Promise<number> => {
  let count = 0;
  for (const [table, column] of Object.entries(keyTables) as [KeysOf["table"], string][]) {
    const { rows } = await sql<SealedRow>`
      select seller_id, ${sql.ref(column)} as provider, sealed from ${sql.table(table)}`.execute(acrossSellers);
    for (const { seller_id, provider, sealed } of rows) {
      if ((await sealer.isCurrent(sealed)) || !(await sealer.canOpen(sealed))) continue;
      const associatedData = associatedDataOf({ table, seller_id, provider });
      const resealed = await sealer.seal(await sealer.open(sealed, associatedData), associatedData);
      await sql`update ${sql.table(table)} set sealed = ${resealed}
        where seller_id = ${seller_id}::uuid and ${sql.ref(column)} = ${provider} and sealed = ${sealed}`.execute(
        acrossSellers,
      );
      count++;
    }
  }
  return count;
};
