import { sql } from "kysely";
import type { Database } from "../../../db/connections.ts";
import type { Sealer } from "../../sealer.ts";
import { StripeKeys } from "./stripeKeys.ts";

const associatedData = (sellerId: string): string => `payment_keys:${sellerId}:stripe`;

/** Reads a seller's keys from the database at every call, so that new keys are used from the next payment on. */
export const readStripeKeys = async (
  db: Database,
  sealer: Sealer,
  sellerId: string,
): Promise<StripeKeys | undefined> => {
  const row = await db
    .selectFrom("payment_keys")
    .select("sealed")
    .where("seller_id", "=", sellerId)
    .where("gateway_id", "=", "stripe")
    .executeTakeFirst();
  return row && StripeKeys.parse(JSON.parse(await sealer.open(row.sealed, associatedData(sellerId))));
};

export const saveStripeKeys = async (
  db: Database,
  sealer: Sealer,
  sellerId: string,
  keys: StripeKeys,
): Promise<void> => {
  const sealed = await sealer.seal(JSON.stringify(keys), associatedData(sellerId));
  await db
    .insertInto("payment_keys")
    .values({ seller_id: sellerId, gateway_id: "stripe", sealed })
    .onConflict((oc) => oc.columns(["seller_id", "gateway_id"]).doUpdateSet({ sealed, updated_at: sql`app_now()` }))
    .execute();
};

/** False: there were none. */
export const deleteStripeKeys = async (db: Database, sellerId: string): Promise<boolean> => {
  const { numDeletedRows } = await db
    .deleteFrom("payment_keys")
    .where("seller_id", "=", sellerId)
    .where("gateway_id", "=", "stripe")
    .executeTakeFirst();
  return numDeletedRows > 0n;
};
