import { sql } from "kysely";
import type { Db } from "./checkout.sql.ts";

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
    .select(sql<boolean>`coalesce(c.paying_until > app_now(), false)`.as("leased"))
    .where("p.seller_id", "=", seller.id)
    .where("p.ticket_order_id", "is", null);

/** The payment that its provider tells of; undefined once it has its order. */
export const heardPayment = (ask: Db, id: string) => withoutOrder(ask).where("p.id", "=", id).executeTakeFirst();

/** Payments that nobody seems to be looking after any more, in whatever state they stopped. */
export const strayPayments = (ask: Db, olderThanSeconds: number) =>
  withoutOrder(ask)
    .where("p.state", "in", ["created", "processing", "authorized", "captured"])
    .where(sql<boolean>`p.updated_at < app_now() - make_interval(secs => ${olderThanSeconds})`)
    .orderBy("p.updated_at")
    .limit(100)
    .execute();
export type StrayPayment = Awaited<ReturnType<typeof strayPayments>>[number];
