import { sql } from "kysely";
import type { RequestContext } from "../../http/requestContext.ts";

type Db = Pick<RequestContext, "db" | "seller">;

/** Limits the size of a reply about all of a user's orders. Nobody has as many. */
export const maxOwnOrders = 1000;

/** Orders placed while logged in, newest first. */
export const ordersOfOwner = ({ db, seller }: Db, owner_identity_id: string, limit: number) =>
  db
    .selectFrom("ticket_order")
    .select(["id", "order_number", "cart_id", "total", "currency", "created_at"])
    .where("seller_id", "=", seller.id)
    .where("owner_identity_id", "=", owner_identity_id)
    .orderBy("created_at", "desc")
    .orderBy("order_number", "desc")
    .limit(limit)
    .execute();

/** Newest first. The payment provider's references are not read, so they cannot leak. */
export const savedMethodsOfUser = ({ db, seller }: Db, identity_id: string) =>
  db
    .selectFrom("saved_payment_method")
    .select(["id", "brand", "last4", "gateway_id"])
    .select(
      sql<boolean>`coalesce(make_date(exp_year, exp_month, 1) + interval '1 month' <= app_now(), false)`.as("expired"),
    )
    .where("seller_id", "=", seller.id)
    .where("identity_id", "=", identity_id)
    .where("retired_at", "is", null)
    .orderBy("created_at", "desc")
    .orderBy("id")
    .execute();

export const ownOrderIds = async (
  { db, seller }: Db,
  owner_identity_id: string,
  ids: readonly string[],
): Promise<string[]> => {
  const rows = await db
    .selectFrom("ticket_order")
    .select("id")
    .where("seller_id", "=", seller.id)
    .where("owner_identity_id", "=", owner_identity_id)
    .where("id", "=", sql<string>`any(${ids}::uuid[])`)
    .execute();
  return rows.map(({ id }) => id);
};
