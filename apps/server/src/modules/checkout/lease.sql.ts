import { sql } from "kysely";
import type { Db } from "./checkout.sql.ts";

/** How long a buyer may take at their bank before the cart is let go (security.md F12). */
export const leaseSeconds = 600;

/** While money is under way the cart neither changes nor expires. 0 when there is no cart left to hold on to. */
export const leaseCart = async ({ db, seller }: Db, cart_id: string, seconds = leaseSeconds): Promise<number> => {
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

/** A payment of this version of the cart whose end is not known: nobody has promised its money, or nobody has taken it. */
const open = (states: readonly string[], cart_version: number) =>
  sql<boolean>`exists (select from payment p where p.seller_id = cart.seller_id and p.cart_id = cart.id
    and p.cart_version = ${cart_version} and p.state = any(${states}::text[]))`;

/**
 * A promise was made or money is clearing: whatever the clock says, the tickets are not let go before it is decided.
 * Whoever captures, voids or books ends this; the settling job does when nobody else comes. Only for the version that
 * is paid for: a payment for an older one holds nothing. While another part of the payment is still asked for, at a bank
 * perhaps, the clock goes on.
 */
export const leaseUntilSettled = ({ db, seller }: Db, cart_id: string, cart_version: number) =>
  db
    .updateTable("cart")
    .set({ paying_until: "infinity" })
    .where("seller_id", "=", seller.id)
    .where("id", "=", cart_id)
    .where("version", "=", cart_version)
    .where("state", "=", "pending")
    .where(sql<boolean>`(not ${open(["created"], cart_version)} or ${open(["captured"], cart_version)})`)
    .execute();

const endings = {
  paying_until: sql<
    string | null
  >`case when exists (select from payment p where p.seller_id = cart.seller_id and p.cart_id = cart.id and p.state = 'captured' and p.refunded + p.refunding < p.amount) then 'infinity'::timestamptz end`,
  version: sql<number>`version + 1`,
  expires_at: sql<string>`greatest(expires_at, app_now() + interval '5 minutes')`,
};

const versionEnds = ({ db, seller }: Db, cart_id: string, cart_version: number) =>
  db
    .updateTable("cart")
    .set(endings)
    .where("seller_id", "=", seller.id)
    .where("id", "=", cart_id)
    .where("version", "=", cart_version)
    .where("state", "=", "pending");

/**
 * After a payment that came to nothing the buyer gets at least five minutes to try again, and the cart a new version,
 * once all parts of the payment have ended. A payment for an older version of the cart has no say any more: the lease is
 * another's. A cart that money was taken for is kept.
 */
export const endLease = (ask: Db, cart_id: string, cart_version: number) =>
  versionEnds(ask, cart_id, cart_version)
    .where(sql<boolean>`not ${open(["created", "processing", "authorized"], cart_version)}`)
    .execute();

/** The same at once: what is still promised for this version is nobody's to take from now on. */
export const giveUpVersion = (ask: Db, cart_id: string, cart_version: number) =>
  versionEnds(ask, cart_id, cart_version).execute();

/**
 * Money of this cart goes back: what else is paid for it or under way keeps its lease, and so does a cart that is paid in
 * parts; else the clock counts again, and a payment of this version counts for nothing any more.
 */
export const endLeaseOfReturned = ({ db, seller }: Db, cart_id: string, cart_version: number) =>
  db
    .updateTable("cart")
    .set({
      paying_until: endings.paying_until,
      version: sql<number>`case version when ${cart_version} then version + 1 else version end`,
      expires_at: endings.expires_at,
    })
    .where("seller_id", "=", seller.id)
    .where("id", "=", cart_id)
    .where("state", "=", "pending")
    .where("part_paid", "=", false)
    .where(
      sql<boolean>`not exists (select from payment p where p.seller_id = cart.seller_id and p.cart_id = cart.id
        and p.cart_version <> ${cart_version} and p.cart_version = cart.version and p.state in ('created', 'processing', 'authorized'))`,
    )
    .execute();
