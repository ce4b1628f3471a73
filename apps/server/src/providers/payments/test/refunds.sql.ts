import { sql } from "kysely";
import type { Database } from "../../../db/connections.ts";
import { withAnswer } from "../../../db/statements/statement.ts";

type NewRefund = {
  readonly id: string;
  readonly intent_id: string;
  readonly key: string;
  /** Minor units. */
  readonly amount: number;
};

/**
 * The id of the refund with this key, which is created if there is none. Undefined if it would exceed what is left of
 * the captured amount. Locks the intent, so that concurrent refunds never exceed it.
 */
export const insertTestRefund = async (
  database: Database,
  sellerId: string,
  { id, intent_id, key, amount }: NewRefund,
): Promise<string | undefined> => {
  const refund = await database.transaction().execute(async (db) => {
    await db
      .selectFrom("test_gateway_intent")
      .select("id")
      .where("seller_id", "=", sellerId)
      .where("id", "=", intent_id)
      .forUpdate()
      .execute();
    await sql`
      insert into test_gateway_refund (seller_id, id, intent_id, idempotency_key, amount)
        select i.seller_id, ${id}::text, i.id, ${key}::text, ${amount}::bigint from test_gateway_intent i
        where i.seller_id = ${sellerId}::uuid and i.id = ${intent_id} and i.status = 'succeeded'
          and not exists (select from test_gateway_refund where seller_id = ${sellerId}::uuid and idempotency_key = ${key})
          and ${amount}::bigint <= i.amount - coalesce((select sum(r.amount) from test_gateway_refund r
            where r.seller_id = ${sellerId}::uuid and r.intent_id = i.id), 0) ${sql.raw(withAnswer)}`.execute(db);
    return db
      .selectFrom("test_gateway_refund")
      .select("id")
      .where("seller_id", "=", sellerId)
      .where("idempotency_key", "=", key)
      .executeTakeFirst();
  });
  return refund?.id;
};

export const listRefunds = (db: Database, sellerId: string, intent_id: string) =>
  db
    .selectFrom("test_gateway_refund as r")
    .innerJoin("test_gateway_intent as i", (join) =>
      join.onRef("i.seller_id", "=", "r.seller_id").onRef("i.id", "=", "r.intent_id"),
    )
    .select(["r.id as ref", "r.idempotency_key as key", "r.amount", "i.currency", "r.created_at as occurred_on"])
    .where("r.seller_id", "=", sellerId)
    .where("r.intent_id", "=", intent_id)
    .execute();
