import { statement, type Pipeline } from "../../../db/statement.ts";

/** By order, in minor units: disputes of debits that were not won. Of a card it is the payer who disputes a payment. */
export const selectTakenBack = (
  pipeline: Pipeline,
  seller_id: string,
  order_ids: readonly string[],
): Promise<{ ticket_order_id: string; amount: number; currency: string }[]> =>
  statement(
    pipeline,
    `select p.ticket_order_id, p.currency, sum(a.amount)::bigint as amount
     from payment p
     join payment_audit a on a.seller_id = p.seller_id and a.payment_id = p.id and a.audit_action = 'dispute_opened'
     where p.seller_id = $1 and p.ticket_order_id = any($2::uuid[])
       and exists (select from transition x where x.seller_id = $1 and x.entity = 'payment' and x.entity_id = p.id
         and x.to_state = 'processing')
       and not exists (select from payment_audit b where b.seller_id = $1 and b.payment_id = a.payment_id
         and b.provider_ref = a.provider_ref and b.audit_action = 'dispute_closed' and b.amount = 0)
     group by 1, 2`,
    [seller_id, order_ids],
  );
