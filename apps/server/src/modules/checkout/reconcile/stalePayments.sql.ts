import { sql } from "kysely";
import type { SellerDb } from "../context.ts";
import { leaseSeconds } from "../payment/lease.sql.ts";

/**
 * Marks a payment as checked just now, so that no other server asks its provider and an undecided payment does not delay
 * the others. Returns false if it is no longer stale.
 */
export const claimStalePayment = async (
  { db, seller }: SellerDb,
  id: string,
  olderThanSeconds: number,
): Promise<boolean> => {
  const claimed = await db
    .updateTable("payment as p")
    .set({ updated_at: sql<string>`app_now()` })
    .where("p.seller_id", "=", seller.id)
    .where("p.id", "=", id)
    .where(isStale(olderThanSeconds))
    .returning("p.id")
    .executeTakeFirst();
  return claimed !== undefined;
};

const paymentsWithoutOrder = ({ db, seller }: SellerDb) =>
  db
    .selectFrom("payment as p")
    .innerJoin("cart as c", (join) => join.onRef("c.seller_id", "=", "p.seller_id").onRef("c.id", "=", "p.cart_id"))
    .select(["p.id", "p.cart_id", "p.state", "p.gateway_id", "p.cart_version", "p.amount"])
    // A cart with a paid instalment is leased without an end, so the lease for its next payment starts with that payment.
    .select(
      sql<boolean>`case when c.part_paid then p.created_at > app_now() - make_interval(secs => ${leaseSeconds})
        else coalesce(c.leased_until > app_now(), false) end`.as("leased"),
    )
    .where("p.seller_id", "=", seller.id)
    .where("p.ticket_order_id", "is", null);

/** Excludes a paid instalment, which only waits for the others. */
const isNotPartPaid = sql<boolean>`not (p.state = 'captured' and c.part_paid and p.cart_version < c.version)`;

/** Undefined once the payment has an order. */
export const findUnorderedPayment = (ctx: SellerDb, id: string) =>
  paymentsWithoutOrder(ctx).where("p.id", "=", id).executeTakeFirst();

/**
 * Whether no request is working on the payment. A payment unknown to its provider may still arrive there a moment later,
 * so it is checked from time to time for a day. Each of the three cases has a partial index: finished payments are never
 * read.
 */
export const isStale = (olderThanSeconds: number) => sql<boolean>`(
  p.state in ('created', 'processing', 'authorized') and p.updated_at < app_now() - make_interval(secs => ${olderThanSeconds})
  or p.state = 'captured' and p.ticket_order_id is null and p.updated_at < app_now() - make_interval(secs => ${olderThanSeconds})
  or p.state = 'failed' and p.failure like 'never_reached:%' and p.ticket_order_id is null and p.created_at > app_now() - interval '1 day'
    and p.updated_at < app_now() - make_interval(secs => ${olderThanSeconds}::float8 * 60))`;

/** Attempts to refund, an hour apart, before a payment is left to manual review. */
const maxRefundTries = 3;

/** Payments that no request is working on, in any state. Refunds in progress are settled by `settleRefunds`. */
export const stalePayments = (ctx: SellerDb, olderThanSeconds: number) =>
  paymentsWithoutOrder(ctx)
    .where(isNotPartPaid)
    .where(isStale(olderThanSeconds))
    .where(sql<boolean>`p.refunded + p.refunding < p.amount`)
    .where(
      sql<boolean>`(select count(*) filter (where r.created_at > app_now() - interval '1 hour') = 0 and count(*) < ${maxRefundTries}
        from refund r where r.seller_id = ${ctx.seller.id} and r.payment_id = p.id and r.state = 'failed')`,
    )
    .orderBy("p.updated_at")
    .limit(100)
    .execute();
export type StalePayment = Awaited<ReturnType<typeof stalePayments>>[number];

export const secondsSinceCaptured = async ({ db, seller }: SellerDb, payment_id: string): Promise<number> => {
  const { rows } = await sql<{ seconds: number }>`
    select coalesce(extract(epoch from app_now() - min(occurred_on)), 0)::float8 as seconds from payment_audit
    where seller_id = ${seller.id}::uuid and payment_id = ${payment_id}::uuid and audit_action = 'capture'`.execute(db);
  return rows[0]?.seconds ?? 0;
};

/** All payments of a cart, including those refunded in full. */
export const allPaymentsOf = ({ db, seller }: SellerDb, cart_id: string) =>
  db
    .selectFrom("payment")
    .select(["id", "state", "refunded", "refunding"])
    .where("seller_id", "=", seller.id)
    .where("cart_id", "=", cart_id)
    .orderBy("created_at")
    .execute();
