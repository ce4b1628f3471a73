import { sql } from "kysely";
import { paymentLimits } from "@foyer/contract/limits.ts";
import type { Database } from "../../db/connect.ts";
import { guardStands } from "../../db/faults.ts";
import type { Db } from "./checkout.sql.ts";

/** Longer than any provider is waited for: what is undecided by then is nobody's try any more. */
const askedSeconds = 25;

/** Refused by whoever was asked: not by us, and not for want of an answer. */
const declined = sql<boolean>`p.state = 'failed' and p.failure !~ '^(never_reached|api_error|canceled|too_many_tries):'`;

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

export const triesOf = async ({ db, seller }: Db, cart_id: string, place: string | null): Promise<Tries> => {
  const { rows } = await sql<Tries>`
    with tries as (
      select p.cart_id = ${cart_id}::uuid as of_cart, t.place = ${place} as of_place, t.created_at, ${declined} as declined, p.state
      from payment_try t join payment p on p.seller_id = t.seller_id and p.id = t.payment_id
      where t.seller_id = ${seller.id}::uuid and t.created_at > app_now() - make_interval(secs => ${paymentLimits.seconds})
        and (t.place = ${place} or t.payment_id in (select id from payment where seller_id = ${seller.id}::uuid and cart_id = ${cart_id}::uuid)))
    select count(*) filter (where of_cart and declined) as "ofCart", count(*) filter (where of_place and declined) as "ofPlace",
      count(*) filter (where of_place and state = 'created' and created_at > app_now() - make_interval(secs => ${askedSeconds})) as asked,
      ceil(coalesce(extract(epoch from min(created_at) filter (where declined) - app_now()), 0) + ${paymentLimits.seconds})::int as wait,
      exists (select from payment where seller_id = ${seller.id}::uuid and cart_id = ${cart_id}::uuid
        and state in ('created', 'processing', 'authorized', 'captured')) as live
    from tries`.execute(db);
  const [tries] = rows;
  if (!tries) throw new Error("A sum has a row.");
  return tries;
};

/** Whoever counts for a place counts alone, until their own try is among the others. */
export const lockTries = async ({ db, seller }: Db, place: string): Promise<void> => {
  if (guardStands("tries_lock"))
    await sql`select pg_advisory_xact_lock(hashtextextended(${`tries ${seller.id} ${place}`}, 0))`.execute(db);
};

/** A payment is one try, however many clicks ask for it. */
export const isTried = async ({ db, seller }: Db, payment_id: string): Promise<boolean> => {
  const found = await db
    .selectFrom("payment_try")
    .select("payment_id")
    .where("seller_id", "=", seller.id)
    .where("payment_id", "=", payment_id)
    .executeTakeFirst();
  return found !== undefined;
};
export const insertTry = ({ db, seller }: Db, payment_id: string, place: string | null) =>
  db
    .insertInto("payment_try")
    .values({ seller_id: seller.id, payment_id, place, created_at: sql<string>`app_now()` })
    .onConflict((oc) => oc.columns(["seller_id", "payment_id"]).doNothing())
    .execute();

/** Across sellers. */
export const forgetTries = (acrossSellers: Database) =>
  acrossSellers
    .deleteFrom("payment_try")
    .where(sql<boolean>`created_at < app_now() - make_interval(secs => ${paymentLimits.seconds})`)
    .execute();
