import { createHash } from "node:crypto";
import type { KeyedService } from "@foyer/contract/office/money/serviceKeys.ts";
import type { CardGatewayId } from "@foyer/contract/shop/cardGateways.ts";
import { statement, type Pipeline } from "../db/statements/statement.ts";
import type { Sealer } from "./sealer.ts";

/** The tables of sellers' keys, and the column of each that names the provider. */
export const keyTables = { payment_keys: "gateway_id", provider_keys: "provider" } as const;

/** The seller and provider that the keys belong to. */
export type KeysOf = { readonly table: keyof typeof keyTables; readonly seller_id: string; readonly provider: string };

export const paymentKeysOf = (seller_id: string, gateway_id: CardGatewayId): KeysOf => ({
  table: "payment_keys",
  seller_id,
  provider: gateway_id,
});

export const serviceKeysOf = (seller_id: string, service: KeyedService): KeysOf => ({
  table: "provider_keys",
  seller_id,
  provider: service,
});

/** Encrypted keys can only be decrypted for the same table, seller and provider. */
export const associatedDataOf = ({ table, seller_id, provider }: KeysOf): string => `${table}:${seller_id}:${provider}`;

export const sealKeys = (sealer: Sealer, of: KeysOf, keys: object): Promise<Buffer> =>
  sealer.seal(JSON.stringify(keys), associatedDataOf(of));

/** Keys by name. */
export type StoredValues = Readonly<Record<string, string>>;

/** Stored keys cannot be decrypted: the installation's own key is missing, or it is not the one that encrypted them. */
export class UnreadableKeys extends Error {}

export const openSealedKeys = async (sealer: Sealer, of: KeysOf, sealed: Buffer): Promise<StoredValues> => {
  const text = await sealer.open(sealed, associatedDataOf(of)).catch((cause: unknown) => {
    throw new UnreadableKeys(cause instanceof Error ? cause.message : String(cause), { cause });
  });
  return JSON.parse(text) as StoredValues;
};

/** What is stored, without decrypting it. `version` changes each time keys are saved. */
export type StoredKeys = {
  readonly sealed: Buffer;
  readonly since: string;
  readonly version: string;
  /** Why they could not be used when they were last tried; null if they could. */
  readonly fault: string | null;
};

const whereOf = (table: KeysOf["table"]): string => `where seller_id = $1 and ${keyTables[table]} = $2`;

/** `lock` locks the row until the end of the transaction. */
export const findStoredKeys = async (
  db: Pipeline,
  { table, seller_id, provider }: KeysOf,
  { lock = false } = {},
): Promise<StoredKeys | undefined> => {
  const [row] = await statement<{
    readonly sealed: Buffer;
    readonly updated_at: string;
    readonly fault: string | null;
  }>(db, `select sealed, updated_at, fault from ${table} ${whereOf(table)} ${lock ? "for update" : ""}`, [
    seller_id,
    provider,
  ]);
  return (
    row && {
      sealed: row.sealed,
      since: row.updated_at,
      fault: row.fault,
      version: createHash("sha256").update(row.sealed).digest("hex").slice(0, 32),
    }
  );
};

/**
 * Reads a seller's keys from the database at every call, so that new keys are used from the next call on. The provider
 * validates their format. Undefined if none are stored.
 */
export const readStoredKeys = async (db: Pipeline, sealer: Sealer, of: KeysOf): Promise<StoredValues | undefined> => {
  const stored = await findStoredKeys(db, of);
  return stored && (await openSealedKeys(sealer, of, stored.sealed));
};

/** Stores keys, replacing any stored ones. */
export const saveStoredKeys = async (db: Pipeline, sealer: Sealer, of: KeysOf, keys: object): Promise<void> => {
  const { table, seller_id, provider } = of;
  await statement(
    db,
    `insert into ${table} (seller_id, ${keyTables[table]}, sealed) values ($1, $2, $3)
     on conflict (seller_id, ${keyTables[table]}) do update set sealed = excluded.sealed, updated_at = app_now(), tried_at = app_now(), fault = null`,
    [seller_id, provider, await sealKeys(sealer, of, keys)],
  );
};

/** Stores encrypted keys if there are none. Returns false if somebody has stored some in the meantime. */
export const insertStoredKeys = async (
  db: Pipeline,
  { table, seller_id, provider }: KeysOf,
  sealed: Buffer,
): Promise<boolean> => {
  const rows = await statement(
    db,
    `insert into ${table} (seller_id, ${keyTables[table]}, sealed) values ($1, $2, $3)
     on conflict do nothing returning true as inserted`,
    [seller_id, provider, sealed],
  );
  return rows.length > 0;
};

/** Replaces encrypted keys with ones that have just been tried, in a transaction that has locked them. */
export const replaceStoredKeys = async (
  db: Pipeline,
  { table, seller_id, provider }: KeysOf,
  sealed: Buffer,
): Promise<void> => {
  await statement(
    db,
    `update ${table} set sealed = $3, updated_at = app_now(), tried_at = app_now(), fault = null ${whereOf(table)}`,
    [seller_id, provider, sealed],
  );
};

/** Returns false if there were none. */
export const deleteStoredKeys = async (db: Pipeline, { table, seller_id, provider }: KeysOf): Promise<boolean> => {
  const rows = await statement(db, `delete from ${table} ${whereOf(table)} returning true as deleted`, [
    seller_id,
    provider,
  ]);
  return rows.length > 0;
};
