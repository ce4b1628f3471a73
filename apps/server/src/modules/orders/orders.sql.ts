import { sql } from "kysely";
import type { Ask } from "../../http/ask.ts";

export const ordersById = ({ db, seller }: Pick<Ask, "db" | "seller">, ids: readonly string[]) =>
  db
    .selectFrom("ticket_order")
    .selectAll()
    .where("seller_id", "=", seller.id)
    .where("id", "=", sql<string>`any(${ids}::uuid[])`)
    .orderBy("created_at")
    .execute();
export type OrderRow = Awaited<ReturnType<typeof ordersById>>[number];

/** Where the things of an order take place, and how they are dealt with, by ticket group. */
export const placesOfOrder = ({ db, seller }: Pick<Ask, "db" | "seller">, order_id: string) =>
  db
    .selectFrom("ticket_group as g")
    .innerJoin("event_template as e", (join) =>
      join.onRef("e.seller_id", "=", "g.seller_id").onRef("e.id", "=", "g.event_template_id"),
    )
    .leftJoin("venue as v", (join) => join.onRef("v.seller_id", "=", "e.seller_id").onRef("v.id", "=", "e.venue_id"))
    .select(["g.id as ticket_group_id", "g.handler", "v.name as venue_name", "v.address as venue_address"])
    .where("g.seller_id", "=", seller.id)
    .where("g.id", "in", (eb) =>
      eb
        .selectFrom("ticket as t")
        .select("t.ticket_group_id")
        .where("t.seller_id", "=", seller.id)
        .where("t.ticket_order_id", "=", order_id),
    )
    .execute();
