import { statementWithFreshPlan, type Pipeline } from "../../../db/statements/statement.ts";
import type { SellerDb } from "../../checkout/context.ts";

const isRetired = (seller: string) => `s.retired_at is not null
  and not exists (select from payment_method_removal f where f.seller_id = ${seller} and f.saved_payment_method_id = s.id)`;
const isOver = (
  seller: string,
) => `p.auto_renew and (p.state in ('voided', 'failed', 'refunded') or p.state = 'captured' and p.ticket_order_id is not null)
  and not exists (select from auto_renewal a where a.seller_id = ${seller} and a.payment_id = p.id
    and (a.state = 'scheduled' or a.saved_payment_method_id is not null))
  and not exists (select from payment_method_removal f where f.seller_id = ${seller} and f.payment_id = p.id)`;

/** The sellers with something to queue, read across all sellers. */
const sellersWithMethodsToForget = (acrossSellers: Pipeline): Promise<{ seller_id: string }[]> =>
  statementWithFreshPlan(
    acrossSellers,
    `select s.seller_id from saved_payment_method s where ${isRetired("s.seller_id")}
     union select p.seller_id from payment p where ${isOver("p.seller_id")}`,
    [],
  );

/**
 * Queues, seller by seller, what providers have to delete: retired methods, and whatever was saved with a payment that
 * ended without a renewal that uses it, such as a voided authorization or a renewal cancelled before its method was
 * recorded.
 */
export const queueMethodsToForget = async (acrossSellers: Pipeline): Promise<void> => {
  for (const { seller_id } of await sellersWithMethodsToForget(acrossSellers)) {
    await statementWithFreshPlan(
      acrossSellers,
      `insert into payment_method_removal (seller_id, id, saved_payment_method_id, next_at)
       select s.seller_id, gen_random_uuid(), s.id, app_now() from saved_payment_method s
       where s.seller_id = $1 and ${isRetired("$1")} on conflict do nothing`,
      [seller_id],
    );
    await statementWithFreshPlan(
      acrossSellers,
      `insert into payment_method_removal (seller_id, id, payment_id, next_at)
       select p.seller_id, gen_random_uuid(), p.id, app_now() from payment p
       where p.seller_id = $1 and ${isOver("$1")} on conflict do nothing`,
      [seller_id],
    );
  }
};

export type MethodToForget = {
  readonly id: string;
  readonly gateway_id: string;
  /** A recorded method. */
  readonly method: { readonly ref: string; readonly customer: string | null } | null;
  /** The payment with which the provider saved a method. */
  readonly payment_id: string | null;
};

/**
 * Claims the next due method and sets the time of the next attempt, between a minute and a day later. A method with a
 * charge in progress waits for it.
 */
export const claimMethodToForget = async ({ db, seller }: SellerDb): Promise<MethodToForget | undefined> => {
  const [claimed] = await statementWithFreshPlan<MethodToForget>(
    db,
    `with due as (
       select f.id from payment_method_removal f where f.seller_id = $1 and f.removed_at is null and f.next_at <= app_now()
         and not exists (select from payment p where p.seller_id = $1 and p.saved_payment_method_id = f.saved_payment_method_id
           and p.state in ('created', 'processing', 'authorized'))
       order by f.next_at, f.id limit 1 for update skip locked),
     claimed as (
       update payment_method_removal f set attempts = f.attempts + 1, next_at = (app_now() at time zone 'utc' + least(interval '1 minute' * 2 ^ least(f.attempts, 11), interval '1 day')) at time zone 'utc'
       from due where f.seller_id = $1 and f.id = due.id returning f.id, f.saved_payment_method_id, f.payment_id)
     select c.id, coalesce(s.gateway_id, p.gateway_id) as gateway_id,
       case when s.id is not null then json_build_object('ref', s.provider_ref, 'customer', s.customer_ref) end as method, p.id as payment_id
     from claimed c
     left join saved_payment_method s on s.seller_id = $1 and s.id = c.saved_payment_method_id
     left join payment p on p.seller_id = $1 and p.id = c.payment_id`,
    [seller.id],
  );
  return claimed;
};

export const markForgotten = async ({ db, seller }: SellerDb, id: string): Promise<void> => {
  await statementWithFreshPlan(
    db,
    `update payment_method_removal set removed_at = app_now() where seller_id = $1 and id = $2`,
    [seller.id, id],
  );
};
