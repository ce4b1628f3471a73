import { sql } from "kysely";
import { paymentLimits } from "@foyer/contract/limits.ts";
import type { Database } from "../../../db/connections.ts";
import type { SellerDb } from "../context.ts";
import { lockSlots } from "../../../db/lockSlots.sql.ts";
import { optimizationFence, statement, type Pipeline } from "../../../db/statements/statement.ts";

/** Longer than any call to a provider. A payment that is still undecided after this time no longer counts. */
const undecidedSeconds = 25;

/** Declined by the provider, as opposed to refused by this application or lost without an answer. */
const declined = "p.state = 'failed' and p.failure !~ '^(never_reached|api_error|canceled|too_many_tries):'";

export type TryCounts = {
  readonly declinedOfCart: number;
  /** Different cards, as far as the provider distinguishes them. */
  readonly declinedCardsOfCart: number;
  /** Declines of the card that is tried, or of the cart if the provider does not tell which card it is. */
  readonly declinedOfCard: number;
  readonly declinedOfNetwork: number;
  readonly undecidedOfNetwork: number;
  /** Whole seconds since the last decline of the same card; 0 without one. */
  readonly sinceLastOfCard: number;
  /** Seconds until the oldest declined try stops counting. */
  readonly retryAfter: number;
  /** The cart has a payment in progress, so a repeated request is not a new try. */
  readonly hasLivePayment: boolean;
};

/** `clientNetwork` is null if the address identifies nobody. */
export type PaymentTry = {
  readonly cart_id: string;
  readonly clientNetwork: string | null;
  /** The card's fingerprint, see `cardFingerprint`; null if unknown. */
  readonly fingerprint: string | null;
};

const triesQuery = `
  select count(*) filter (where of_cart and declined) as "declinedOfCart", count(*) filter (where of_network and declined) as "declinedOfNetwork",
    count(distinct fingerprint) filter (where of_cart and declined) as "declinedCardsOfCart",
    count(*) filter (where of_card and (declined or undecided and not of_cart)) as "declinedOfCard",
    count(*) filter (where of_network and undecided) as "undecidedOfNetwork",
    floor(coalesce(extract(epoch from app_now() - max(created_at) filter (where of_card and declined)), 0))::int as "sinceLastOfCard",
    ceil(coalesce(extract(epoch from min(created_at) filter (where declined and (of_cart or of_network)) - app_now()), 0) + ${paymentLimits.seconds})::int as "retryAfter",
    exists (select from payment where cart_id = who.cart_id and seller_id = $1
      and state in ('created', 'processing', 'authorized', 'captured') ${optimizationFence}) as "hasLivePayment"
  from unnest($2::uuid[], $3::text[], $4::text[]) with ordinality as who (cart_id, network, card, nth)
  left join lateral (
    select p.cart_id = who.cart_id as of_cart, coalesce(t.client_network = who.network, false) as of_network, t.created_at, ${declined} as declined,
      coalesce(t.fingerprint = who.card, p.cart_id = who.cart_id) as of_card, t.fingerprint,
      p.state = 'created' and t.created_at > app_now() - make_interval(secs => ${undecidedSeconds}) as undecided
    from (
      (select payment_id, client_network, fingerprint, created_at from payment_attempt where seller_id = $1 and client_network = who.network
        and created_at > app_now() - make_interval(secs => ${paymentLimits.seconds}))
      union
      (select payment_id, client_network, fingerprint, created_at from payment_attempt where seller_id = $1 and fingerprint = who.card
        and created_at > app_now() - make_interval(secs => ${paymentLimits.seconds}))
      union
      (select x.payment_id, x.client_network, x.fingerprint, x.created_at
       from (select id from payment where cart_id = who.cart_id and seller_id = $1 offset 0) own
       cross join lateral (select * from payment_attempt where seller_id = $1 and payment_id = own.id
         and created_at > app_now() - make_interval(secs => ${paymentLimits.seconds}) offset 0) x)) t
    cross join lateral (select * from payment where seller_id = $1 and id = t.payment_id offset 0) p) tried on true
  group by nth, who.cart_id order by nth`;

/** In the order of `requested`. */
export const countTries = (
  pipeline: Pipeline,
  seller_id: string,
  requested: readonly PaymentTry[],
): Promise<TryCounts[]> =>
  requested.length === 0
    ? Promise.resolve([])
    : statement(pipeline, triesQuery, [
        seller_id,
        requested.map(({ cart_id }) => cart_id),
        requested.map(({ clientNetwork }) => clientNetwork),
        requested.map(({ fingerprint }) => fingerprint),
      ]);

/** The keys whose tries are counted one after another: the network and the card, if known. */
export const tryKeys = ({ clientNetwork, fingerprint }: Omit<PaymentTry, "cart_id">): readonly string[] =>
  [clientNetwork, fingerprint].filter((key) => key !== null);

/** Locks keys until the new try is inserted, so that their tries are counted one after another. */
export const lockTries = (pipeline: Pipeline, seller_id: string, keys: readonly string[]): Promise<void> =>
  lockSlots(pipeline, seller_id, "payment_try", keys);

/** A payment counts as one try, however often its request is repeated. */
export const alreadyCounted = async (
  pipeline: Pipeline,
  seller_id: string,
  payment_ids: readonly string[],
): Promise<ReadonlySet<string>> => {
  const rows = await statement<{ payment_id: string }>(
    pipeline,
    "select payment_id from payment_attempt where seller_id = $1 and payment_id = any($2::uuid[])",
    [seller_id, payment_ids],
  );
  return new Set(rows.map(({ payment_id }) => payment_id));
};

export type CountedTry = Omit<PaymentTry, "cart_id"> & { readonly payment_id: string };

export const insertTries = async (
  pipeline: Pipeline,
  seller_id: string,
  rows: readonly CountedTry[],
): Promise<void> => {
  if (rows.length === 0) return;
  await statement(
    pipeline,
    `insert into payment_attempt (seller_id, payment_id, client_network, fingerprint, created_at)
     select $1, n.payment_id, n.client_network, n.fingerprint, app_now()
     from unnest($2::uuid[], $3::text[], $4::text[]) as n (payment_id, client_network, fingerprint)
     on conflict (seller_id, payment_id) do nothing`,
    [
      seller_id,
      rows.map(({ payment_id }) => payment_id),
      rows.map(({ clientNetwork }) => clientNetwork),
      rows.map(({ fingerprint }) => fingerprint),
    ],
  );
};

/** Stores which card a try was made with, if only its decline revealed the card. */
export const storeFingerprint = ({ db, seller }: SellerDb, payment_id: string, fingerprint: string) =>
  db
    .updateTable("payment_attempt")
    .set({ fingerprint })
    .where("seller_id", "=", seller.id)
    .where("payment_id", "=", payment_id)
    .where("fingerprint", "is", null)
    .execute();

/** Deletes tries of all sellers. */
export const deleteOldPaymentTries = (acrossSellers: Database) =>
  acrossSellers
    .deleteFrom("payment_attempt")
    .where(sql<boolean>`created_at < app_now() - make_interval(secs => ${paymentLimits.seconds})`)
    .execute();
