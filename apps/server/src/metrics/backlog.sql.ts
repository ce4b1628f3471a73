import { sql } from "kysely";
import type { Database } from "../db/connections.ts";

/** Work waiting in the database, for all sellers. Ages are in seconds, 0 if nothing is waiting. */
export type Backlog = {
  readonly outbox_overdue: number;
  readonly outbox_waiting: number;
  readonly outbox_retrying: number;
  readonly stray_age: number;
  readonly stray_count: number;
  readonly wallet_overdue: number;
  readonly wallet_waiting: number;
};

/**
 * An e-mail is overdue from when it should have been sent. A stray payment is captured, has no order and has not been
 * refunded.
 */
export const readBacklog = async (acrossSellers: Database): Promise<Backlog> => {
  const { rows } = await sql<Backlog>`
    select outbox_overdue, outbox_waiting, outbox_retrying, stray_age, stray_count, wallet_overdue, wallet_waiting from
      (select coalesce(extract(epoch from app_now() - min(next_at) filter (where next_at <= app_now())), 0)::float8 as outbox_overdue,
          count(*)::int as outbox_waiting, (count(*) filter (where attempts > 0))::int as outbox_retrying
        from outbox where state in ('queued', 'sending')) mail,
      (select coalesce(extract(epoch from app_now() - min(coalesce(a.captured_at, p.created_at))), 0)::float8 as stray_age,
          count(*)::int as stray_count
        from payment p
        join cart c on c.seller_id = p.seller_id and c.id = p.cart_id
        cross join lateral (select min(occurred_on) as captured_at from payment_audit
          where seller_id = p.seller_id and payment_id = p.id and audit_action = 'capture') a
        where p.state = 'captured' and p.ticket_order_id is null and p.refunded + p.refunding < p.amount
          and not (c.state = 'pending' and c.part_paid and p.cart_version < c.version)) stray,
      (select coalesce(extract(epoch from app_now() - min(next_at) filter (where next_at <= app_now())), 0)::float8 as wallet_overdue,
          count(*)::int as wallet_waiting
        from wallet_pass where state = 'due') wallet`.execute(acrossSellers);
  const [row] = rows;
  if (!row) throw new Error("The database did not return its backlog.");
  return row;
};
