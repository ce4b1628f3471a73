import { statementWithFreshPlan, type Pipeline } from "../../../db/statements/statement.ts";

/** The money was already refunded in the provider's dashboard. */
export const alreadyRefunded = "charge_already_refunded";

export type OwedRefundRow = {
  readonly id: string;
  readonly payment_id: string;
  readonly amount: number;
  readonly created_at: string;
  readonly failure: string | null;
};

/**
 * An order's refunds that their provider refused and whose money was not sent in another way. Leaves out refunds of a
 * payment plan that were requested before it became the order, because the order never had that money. The caller has
 * locked the order.
 */
export const owedRefundsOf = (pipeline: Pipeline, seller_id: string, order_id: string): Promise<OwedRefundRow[]> =>
  statementWithFreshPlan(
    pipeline,
    `select r.id, r.payment_id, r.amount, r.created_at, r.failure
     from payment p
     join refund r on r.seller_id = $1 and r.payment_id = p.id
     join ticket_order o on o.seller_id = $1 and o.id = p.ticket_order_id
     left join order_change w on w.seller_id = $1 and w.ticket_order_id = p.ticket_order_id and w.cart_id = p.cart_id
     where p.seller_id = $1 and p.ticket_order_id = $2 and r.state = 'failed' and r.replaced_by is null
       and r.gift_card_account_id is null and r.repaid_elsewhere is null
       and (r.reason = 'change' or r.reason = 'requested' and coalesce(w.created_at, o.created_at) < r.created_at)
     order by r.created_at, r.id`,
    [seller_id, order_id],
  );

export type RefundByHandRow = {
  readonly payment_id: string;
  readonly amount: number;
  readonly created_at: string;
  readonly reason: "requested" | "external";
  readonly state: "created" | "pending" | "succeeded";
};

/** An order's refunds made by hand, except those that replaced a failed one. */
export const refundsByHandOf = (pipeline: Pipeline, seller_id: string, order_id: string): Promise<RefundByHandRow[]> =>
  statementWithFreshPlan(
    pipeline,
    `select r.payment_id, r.amount, r.created_at, r.reason, r.state
     from payment p join refund r on r.seller_id = $1 and r.payment_id = p.id
     where p.seller_id = $1 and p.ticket_order_id = $2 and r.state <> 'failed' and r.reason in ('requested', 'external')
       and not exists (select from refund f where f.seller_id = $1 and f.payment_id = r.payment_id and f.replaced_by = r.id)`,
    [seller_id, order_id],
  );

/** The amount of failed refunds of an order that refunds by hand have settled, in minor units. */
export const settledByHandOf = async (pipeline: Pipeline, seller_id: string, order_id: string): Promise<number> => {
  const [row] = await statementWithFreshPlan<{ settled: number }>(
    pipeline,
    `select coalesce(sum(r.amount - r.repaid_elsewhere), 0)::bigint as settled
     from payment p join refund r on r.seller_id = $1 and r.payment_id = p.id
     where p.seller_id = $1 and p.ticket_order_id = $2 and r.state = 'failed'`,
    [seller_id, order_id],
  );
  return row?.settled ?? 0;
};

/**
 * Records that the money of a failed refund was sent in another way; `elsewhere` is the part that was sent outside the
 * provider.
 */
export const markRepaid = async (
  pipeline: Pipeline,
  seller_id: string,
  { id, elsewhere }: { readonly id: string; readonly elsewhere: number },
): Promise<void> => {
  await statementWithFreshPlan(
    pipeline,
    `update refund set repaid_elsewhere = $3, updated_at = app_now()
     where seller_id = $1 and id = $2 and state = 'failed' and replaced_by is null and gift_card_account_id is null
       and repaid_elsewhere is null`,
    [seller_id, id, elsewhere],
  );
};
