import { sql } from "kysely";
import type { CardGatewayId } from "@foyer/contract/shop/cardGateways.ts";
import type { Database } from "../../db/connections.ts";
import type { Sealer } from "../sealer.ts";

/** Whose keys, and for which provider. */
type KeysOf = { readonly seller_id: string; readonly gateway_id: CardGatewayId };

const associatedData = ({ seller_id, gateway_id }: KeysOf): string => `payment_keys:${seller_id}:${gateway_id}`;

/**
 * Reads a seller's keys from the database at every call, so that new keys are used from the next payment on. The gateway
 * knows their format.
 */
export const readGatewayKeys = async (db: Database, sealer: Sealer, of: KeysOf): Promise<unknown> => {
  const row = await db
    .selectFrom("payment_keys")
    .select("sealed")
    .where("seller_id", "=", of.seller_id)
    .where("gateway_id", "=", of.gateway_id)
    .executeTakeFirst();
  return row && JSON.parse(await sealer.open(row.sealed, associatedData(of)));
};

export const saveGatewayKeys = async (db: Database, sealer: Sealer, of: KeysOf, keys: object): Promise<void> => {
  const sealed = await sealer.seal(JSON.stringify(keys), associatedData(of));
  await db
    .insertInto("payment_keys")
    .values({ ...of, sealed })
    .onConflict((oc) => oc.columns(["seller_id", "gateway_id"]).doUpdateSet({ sealed, updated_at: sql`app_now()` }))
    .execute();
};

/** False: there were none. */
export const deleteGatewayKeys = async (db: Database, { seller_id, gateway_id }: KeysOf): Promise<boolean> => {
  const { numDeletedRows } = await db
    .deleteFrom("payment_keys")
    .where("seller_id", "=", seller_id)
    .where("gateway_id", "=", gateway_id)
    .executeTakeFirst();
  return numDeletedRows > 0n;
};
