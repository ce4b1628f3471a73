import { sql } from "kysely";
import type { RequestContext } from "../../../http/requestContext.ts";

/** Places that a visitor's cart holds in a group of an event, at one of its sessions. */
export type HeldPlacesRow = {
  readonly event_session_id: string | null;
  readonly ticket_group_id: string;
  readonly places: number;
  readonly exclude_from_event_capacity: boolean;
};

/**
 * What the visitor's carts hold of an event. Not what a change of an order holds: its tickets are exchanged again, not
 * added to.
 */
export const heldPlacesRows = (
  { db, seller }: RequestContext,
  identity_id: string,
  event_template_id: string,
): Promise<HeldPlacesRow[]> =>
  db
    .selectFrom("cart as c")
    .innerJoin("ticket as t", (join) => join.onRef("t.seller_id", "=", "c.seller_id").onRef("t.cart_id", "=", "c.id"))
    .innerJoin("ticket_group as g", (join) =>
      join.onRef("g.seller_id", "=", "t.seller_id").onRef("g.id", "=", "t.ticket_group_id"),
    )
    .select(["t.event_session_id", "t.ticket_group_id", "g.exclude_from_event_capacity"])
    .select(sql<number>`count(*)::int`.as("places"))
    .where("c.seller_id", "=", seller.id)
    .where("c.identity_id", "=", identity_id)
    .where("c.state", "=", "pending")
    .where("c.changes_order_id", "is", null)
    .where(sql<boolean>`(c.expires_at > app_now() or c.leased_until > app_now())`)
    .where("t.state", "in", ["held", "in_cart"])
    .where("t.event_template_id", "=", event_template_id)
    .where("t.is_oversold", "=", false)
    .groupBy(["t.event_session_id", "t.ticket_group_id", "g.exclude_from_event_capacity"])
    .execute();
