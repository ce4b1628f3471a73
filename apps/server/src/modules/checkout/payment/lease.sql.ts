import { sql } from "kysely";
import { byKeyFence, statement, type Pipeline } from "../../../db/statement.ts";
import type { SellerDb } from "../checkout.sql.ts";

/** How long a buyer may take at their bank before the cart is let go (security.md F12). */
export const leaseSeconds = 600;

/** While money is under way carts neither change nor expire. Those that are leased for longer already stay as they are. */
export const leaseCarts = async (wire: Pipeline, seller_id: string, cart_ids: readonly string[]): Promise<void> => {
  if (cart_ids.length === 0) return;
  await statement(
    wire,
    `update cart set paying_until = greatest(coalesce(paying_until, app_now()), app_now() + make_interval(secs => $3))
     where seller_id = $1 and id = any($2::uuid[]) and state = 'pending'`,
    [seller_id, cart_ids, leaseSeconds],
  );
};

/** A cart and the version of it that is paid for. */
export type CartVersion = { readonly cart_id: string; readonly cart_version: number };

/** A payment of this version of the cart whose end is not known: nobody has promised its money, or nobody has taken it. */
const hasPaymentIn = (
  states: readonly string[],
) => `exists (select from payment p where p.seller_id = cart.seller_id and p.cart_id = cart.id
  and p.cart_version = w.version and p.state in (${states.map((state) => `'${state}'`).join(", ")}) ${byKeyFence})`;

const updateVersions = async (
  { wire, seller_id, text }: { readonly wire: Pipeline; readonly seller_id: string; readonly text: string },
  carts: readonly CartVersion[],
): Promise<void> => {
  if (carts.length === 0) return;
  await statement(wire, text, [
    seller_id,
    carts.map(({ cart_id }) => cart_id),
    carts.map(({ cart_version }) => cart_version),
  ]);
};
const matchingVersion = `from unnest($2::uuid[], $3::int[]) as w (id, version)
  where cart.seller_id = $1 and cart.id = any($2::uuid[]) and cart.id = w.id and cart.version = w.version and cart.state = 'pending'`;

/**
 * A promise was made or money is clearing: whatever the clock says, the tickets are not let go before it is decided.
 * Whoever captures, voids or books ends this; the settling job does when nobody else comes. Only for the version that
 * is paid for: a payment for an older one holds nothing. While another part of the payment is still asked for, at a bank
 * perhaps, the clock goes on.
 */
export const leaseUntilSettled = (wire: Pipeline, seller_id: string, carts: readonly CartVersion[]): Promise<void> =>
  updateVersions({ wire, seller_id, text: leaseUntilSettledQuery }, carts);
const leaseUntilSettledQuery = `update cart set paying_until = 'infinity' ${matchingVersion}
  and (not ${hasPaymentIn(["created"])} or ${hasPaymentIn(["captured"])})`;

const remainingLease = `case when exists (select from payment p where p.seller_id = cart.seller_id and p.cart_id = cart.id and p.state = 'captured' and p.refunded + p.refunding < p.amount ${byKeyFence}) then 'infinity'::timestamptz end`;
const retryExpiry = `greatest(expires_at, app_now() + interval '5 minutes')`;
const endVersion = `update cart set paying_until = ${remainingLease}, version = cart.version + 1, expires_at = ${retryExpiry} ${matchingVersion}`;
const endVersionWithLastPayment = `${endVersion} and not ${hasPaymentIn(["created", "processing", "authorized"])}`;

/**
 * After a payment that came to nothing the buyer gets at least five minutes to try again, and the cart a new version,
 * once all parts of the payment have ended. A payment for an older version of the cart has no say any more: the lease is
 * another's. A cart that money was taken for is kept.
 */
export const endLease = (wire: Pipeline, seller_id: string, carts: readonly CartVersion[]): Promise<void> =>
  updateVersions({ wire, seller_id, text: endVersionWithLastPayment }, carts);

/** The same at once: what is still promised for this version is nobody's to take from now on. */
export const abandonVersion = (wire: Pipeline, seller_id: string, cart: CartVersion): Promise<void> =>
  updateVersions({ wire, seller_id, text: endVersion }, [cart]);

/**
 * Money of this cart goes back: what else is paid for it or under way keeps its lease, and so does a cart that is paid in
 * parts; else the clock counts again, and a payment of this version counts for nothing any more.
 */
export const endLeaseAfterRefund = ({ db, seller }: SellerDb, cart_id: string, cart_version: number) =>
  db
    .updateTable("cart")
    .set({
      paying_until: sql<string | null>`${sql.raw(remainingLease)}`,
      version: sql<number>`case version when ${cart_version} then version + 1 else version end`,
      expires_at: sql<string>`${sql.raw(retryExpiry)}`,
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
