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

/** The order of a ticket; undefined before it is bought. */
export const orderIdOfTicket = async (
  { db, seller }: Pick<RequestContext, "db" | "seller">,
  ticket_id: string,
): Promise<string | undefined> => {
  const row = await db
    .selectFrom("ticket")
    .select("ticket_order_id")
    .where("seller_id", "=", seller.id)
    .where("id", "=", ticket_id)
    .where("state", "in", ["booked", "redeemed"])
    .executeTakeFirst();
  return row?.ticket_order_id ?? undefined;
};

export type OrderRow = Awaited<ReturnType<typeof ordersById>>[number];
