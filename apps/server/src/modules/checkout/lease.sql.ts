import { sql } from "kysely";
import type { Db } from "./checkout.sql.ts";

/** While money is under way the cart neither changes nor expires. 0 when there is no cart left to hold on to. */
export const leaseCart = async ({ db, seller }: Db, cart_id: string, seconds: number): Promise<number> => {
  const { numUpdatedRows } = await db
    .updateTable("cart")
    .set({
      paying_until: sql<string>`greatest(coalesce(paying_until, app_now()), app_now() + make_interval(secs => ${seconds}))`,
    })
    .where("seller_id", "=", seller.id)
    .where("id", "=", cart_id)
    .where("state", "=", "pending")
    .executeTakeFirst();
  return Number(numUpdatedRows);
};

/**
 * A promise was made or money is clearing: whatever the clock says, the tickets are not let go before it is decided.
 * Whoever captures, voids or books ends this; the settling job does when nobody else comes. Only for the version that
 * is paid for: a payment for an older one holds nothing.
 */
export const leaseUntilSettled = ({ db, seller }: Db, cart_id: string, cart_version: number) =>
  db
    .updateTable("cart")
    .set({ paying_until: "infinity" })
    .where("seller_id", "=", seller.id)
    .where("id", "=", cart_id)
    .where("version", "=", cart_version)
    .where("state", "=", "pending")
    .execute();

/**
 * After a payment that came to nothing the buyer gets at least five minutes to try again, and the cart a new version. A payment for an
 * older version of the cart has no say any more: the lease is another's. */
export const endLease = ({ db, seller }: Db, cart_id: string, cart_version: number) =>
  db
    .updateTable("cart")
    .set({
      paying_until: null,
      version: sql<number>`version + 1`,
      expires_at: sql<string>`greatest(expires_at, app_now() + interval '5 minutes')`,
    })
    .where("seller_id", "=", seller.id)
    .where("id", "=", cart_id)
    .where("version", "=", cart_version)
    .where("state", "=", "pending")
    .execute();
