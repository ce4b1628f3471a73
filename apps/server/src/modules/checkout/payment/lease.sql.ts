import { sql } from "kysely";
import { optimizationFence, sqlOfSeller, statement, type Pipeline } from "../../../db/statements/statement.ts";
import type { SellerDb } from "../context.ts";

/** How long, in seconds, a payer may take at their bank before the cart expires. */
export const leaseSeconds = 600;

/** Leases carts: a leased cart neither changes nor expires. A longer lease is kept. */
export const leaseCarts = async (pipeline: Pipeline, seller_id: string, cart_ids: readonly string[]): Promise<void> => {
  if (cart_ids.length === 0) return;
  await statement(
    pipeline,
    `update cart set leased_until = greatest(coalesce(leased_until, app_now()), app_now() + make_interval(secs => $3))
     where seller_id = $1 and id = any($2::uuid[]) and state = 'pending'`,
    [seller_id, cart_ids, leaseSeconds],
  );
};

export type CartVersion = { readonly cart_id: string; readonly cart_version: number };

const hasPaymentIn = (
  states: readonly string[],
) => `exists (select from payment p where p.seller_id = $1 and p.cart_id = cart.id
  and p.cart_version = w.version and p.state in (${states.map((state) => `'${state}'`).join(", ")}) ${optimizationFence})`;

const updateVersions = async (
  { pipeline, seller_id, text }: { readonly pipeline: Pipeline; readonly seller_id: string; readonly text: string },
  carts: readonly CartVersion[],
): Promise<void> => {
  if (carts.length === 0) return;
  await statement(pipeline, text, [
    seller_id,
    carts.map(({ cart_id }) => cart_id),
    carts.map(({ cart_version }) => cart_version),
  ]);
};
const matchingVersion = `from unnest($2::uuid[], $3::int[]) as w (id, version)
  where cart.seller_id = $1 and cart.id = any($2::uuid[]) and cart.id = w.id and cart.version = w.version and cart.state = 'pending'`;

/**
 * Leases carts without an end while a payment is authorized or processing. Capturing, voiding or booking ends the lease,
 * by the settling job at the latest. A payment for an older version leases nothing. While another payment of the attempt
 * is only created, perhaps at a bank, the cart can still expire.
 */
export const leaseUntilSettled = (
  pipeline: Pipeline,
  seller_id: string,
  carts: readonly CartVersion[],
): Promise<void> => updateVersions({ pipeline, seller_id, text: leaseUntilSettledQuery }, carts);
const leaseUntilSettledQuery = `update cart set leased_until = 'infinity' ${matchingVersion}
  and (not ${hasPaymentIn(["created"])} or ${hasPaymentIn(["captured"])})`;

const remainingLease = `(select 'infinity'::timestamptz from payment p where p.seller_id = $1 and p.cart_id = cart.id and p.state = 'captured' and p.refunded + p.refunding < p.amount limit 1)`;
const retryExpiry = `greatest(expires_at, app_now() + interval '5 minutes')`;
const endVersion = `update cart set leased_until = ${remainingLease}, version = cart.version + 1, expires_at = ${retryExpiry} ${matchingVersion}`;
const endVersionWithLastPayment = `${endVersion} and not ${hasPaymentIn(["created", "processing", "authorized"])}`;

/**
 * Once all payments of an attempt have ended, gives the cart a new version and the buyer at least five minutes to try
 * again. A payment for an older version changes nothing. A cart with a captured payment keeps its lease.
 */
export const endLease = (pipeline: Pipeline, seller_id: string, carts: readonly CartVersion[]): Promise<void> =>
  updateVersions({ pipeline, seller_id, text: endVersionWithLastPayment }, carts);

/** The same immediately: authorizations for this version may no longer be captured. */
export const abandonVersion = (pipeline: Pipeline, seller_id: string, cart: CartVersion): Promise<void> =>
  updateVersions({ pipeline, seller_id, text: endVersion }, [cart]);

/**
 * Ends the lease of a cart whose payment is refunded, unless another payment or a payment plan needs it. Payments for
 * this version no longer count.
 */
export const endLeaseAfterRefund = ({ db, seller }: SellerDb, cart_id: string, cart_version: number) =>
  db
    .updateTable("cart")
    .set({
      leased_until: sqlOfSeller<string | null>(remainingLease, seller.id),
      version: sql<number>`case when version = ${cart_version}::int then version + 1 else version end`,
      expires_at: sql<string>`${sql.raw(retryExpiry)}`,
    })
    .where("seller_id", "=", seller.id)
    .where("id", "=", cart_id)
    .where("state", "=", "pending")
    .where("part_paid", "=", false)
    .where(
      sql<boolean>`not exists (select from payment p where p.seller_id = ${seller.id} and p.cart_id = cart.id
        and p.cart_version <> ${cart_version} and p.cart_version = cart.version and p.state in ('created', 'processing', 'authorized'))`,
    )
    .execute();
