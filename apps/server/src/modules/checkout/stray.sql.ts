import { sql } from "kysely";
import type { Db } from "./checkout.sql.ts";
import { leaseSeconds } from "./lease.sql.ts";

/** Somebody looked after this payment just now. */
export const lookedAt = ({ db, seller }: Db, id: string) =>
  db
    .updateTable("payment")
    .set({ updated_at: sql<string>`app_now()` })
    .where("seller_id", "=", seller.id)
    .where("id", "=", id)
    .execute();

const withoutOrder = ({ db, seller }: Db) =>
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
const notKept = sql<boolean>`not (p.state = 'captured' and c.part_paid and p.cart_version < c.version)`;

/** The payment that its provider tells of; undefined once it has its order. */
export const heardPayment = (ask: Db, id: string) => withoutOrder(ask).where("p.id", "=", id).executeTakeFirst();

/** Payments that nobody seems to be looking after any more, in whatever state they stopped. */
export const strayPayments = (ask: Db, olderThanSeconds: number) =>
  withoutOrder(ask)
    .where(notKept)
    .where("p.state", "in", ["created", "processing", "authorized", "captured"])
    .where(sql<boolean>`p.updated_at < app_now() - make_interval(secs => ${olderThanSeconds})`)
    .orderBy("p.updated_at")
    .limit(100)
    .execute();
export type StrayPayment = Awaited<ReturnType<typeof strayPayments>>[number];
