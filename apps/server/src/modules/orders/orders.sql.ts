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
export type OrderRow = Awaited<ReturnType<typeof ordersById>>[number];
