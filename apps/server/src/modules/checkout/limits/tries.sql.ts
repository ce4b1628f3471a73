import { sql } from "kysely";
import { paymentLimits } from "@foyer/contract/limits.ts";
import type { Database } from "../../../db/connections.ts";
import { byKeyFence, statement, type Pipeline } from "../../../db/statement.ts";

/** Longer than any provider is waited for: what is undecided by then is nobody's try any more. */
const undecidedSeconds = 25;

/** Refused by whoever was asked: not by us, and not for want of an answer. */
const declined = "p.state = 'failed' and p.failure !~ '^(never_reached|api_error|canceled|too_many_tries):'";

export type TryCounts = {
  readonly ofCart: number;
  readonly ofPlace: number;
  /** Of the place, undecided at this moment. */
  readonly asked: number;
  /** Seconds until the first of them is forgotten. */
  readonly wait: number;
  /** The cart has a payment that goes on: whoever asks about it tries nothing. */
  readonly live: boolean;
};

/** Whoever wants to pay for a cart, and from where; null where an address tells nobody apart. */
export type PaymentTry = { readonly cart_id: string; readonly clientNetwork: string | null };

const triesQuery = `
  select count(*) filter (where of_cart and declined) as "ofCart", count(*) filter (where of_place and declined) as "ofPlace",
    count(*) filter (where of_place and state = 'created' and created_at > app_now() - make_interval(secs => ${undecidedSeconds})) as asked,
    ceil(coalesce(extract(epoch from min(created_at) filter (where declined) - app_now()), 0) + ${paymentLimits.seconds})::int as wait,
    exists (select from payment where cart_id = who.cart_id and seller_id = $1
      and state in ('created', 'processing', 'authorized', 'captured') ${byKeyFence}) as live
  from unnest($2::uuid[], $3::text[]) with ordinality as who (cart_id, place, nth)
  left join lateral (
    select p.cart_id = who.cart_id as of_cart, coalesce(t.place = who.place, false) as of_place, t.created_at, ${declined} as declined, p.state
    from (
      (select payment_id, place, created_at from payment_try where seller_id = $1 and place = who.place
        and created_at > app_now() - make_interval(secs => ${paymentLimits.seconds}))
      union
      (select x.payment_id, x.place, x.created_at
       from (select id from payment where cart_id = who.cart_id and seller_id = $1 offset 0) own
       cross join lateral (select * from payment_try where seller_id = $1 and payment_id = own.id
         and created_at > app_now() - make_interval(secs => ${paymentLimits.seconds}) offset 0) x)) t
    cross join lateral (select * from payment where seller_id = $1 and id = t.payment_id offset 0) p) tried on true
  group by nth, who.cart_id order by nth`;

/** In the order asked for. */
export const countTries = (wire: Pipeline, seller_id: string, requested: readonly PaymentTry[]): Promise<TryCounts[]> =>
  requested.length === 0
    ? Promise.resolve([])
    : statement(wire, triesQuery, [
        seller_id,
        requested.map(({ cart_id }) => cart_id),
        requested.map(({ clientNetwork }) => clientNetwork),
      ]);

/** Whoever counts for a place counts alone, until their own try is among the others. Places in their order, so that nobody waits in a circle. */
export const lockTries = async (
  wire: Pipeline,
  seller_id: string,
  clientNetworks: readonly string[],
): Promise<void> => {
  if (clientNetworks.length === 0) return;
  await statement(
    wire,
    `select pg_advisory_xact_lock(p.key) from (
       select distinct hashtextextended('tries ' || $1::text || ' ' || place, 0) as key from unnest($2::text[]) as n (place) order by 1) p`,
    [seller_id, clientNetworks],
  );
};

/** A payment is one try, however many clicks ask for it. */
export const alreadyCounted = async (
  wire: Pipeline,
  seller_id: string,
  payment_ids: readonly string[],
): Promise<ReadonlySet<string>> => {
  const rows = await statement<{ payment_id: string }>(
    wire,
    "select payment_id from payment_try where seller_id = $1 and payment_id = any($2::uuid[])",
    [seller_id, payment_ids],
  );
  return new Set(rows.map(({ payment_id }) => payment_id));
};

export const insertTries = async (
  wire: Pipeline,
  seller_id: string,
  rows: readonly { readonly payment_id: string; readonly clientNetwork: string | null }[],
): Promise<void> => {
  if (rows.length === 0) return;
  await statement(
    wire,
    `insert into payment_try (seller_id, payment_id, place, created_at)
     select $1, n.payment_id, n.place, app_now() from unnest($2::uuid[], $3::text[]) as n (payment_id, place)
     on conflict (seller_id, payment_id) do nothing`,
    [seller_id, rows.map(({ payment_id }) => payment_id), rows.map(({ clientNetwork }) => clientNetwork)],
  );
};

/** Across sellers. */
export const deleteOldPaymentTries = (acrossSellers: Database) =>
  acrossSellers
    .deleteFrom("payment_try")
    .where(sql<boolean>`created_at < app_now() - make_interval(secs => ${paymentLimits.seconds})`)
    .execute();
