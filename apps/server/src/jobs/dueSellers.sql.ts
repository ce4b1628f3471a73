import { sql } from "kysely";
import type { Database } from "../db/connections.ts";
import { freshPlanPrefix } from "../db/statementNames.ts";
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

/** Sellers with a cancelled session whose buyers are not notified yet, or with one that takes place after they were notified. */
export const sellersWithCancelledSessions = async (acrossSellers: Database): Promise<DueSeller[]> => {
  const { rows } = await sql<DueSeller>`
    select slug from seller where id in (
      select seller_id from event_session where cancelled and buyers_told_at is null
      union select seller_id from event_session where not cancelled and buyers_told_at is not null)`.execute(
    acrossSellers,
  );
  return rows;
};

/** Sellers with orders whose words are to be written. */
export const sellersWithOrdersToIndex = (acrossSellers: Database): Promise<DueSeller[]> =>
  acrossSellers
    .selectFrom("order_search_due as d")
    .innerJoin("seller as s", "s.id", "d.seller_id")
    .select("s.slug")
    .distinct()
    .execute();

/** A seller and the periods of retention that it has chosen. */
export type SellerPeriods = DueSeller & {
  readonly id: string;
  readonly chosen: Readonly<Record<string, number>> | undefined;
};
export const sellersWithPeriods = async (acrossSellers: Database): Promise<SellerPeriods[]> => {
  const { rows } = await sql<SellerPeriods & { chosen: Record<string, number> | null }>`
    select id, slug, configuration -> 'retention_days' as chosen from seller order by slug`.execute(acrossSellers);
  return rows.map((row) => ({ ...row, chosen: row.chosen ?? undefined }));
};

/** Sellers whose payments a provider takes with keys of their own. */
export const sellersWithGatewayKeys = (acrossSellers: Database): Promise<DueSeller[]> =>
  acrossSellers
    .selectFrom("payment_keys as k")
    .innerJoin("seller as s", "s.id", "k.seller_id")
    .select("s.slug")
    .distinct()
    .orderBy("s.slug")
    .execute();
