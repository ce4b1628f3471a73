import { sql } from "kysely";
import type { Database } from "../db/connections.ts";
import { freshPlanPrefix } from "../db/statements/statementNames.ts";
import { overdueCondition } from "../modules/cart/release/releaseHold.sql.ts";
import { isStale } from "../modules/checkout/reconcile/stalePayments.sql.ts";

/** Sellers with work for a job, by slug. Each query reads across all sellers. */
type DueSeller = { readonly slug: string };

export const sellersWithDueRenewals = (acrossSellers: Database): Promise<DueSeller[]> =>
  acrossSellers
    .selectFrom("auto_renewal as a")
    .innerJoin("seller as s", "s.id", "a.seller_id")
    .select("s.slug")
    .distinct()
    .where("a.state", "=", "scheduled")
    // A seller whose sales are suspended renews nothing until they resume.
    .where("s.suspended_at", "is", null)
    .where(({ fn, eb }) => eb("a.next_at", "<=", fn<string>("app_now", [])))
    .execute();

export const sellersWithOverdueCarts = async (acrossSellers: Database): Promise<{ readonly seller_id: string }[]> => {
  const { rows } = await sql<{ seller_id: string }>`
    select distinct c.seller_id from cart c
    where ${sql.raw(overdueCondition)} and (c.changes_order_id is not null or exists (
      select from ticket t where t.seller_id = c.seller_id and t.cart_id = c.id and t.state in ('held', 'in_cart')))`.execute(
    acrossSellers,
  );
  return rows;
};

export const sellersWithMethodsToDelete = (acrossSellers: Database): Promise<DueSeller[]> =>
  acrossSellers
    .selectFrom("payment_method_removal as f")
    .innerJoin("seller as s", "s.id", "f.seller_id")
    .select("s.slug")
    .distinct()
    .where("f.removed_at", "is", null)
    .where(sql<boolean>`f.next_at <= app_now()`)
    .execute();

export const sellersWithStalePayments = async (
  acrossSellers: Database,
  olderThanSeconds: number,
): Promise<DueSeller[]> => {
  // Planned each time: a plan from when the shop was new would scan all carts for each payment.
  const { rows } = await sql<DueSeller>`${sql.raw(freshPlanPrefix)}
    select distinct s.slug
    from payment p
    join cart c on c.seller_id = p.seller_id and c.id = p.cart_id
    join seller s on s.id = p.seller_id
    where p.ticket_order_id is null and ${isStale(olderThanSeconds)} and not (p.state = 'captured' and c.part_paid and p.cart_version < c.version)`.execute(
    acrossSellers,
  );
  return rows;
};

export const sellersWithStaleRefunds = (acrossSellers: Database, olderThanSeconds: number): Promise<DueSeller[]> =>
  acrossSellers
    .selectFrom("refund as r")
    .innerJoin("seller as s", "s.id", "r.seller_id")
    .select("s.slug")
    .distinct()
    .where("r.state", "in", ["created", "pending"])
    .where(sql<boolean>`r.updated_at < app_now() - make_interval(secs => ${olderThanSeconds})`)
    .execute();

/**
 * Sellers with a cancelled session whose buyers have not been notified yet, or with one that was reinstated after they
 * were notified.
 */
export const sellersWithCancelledSessions = async (acrossSellers: Database): Promise<DueSeller[]> => {
  const { rows } = await sql<DueSeller>`
    select slug from seller where preview_of is null and id in (
      select seller_id from event_session where cancelled and buyers_told_at is null
      union select seller_id from event_session where not cancelled and buyers_told_at is not null)`.execute(
    acrossSellers,
  );
  return rows;
};

/** Sellers with orders that must be indexed. */
export const sellersWithOrdersToIndex = (acrossSellers: Database): Promise<(DueSeller & { readonly id: string })[]> =>
  acrossSellers
    .selectFrom("order_search_due as d")
    .innerJoin("seller as s", "s.id", "d.seller_id")
    .select(["s.id", "s.slug"])
    .distinct()
    .where("s.preview_of", "is", null)
    .orderBy("s.slug")
    .execute();

/** Sellers with a running bulk job. */
export const sellersWithBulkJobs = (acrossSellers: Database): Promise<DueSeller[]> =>
  acrossSellers
    .selectFrom("bulk_job as j")
    .innerJoin("seller as s", "s.id", "j.seller_id")
    .select("s.slug")
    .distinct()
    .where("j.state", "=", "running")
    .execute();

/** Sellers with gift cards to create. */
export const sellersWithGiftCardBatches = (acrossSellers: Database): Promise<DueSeller[]> =>
  acrossSellers
    .selectFrom("gift_card_batch as b")
    .innerJoin("seller as s", "s.id", "b.seller_id")
    .select("s.slug")
    .distinct()
    .where("b.ended_at", "is", null)
    .execute();

/** Sellers with promo codes to create. */
export const sellersWithCodeBatches = (acrossSellers: Database): Promise<DueSeller[]> =>
  acrossSellers
    .selectFrom("code_batch as b")
    .innerJoin("seller as s", "s.id", "b.seller_id")
    .select("s.slug")
    .distinct()
    .where("b.ended_at", "is", null)
    .execute();

/** Sellers with their own keys at a payment provider. */
export const sellersWithGatewayKeys = (acrossSellers: Database): Promise<DueSeller[]> =>
  acrossSellers
    .selectFrom("payment_keys as k")
    .innerJoin("seller as s", "s.id", "k.seller_id")
    .select("s.slug")
    .distinct()
    .orderBy("s.slug")
    .execute();

/** Sellers where somebody subscribed to e-mails about money, and has not received one for a day. */
export const sellersWithMoneyNotices = (acrossSellers: Database): Promise<DueSeller[]> =>
  acrossSellers
    .selectFrom("money_notice as n")
    .innerJoin("seller as s", "s.id", "n.seller_id")
    .select("s.slug")
    .distinct()
    .where(sql<boolean>`(n.sent_at is null or n.sent_at < app_now() - interval '1 day')`)
    .execute();

/** Sellers where somebody has a saved report mailed, and has not received one today in the seller's time zone. */
export const sellersWithMailedReports = async (acrossSellers: Database): Promise<DueSeller[]> => {
  const { rows } = await sql<DueSeller>`
    select distinct s.slug from report_choice c join seller s on s.id = c.seller_id
    where c.mailed_every is not null and c.mailed_on < (app_now() at time zone s.timezone)::date
    order by s.slug`.execute(acrossSellers);
  return rows;
};

/**
 * Sellers whose payouts are due to be listed: those with keys at a provider, or with payments of the test gateway. Also
 * those with a payout whose rows have not all been read.
 */
export const sellersWithPayouts = async (acrossSellers: Database, everySeconds: number): Promise<DueSeller[]> => {
  const { rows } = await sql<DueSeller>`
    select slug from seller
    where preview_of is null and id in (select seller_id from payment_keys union select seller_id from test_gateway_intent)
      and id not in (select seller_id from payout_reading where checked_at > app_now() - make_interval(secs => ${everySeconds}))
    union
    select s.slug from provider_payout w join seller s on s.id = w.seller_id
    where w.names_rows = 'all' and w.rows_read_at is null
    order by slug`.execute(acrossSellers);
  return rows;
};

export const sellersWithPastToJournal = (acrossSellers: Database): Promise<DueSeller[]> =>
  acrossSellers
    .selectFrom("journal_backfill as b")
    .innerJoin("seller as s", "s.id", "b.seller_id")
    .select("s.slug")
    .distinct()
    .where(({ fn, eb }) => eb("b.due_at", "<=", fn<string>("app_now", [])))
    .execute();
