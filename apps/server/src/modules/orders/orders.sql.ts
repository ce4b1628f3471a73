import { sql } from "kysely";
import type { RequestContext } from "../../http/requestContext.ts";

export const ordersById = ({ db, seller }: Pick<RequestContext, "db" | "seller">, ids: readonly string[]) =>
  db
    .selectFrom("ticket_order")
    .selectAll()
    .where("seller_id", "=", seller.id)
    .where("id", "=", sql<string>`any(${ids}::uuid[])`)
    .orderBy("created_at")
    .execute();

/** What changes have added to orders, in minor units, by order. Orders without any are left out. */
export const addedToOrders = async (
  { db, seller }: Pick<RequestContext, "db" | "seller">,
  ids: readonly string[],
): Promise<ReadonlyMap<string, number>> => {
  const rows = await db
    .selectFrom("order_change")
    .select(["ticket_order_id", sql<number>`sum(added)::bigint`.as("added")])
    .where("seller_id", "=", seller.id)
    .where("ticket_order_id", "=", sql<string>`any(${ids}::uuid[])`)
    .where("added", ">", 0)
    .groupBy("ticket_order_id")
    .execute();
  return new Map(rows.map(({ ticket_order_id, added }) => [ticket_order_id, added]));
};

/** A ticket's order and the number of its code; undefined before it is bought. */
export const orderOfTicket = ({ db, seller }: Pick<RequestContext, "db" | "seller">, ticket_id: string) =>
  db
    .selectFrom("ticket")
    .select(["id", "code_number", "ticket_order_id"])
    .where("seller_id", "=", seller.id)
    .where("id", "=", ticket_id)
    .where("state", "in", ["booked", "redeemed"])
    .executeTakeFirst();

export type OrderRow = Awaited<ReturnType<typeof ordersById>>[number];
