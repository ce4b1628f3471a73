import { sql } from "kysely";
import type { RequestContext } from "../../http/requestContext.ts";

/** The ticket groups of orders with their handler, event and venue. */
export const orderedEvents = ({ db, seller }: Pick<RequestContext, "db" | "seller">, order_ids: readonly string[]) =>
  db
    .selectFrom("ticket_group as g")
    .innerJoin("event_template as e", (join) =>
      join.onRef("e.seller_id", "=", "g.seller_id").onRef("e.id", "=", "g.event_template_id"),
    )
    .leftJoin("venue as v", (join) => join.onRef("v.seller_id", "=", "e.seller_id").onRef("v.id", "=", "e.venue_id"))
    .select([
      "g.id as ticket_group_id",
      "e.id as event_template_id",
      "g.handler",
      "v.name as venue_name",
      "v.address as venue_address",
    ])
    .where("g.seller_id", "=", seller.id)
    .where("g.id", "in", (eb) =>
      eb
        .selectFrom("ticket as t")
        .select("t.ticket_group_id")
        .where("t.seller_id", "=", seller.id)
        .where("t.ticket_order_id", "=", sql<string>`any(${order_ids}::uuid[])`),
    )
    .execute();

export type OrderedEvent = Awaited<ReturnType<typeof orderedEvents>>[number];
