import { sql } from "kysely";
import type { KeyedService } from "@foyer/contract/office/money/serviceKeys.ts";
import type { CardGatewayId } from "@foyer/contract/shop/cardGateways.ts";
import type { Database } from "../db/connections.ts";
import { statement, type Pipeline } from "../db/statements/statement.ts";
import { keyTables, type KeysOf } from "./storedKeys.sql.ts";

/** Stored keys that are due to be tried again. */
export type DueKeys = { readonly seller_id: string; readonly slug: string } & (
  | { readonly table: "payment_keys"; readonly provider: CardGatewayId }
  | { readonly table: "provider_keys"; readonly provider: KeyedService }
);

/** The keys of all sellers that were last tried more than `hours` ago. */
export const keysToTry = async (acrossSellers: Database, hours: number): Promise<DueKeys[]> => {
  const { rows } = await sql<DueKeys>`
    select k.seller_id, s.slug, 'payment_keys' as "table", k.gateway_id as provider
    from payment_keys k join seller s on s.id = k.seller_id
    where k.tried_at < app_now() - make_interval(hours => ${hours})
    union all
    select k.seller_id, s.slug, 'provider_keys', k.provider
    from provider_keys k join seller s on s.id = k.seller_id
    where k.tried_at < app_now() - make_interval(hours => ${hours})
    order by slug`.execute(acrossSellers);
  return rows;
};

/** Claims trying stored keys. Undefined if another server has claimed it, or somebody has replaced the keys. */
export const claimTrial = async (
  db: Pipeline,
  { table, seller_id, provider }: KeysOf,
  hours: number,
): Promise<Buffer | undefined> => {
  const [row] = await statement<{ readonly sealed: Buffer }>(
    db,
    `update ${table} set tried_at = app_now() where seller_id = $1 and ${keyTables[table]} = $2
       and tried_at < app_now() - make_interval(hours => $3) returning sealed`,
    [seller_id, provider, hours],
  );
  return row?.sealed;
};

/** Records the result of trying keys, unless they were replaced in the meantime. */
export const recordTrial = async (
  db: Pipeline,
  { table, seller_id, provider }: KeysOf,
  { sealed, fault }: { readonly sealed: Buffer; readonly fault: string | null },
): Promise<void> => {
  await statement(
    db,
    `update ${table} set fault = $4 where seller_id = $1 and ${keyTables[table]} = $2 and sealed = $3`,
    [seller_id, provider, sealed, fault],
  );
};

/** The keys of a seller's providers and services, and whether they could be used when they were last tried. */
export const keysOfSeller = (
  db: Pipeline,
  seller_id: string,
): Promise<{ readonly sealed: Buffer; readonly failed: boolean }[]> =>
  statement(
    db,
    `select sealed, fault is not null as failed from payment_keys where seller_id = $1
     union all select sealed, fault is not null from provider_keys where seller_id = $1`,
    [seller_id],
  );
