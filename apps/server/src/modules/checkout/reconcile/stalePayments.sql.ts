import { sql } from "kysely";
import type { SellerDb } from "../checkout.sql.ts";
import { leaseSeconds } from "../payment/lease.sql.ts";

/** Somebody looked after this payment just now. */
export const touchPayment = ({ db, seller }: SellerDb, id: string) =>
  db
    .updateTable("payment")
    .set({ updated_at: sql<string>`app_now()` })
    .where("seller_id", "=", seller.id)
    .where("id", "=", id)
    .execute();

const paymentsWithoutOrder = ({ db, seller }: SellerDb) =>
  db
    .selectFrom("payment as p")
    .innerJoin("cart as c", (join) => join.onRef("c.seller_id", "=", "p.seller_id").onRef("c.id", "=", "p.cart_id"))
    .select(["p.id", "p.cart_id", "p.state", "p.gateway_id", "p.cart_version", "p.amount"])
    // A cart that is paid in parts is kept without an end: the lease of its next part is counted from its beginning.
    .select(
      sql<boolean>`case when c.part_paid then p.created_at > app_now() - make_interval(secs => ${leaseSeconds})
        else coalesce(c.paying_until > app_now(), false) end`.as("leased"),
    )
    .where("p.seller_id", "=", seller.id)
    .where("p.ticket_order_id", "is", null);

/** A part that is paid for good waits for nothing but the others. */
const isNotPartPaid = sql<boolean>`not (p.state = 'captured' and c.part_paid and p.cart_version < c.version)`;

/** The payment that its provider tells of; undefined once it has its order. */
export const findUnorderedPayment = (ctx: SellerDb, id: string) =>
  paymentsWithoutOrder(ctx).where("p.id", "=", id).executeTakeFirst();

/**
 * Left alone, in whatever state. A payment of which its provider had not heard when it was asked may have reached it a
 * moment later: for a day it is asked after once more now and then.
 */
export const isStale = (olderThanSeconds: number) => sql<boolean>`(
  p.state in ('created', 'processing', 'authorized', 'captured') and p.updated_at < app_now() - make_interval(secs => ${olderThanSeconds})
  or p.state = 'failed' and p.failure like 'never_reached:%' and p.created_at > app_now() - interval '1 day'
    and p.updated_at < app_now() - make_interval(secs => ${olderThanSeconds}::float8 * 60))`;

/** So often giving money back is tried, an hour apart; then it waits for a person. */
const maxRefundTries = 3;

/**
 * Payments that nobody seems to be looking after any more, in whatever state they stopped. Money on its way back is
 * looked after as a refund.
 */
export const stalePayments = (ctx: SellerDb, olderThanSeconds: number) =>
  paymentsWithoutOrder(ctx)
    .where(isNotPartPaid)
    .where(isStale(olderThanSeconds))
    .where(sql<boolean>`p.refunded + p.refunding < p.amount`)
    .where(
      sql<boolean>`(select count(*) filter (where r.created_at > app_now() - interval '1 hour') = 0 and count(*) < ${maxRefundTries}
        from refund r where r.seller_id = p.seller_id and r.payment_id = p.id and r.state = 'failed')`,
    )
    .orderBy("p.updated_at")
    .limit(100)
    .execute();
export type StalePayment = Awaited<ReturnType<typeof stalePayments>>[number];

/** How long ago the money came. */
export const secondsSinceCaptured = async ({ db, seller }: SellerDb, payment_id: string): Promise<number> => {
  const { rows } = await sql<{ seconds: number }>`
    select coalesce(extract(epoch from app_now() - min(occurred_on)), 0)::float8 as seconds from payment_audit
    where seller_id = ${seller.id}::uuid and payment_id = ${payment_id}::uuid and audit_action = 'capture'`.execute(db);
  return rows[0]?.seconds ?? 0;
};

/** All payments of a cart, with what went back. */
export const allPaymentsOf = ({ db, seller }: SellerDb, cart_id: string) =>
  db
    .selectFrom("payment")
    .select(["id", "state", "refunded", "refunding"])
    .where("seller_id", "=", seller.id)
    .where("cart_id", "=", cart_id)
    .orderBy("created_at")
    .execute();
