import { sql } from "kysely";
import type { ReviewReason } from "@foyer/contract/office/money/money.ts";
import type { Database } from "../../../db/connections.ts";
import type { SellerDb } from "../context.ts";

export type PaymentForReview = {
  slug: string;
  payment_id: string;
  reason: ReviewReason;
  since: string;
  /** What the reason is about, in minor units: at most the payment's amount, or what is overdue. */
  sum: number;
  gateway_id: string;
  state: string;
  amount: number;
  refunded: number;
  refunding: number;
  currency: string;
  order_number: number | null;
  cart_number: number;
  has_order: boolean;
  /** How many reports of its money the provider has sent: captures, refunds, disputes. */
  reported: number;
  /** The provider's reason, or the number of the cart. */
  detail: string | null;
};

/** Debits take up to two weeks. */
const underWayDays = 14;
/** Captured payments without an order are normally settled within this time. */
const settlingMinutes = 90;
/** Gives the payer time to remember an instalment. */
const overdueDays = 7;

/** The time in the id of a report `a` (UUIDv7). PostgreSQL 15 has no function for it. */
const idTime = "to_timestamp(('x' || replace(left(a.id::text, 13), '-', ''))::bit(48)::bigint / 1000.0)";
/**
 * When a report `a` became known here: the time in its id, since its own time is the provider's, and a dispute is reported
 * minutes or days after it began. Ids of earlier releases are random, so that another time than one between the two is
 * none.
 */
const knownSince = sql.raw(
  `case when ${idTime} between a.occurred_on and app_now() then ${idTime} else a.occurred_on end`,
);

/** Payments that need manual review, oldest first, without personal data. `seller_id` restricts them to one seller. */
export const paymentsForReview = async (db: Database, seller_id?: string): Promise<PaymentForReview[]> => {
  // Repeated in each case, so that an index by seller is used, and for each table, so that a cluster queries only one
  // node.
  const seller = sql`${seller_id}::uuid`;
  const isOfSeller = (table: string) =>
    seller_id === undefined ? sql`true` : sql`${sql.ref(`${table}.seller_id`)} = ${seller}`;
  const isOfSellerOf = (table: string, outer: string) =>
    seller_id === undefined
      ? sql`${sql.ref(`${table}.seller_id`)} = ${sql.ref(`${outer}.seller_id`)}`
      : sql`${sql.ref(`${table}.seller_id`)} = ${seller}`;
  const { rows } = await sql<PaymentForReview>`
    with cases as (
      select p.seller_id, p.id, 'no_order' as reason, p.updated_at as since, null as detail, p.updated_at as known_since,
        p.amount - p.refunded - p.refunding as sum from payment p
      join cart c on c.seller_id = p.seller_id and c.id = p.cart_id
      where ${isOfSeller("p")} and p.state = 'captured' and p.ticket_order_id is null and p.refunded + p.refunding < p.amount
        and not (c.state = 'pending' and c.part_paid and p.cart_version < c.version)
        and coalesce((select min(a.occurred_on) from payment_audit a where ${isOfSellerOf("a", "p")} and a.payment_id = p.id and a.audit_action = 'capture'), p.created_at)
          < app_now() - make_interval(mins => ${settlingMinutes})
      union all
      select f.seller_id, f.payment_id, 'refund_failed', max(f.updated_at), max(f.failure), max(f.updated_at),
        (sum(f.amount) - max(f.later))::bigint
      from (
        select r.seller_id, r.payment_id, r.amount, r.updated_at, r.failure, (select coalesce(sum(x.amount), 0) from refund x
          where ${isOfSellerOf("x", "r")} and x.payment_id = r.payment_id and x.state <> 'failed' and x.created_at > r.created_at) as later
        from refund r
        where ${isOfSeller("r")} and r.state = 'failed' and r.replaced_by is null and r.gift_card_account_id is null
          and r.repaid_elsewhere is null) f
      where f.amount > f.later
      group by 1, 2
      union all
      select a.seller_id, a.payment_id, 'dispute', a.occurred_on, a.provider_ref, ${knownSince}, a.amount from payment_audit a
      where ${isOfSeller("a")} and a.audit_action = 'dispute_opened' and not exists (select from payment_audit b where ${isOfSellerOf("b", "a")}
        and b.payment_id = a.payment_id and b.provider_ref = a.provider_ref and b.audit_action = 'dispute_closed')
      union all
      select r.seller_id, r.payment_id, 'part_given_back', max(r.updated_at), null, max(r.updated_at), sum(r.amount)::bigint from refund r
      join payment p on p.seller_id = r.seller_id and p.id = r.payment_id
      where ${isOfSeller("r")} and r.reason = 'external' and r.state = 'succeeded' and p.state = 'captured' and p.ticket_order_id is not null
      group by 1, 2
      union all
      select p.seller_id, p.id, 'used_given_back', p.updated_at, null, p.updated_at, p.refunded from payment p
      where ${isOfSeller("p")} and p.state = 'refunded' and exists (select from ticket t where ${isOfSellerOf("t", "p")} and t.ticket_order_id = p.ticket_order_id and t.state = 'redeemed')
        and not exists (select from payment o where ${isOfSellerOf("o", "p")} and o.ticket_order_id = p.ticket_order_id and o.state = 'captured')
      union all
      select late.seller_id, (select p.id from payment p where ${isOfSellerOf("p", "late")} and p.cart_id = late.id and p.state = 'captured'
          order by p.created_at desc, p.id limit 1), 'overdue', late.since, 'cart ' || late.cart_number, late.since + make_interval(days => 1),
        (late.due - late.paid)::bigint
      from (
        select c.seller_id, c.id, c.cart_number, (select coalesce(sum(p.amount - p.refunded - p.refunding), 0) from payment p
            where ${isOfSellerOf("p", "c")} and p.cart_id = c.id and p.state = 'captured') as paid, max(s.due_date + ${overdueDays}::int)::timestamptz as since, sum(s.amount) as due
        from cart c join scheduled_payment s on s.seller_id = c.seller_id and s.cart_id = c.id
        where ${isOfSeller("c")} and c.state = 'pending' and c.part_paid and s.due_date + ${overdueDays}::int < app_now()::date
        group by 1, 2, 3) late
      where late.due > late.paid
      union all
      select p.seller_id, p.id, 'under_way', p.created_at, null, p.created_at + make_interval(days => ${underWayDays}), p.amount from payment p
      where ${isOfSeller("p")} and p.state = 'processing' and p.created_at < app_now() - make_interval(days => ${underWayDays}))
    select s.slug, p.id as payment_id, k.reason, k.since, k.sum, p.gateway_id, p.state, p.amount, p.refunded, p.refunding, p.currency, o.order_number, k.detail, c.cart_number, p.ticket_order_id is not null as has_order,
      (select count(*)::int from payment_audit a where ${isOfSellerOf("a", "p")} and a.payment_id = p.id) as reported
    from cases k
    join payment p on p.seller_id = k.seller_id and p.id = k.id
    join seller s on s.id = p.seller_id
    join cart c on c.seller_id = p.seller_id and c.id = p.cart_id
    left join ticket_order o on o.seller_id = p.seller_id and o.id = p.ticket_order_id
    where ${isOfSeller("p")} and s.preview_of is null and (p.seen_at is null or k.known_since > p.seen_at)
    order by k.since, p.id, k.reason`.execute(db);
  return rows;
};

export const sellerOfPayment = (acrossSellers: Database, payment_id: string) =>
  acrossSellers
    .selectFrom("payment as p")
    .innerJoin("seller as s", "s.id", "p.seller_id")
    .select(["s.slug", "p.currency"])
    .where("p.id", "=", payment_id)
    .executeTakeFirst();

/** Takes a payment off the list until something new happens to it. */
export const markReviewed = ({ db, seller }: SellerDb, payment_id: string) =>
  db
    .updateTable("payment")
    .set({ seen_at: sql<string>`app_now()` })
    .where("seller_id", "=", seller.id)
    .where("id", "=", payment_id)
    .execute();
