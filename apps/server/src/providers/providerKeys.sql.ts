import { sql } from "kysely";
import type { Database } from "../db/connections.ts";
import type { KeyedProvider } from "./providerKeys.ts";
import type { Sealer } from "./sealer.ts";

const associatedData = (sellerId: string, provider: KeyedProvider): string => `provider_keys:${sellerId}:${provider}`;

/** Reads the database at every call, so that new keys are used from the next call on. */
export const readProviderKeys = async (
  db: Database,
  sealer: Sealer,
  sellerId: string,
  provider: KeyedProvider,
): Promise<Record<string, string> | undefined> => {
  const row = await db
    .selectFrom("provider_keys")
    .select("sealed")
    .where("seller_id", "=", sellerId)
    .where("provider", "=", provider)
    .executeTakeFirst();
  return (
    row && (JSON.parse(await sealer.open(row.sealed, associatedData(sellerId, provider))) as Record<string, string>)
  );
};

export const saveProviderKeys = async (
  db: Database,
  sealer: Sealer,
  sellerId: string,
  provider: KeyedProvider,
  keys: Readonly<Record<string, string>>,
): Promise<void> => {
  const sealed = await sealer.seal(JSON.stringify(keys), associatedData(sellerId, provider));
  await db
    .insertInto("provider_keys")
    .values({ seller_id: sellerId, provider, sealed })
    .onConflict((oc) => oc.columns(["seller_id", "provider"]).doUpdateSet({ sealed, updated_at: sql`app_now()` }))
    .execute();
};

export const deleteProviderKeys = async (db: Database, sellerId: string, provider: KeyedProvider): Promise<boolean> => {
  const { numDeletedRows } = await db
    .deleteFrom("provider_keys")
    .where("seller_id", "=", sellerId)
    .where("provider", "=", provider)
    .executeTakeFirst();
  return numDeletedRows > 0n;
};
