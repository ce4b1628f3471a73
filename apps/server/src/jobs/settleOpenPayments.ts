import { sql } from "kysely";
import type { Seller } from "@foyer/contract/shop/seller.ts";
import type { Connections } from "../db/connections.ts";
import { settleRefunds } from "../modules/checkout/refund/refundPayment.ts";
import { settlePayments } from "../modules/checkout/reconcile/settlePayments.ts";
import { isStale } from "../modules/checkout/reconcile/stalePayments.sql.ts";
import { deleteOldPaymentTries } from "../modules/checkout/limits/tries.sql.ts";
import { reconcileProvider, reconcileSeconds } from "../modules/checkout/reconcile/reconcileProvider.ts";
import type { RequestContext } from "../http/requestContext.ts";
import type { Providers } from "../providers/providers.ts";

export type PaymentJobContext = {
  readonly connections: Connections;
  readonly providers: Providers;
  readonly findSeller: (slug: string) => Promise<Seller | undefined>;
  readonly log: RequestContext["log"];
};

/** Payments left alone longer than this are looked after; a buyer at work is not disturbed. */
export const strayAfterSeconds = 30;

/** Every seller with something to do, one after the other: what fails at one is tried again at its next turn. */
const forEachSeller = async (
  { connections, providers, findSeller, log }: PaymentJobContext,
  slugs: readonly { slug: string }[],
  work: (shop: Parameters<typeof settlePayments>[0]) => Promise<number>,
): Promise<number> => {
  let done = 0;
  for (const { slug } of slugs) {
    try {
      const seller = await findSeller(slug);
      if (seller) done += await work({ db: connections.forSeller(seller.id), seller, providers, log });
    } catch (error) {
      log.error({ seller: slug, err: error instanceof Error ? error.message : String(error) }, "not settled yet");
    }
  }
  return done;
};

/** Settles the stray payments of every seller that has some, and the refunds that nobody finished with. */
export const settleOpenPayments = async (
  deps: PaymentJobContext,
  olderThanSeconds = strayAfterSeconds,
): Promise<number> => {
  const db = deps.connections.acrossSellers();
  // Each cart by its key: a plan that was made while a shop was new would look at all of them for each payment.
  const { rows: payments } = await sql<{ slug: string }>`
    select distinct s.slug
    from (select * from payment p where p.ticket_order_id is null and ${isStale(olderThanSeconds)} offset 0) p
    cross join lateral (select * from cart where seller_id = p.seller_id and id = p.cart_id offset 0) c
    join seller s on s.id = p.seller_id
    where not (p.state = 'captured' and c.part_paid and p.cart_version < c.version)`.execute(db);
  const refunds = await db
    .selectFrom("refund as r")
    .innerJoin("seller as s", "s.id", "r.seller_id")
    .select("s.slug")
    .distinct()
    .where("r.state", "in", ["created", "pending"])
    .where(sql<boolean>`r.updated_at < app_now() - make_interval(secs => ${olderThanSeconds})`)
    .execute();
  return (
    (await forEachSeller(deps, payments, (shop) => settlePayments(shop, olderThanSeconds))) +
    (await forEachSeller(deps, refunds, (shop) => settleRefunds(shop, olderThanSeconds)))
  );
};

/** Asks the providers of all sellers what they gave back and what is disputed, each at most every few minutes. */
export const reconcileProviders = async (deps: PaymentJobContext, everySeconds = reconcileSeconds): Promise<number> => {
  const sellers = await deps.connections
    .acrossSellers()
    .selectFrom("payment_keys as k")
    .innerJoin("seller as s", "s.id", "k.seller_id")
    .select("s.slug")
    .distinct()
    .execute();
  await deleteOldPaymentTries(deps.connections.acrossSellers());
  return forEachSeller(deps, sellers, (shop) => reconcileProvider(shop, everySeconds));
};
