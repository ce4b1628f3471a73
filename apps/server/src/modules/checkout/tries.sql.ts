import { sql } from "kysely";
import { paymentLimits } from "@foyer/contract/limits.ts";
import type { Database } from "../../db/connect.ts";
import { guardStands } from "../../db/faults.ts";
import { byItsKey, statement, type Wire } from "../../db/statement.ts";

/** Longer than any provider is waited for: what is undecided by then is nobody's try any more. */
const askedSeconds = 25;

/** Refused by whoever was asked: not by us, and not for want of an answer. */
const declined = "p.state = 'failed' and p.failure !~ '^(never_reached|api_error|canceled|too_many_tries):'";

export type Tries = {
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
export type Trying = { readonly cart_id: string; readonly place: string | null };

const tries = `
  select count(*) filter (where of_cart and declined) as "ofCart", count(*) filter (where of_place and declined) as "ofPlace",
    count(*) filter (where of_place and state = 'created' and created_at > app_now() - make_interval(secs => ${askedSeconds})) as asked,
    ceil(coalesce(extract(epoch from min(created_at) filter (where declined) - app_now()), 0) + ${paymentLimits.seconds})::int as wait,
    exists (select from payment where cart_id = who.cart_id and seller_id = $1
      and state in ('created', 'processing', 'authorized', 'captured') ${byItsKey}) as live
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
export const triesOf = (wire: Wire, seller_id: string, trying: readonly Trying[]): Promise<Tries[]> =>
  trying.length === 0
    ? Promise.resolve([])
    : statement(wire, tries, [seller_id, trying.map(({ cart_id }) => cart_id), trying.map(({ place }) => place)]);

/** Whoever counts for a place counts alone, until their own try is among the others. Places in their order, so that nobody waits in a circle. */
export const lockTries = async (wire: Wire, seller_id: string, places: readonly string[]): Promise<void> => {
  if (places.length === 0 || !guardStands("tries_lock")) return;
  await statement(
    wire,
    `select pg_advisory_xact_lock(p.key) from (
       select distinct hashtextextended('tries ' || $1::text || ' ' || place, 0) as key from unnest($2::text[]) as n (place) order by 1) p`,
    [seller_id, places],
  );
};

/** A payment is one try, however many clicks ask for it. */
export const triedAmong = async (
  wire: Wire,
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
  wire: Wire,
  seller_id: string,
  given: readonly { readonly payment_id: string; readonly place: string | null }[],
): Promise<void> => {
  if (given.length === 0) return;
  await statement(
    wire,
    `insert into payment_try (seller_id, payment_id, place, created_at)
     select $1, n.payment_id, n.place, app_now() from unnest($2::uuid[], $3::text[]) as n (payment_id, place)
     on conflict (seller_id, payment_id) do nothing`,
    [seller_id, given.map(({ payment_id }) => payment_id), given.map(({ place }) => place)],
  );
};

/** Across sellers. */
export const forgetTries = (acrossSellers: Database) =>
  acrossSellers
    .deleteFrom("payment_try")
    .where(sql<boolean>`created_at < app_now() - make_interval(secs => ${paymentLimits.seconds})`)
    .execute();
