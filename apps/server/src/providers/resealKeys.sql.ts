import { sql } from "kysely";
import type { Database } from "../db/connections.ts";
import type { Sealer } from "./sealer.ts";

type SealedRow = { readonly seller_id: string; readonly part: string; readonly sealed: Buffer };

/** Where sellers' keys are stored, and the column that names the provider. */
const tables = [
  ["payment_keys", "gateway_id"],
  ["provider_keys", "provider"],
] as const;

/**
 * Seals the sellers' keys with the current key where they were sealed with the previous one, and returns how many. A key
 * that is stored meanwhile is left as it is.
 */
export const resealKeys = async (acrossSellers: Database, sealer: Sealer): Promise<number> => {
  let count = 0;
  for (const [table, column] of tables) {
    const { rows } = await sql<SealedRow>`
      select seller_id, ${sql.ref(column)} as part, sealed from ${sql.table(table)}`.execute(acrossSellers);
    for (const { seller_id, part, sealed } of rows) {
      if ((await sealer.isCurrent(sealed)) || !(await sealer.canOpen(sealed))) continue;
      const associatedData = `${table}:${seller_id}:${part}`;
      const resealed = await sealer.seal(await sealer.open(sealed, associatedData), associatedData);
      await sql`update ${sql.table(table)} set sealed = ${resealed}
        where seller_id = ${seller_id}::uuid and ${sql.ref(column)} = ${part} and sealed = ${sealed}`.execute(
        acrossSellers,
      );
      count++;
    }
  }
  return count;
};
