import { sql } from "kysely";
import type { Database } from "../../../db/connections.ts";
import type { CardGatewayId } from "@foyer/contract/shop/cardGateways.ts";
import type { ProviderEvent } from "../../../providers/payments/paymentGateway.ts";
import type { SellerDb } from "../context.ts";

export type EventKey = { readonly gateway_id: CardGatewayId; readonly id: string };

/** Stores an event once, however often it is delivered. */
export const insertEvent = ({ db, seller }: SellerDb, gateway_id: CardGatewayId, event: ProviderEvent) =>
  db
    .insertInto("payment_event")
    .values({ seller_id: seller.id, gateway_id, ...event })
    .onConflict((oc) => oc.doNothing())
    .execute();

/** Claims an event for a minute. Undefined if it is done, or claimed by another server. */
export const claimEvent = (
  { db, seller }: SellerDb,
  { gateway_id, id }: EventKey,
): Promise<ProviderEvent | undefined> =>
  db
    .updateTable("payment_event")
    .set({ claimed_until: sql<string>`app_now() + interval '1 minute'`, tries: sql<number>`tries + 1` })
    .where("seller_id", "=", seller.id)
    .where("gateway_id", "=", gateway_id)
    .where("id", "=", id)
    .where("done_at", "is", null)
    .where(sql<boolean>`coalesce(claimed_until, '-infinity') < app_now()`)
    .returning(["id", "type", "object_id", "occurred_on"])
    .executeTakeFirst();

/**
 * Reopens an event that is done or has failed, so that it can be processed at once. Returns false if there is none, or if
 * it led to a payment.
 */
export const reopenEvent = async ({ db, seller }: SellerDb, { gateway_id, id }: EventKey): Promise<boolean> => {
  const reopened = await db
    .updateTable("payment_event")
    .set({ done_at: null, outcome: null, claimed_until: null })
    .where("seller_id", "=", seller.id)
    .where("gateway_id", "=", gateway_id)
    .where("id", "=", id)
    .where(sql<boolean>`outcome is distinct from 'settled'`)
    .returning("id")
    .executeTakeFirst();
  return reopened !== undefined;
};

export const outcomeOfEvent = ({ db, seller }: SellerDb, { gateway_id, id }: EventKey) =>
  db
    .selectFrom("payment_event")
    .select("outcome")
    .where("seller_id", "=", seller.id)
    .where("gateway_id", "=", gateway_id)
    .where("id", "=", id)
    .executeTakeFirst();

export const finishEvent = (
  { db, seller }: SellerDb,
  { gateway_id, id }: EventKey,
  outcome: "settled" | "orphan" | "unknown",
) =>
  db
    .updateTable("payment_event")
    .set({ done_at: sql<string>`app_now()`, outcome })
    .where("seller_id", "=", seller.id)
    .where("gateway_id", "=", gateway_id)
    .where("id", "=", id)
    .execute();

/** Waiting events of all sellers, oldest first. An event that failed waits until its claim ends. */
export const pendingEvents = (acrossSellers: Database) =>
  acrossSellers
    .selectFrom("payment_event as e")
    .innerJoin("seller as s", "s.id", "e.seller_id")
    .select(["s.slug", "e.gateway_id", "e.id"])
    .where("e.done_at", "is", null)
    .where(sql<boolean>`coalesce(e.claimed_until, '-infinity') < app_now()`)
    .orderBy("e.created_at")
    .limit(100)
    .execute();
