import { optimizationFence, statement, type Pipeline } from "../../../db/statements/statement.ts";

/**
 * Disputed money of debits, by order, in minor units, without disputes that were won. A card's disputes are left out,
 * because the payer made them.
 */
export const selectDisputedDebits = (
  pipeline: Pipeline,
  seller_id: string,
  order_ids: readonly string[],
): Promise<{ ticket_order_id: string; amount: number; currency: string }[]> =>
  statement(
    pipeline,
    `select p.ticket_order_id, p.currency, sum(a.amount)::bigint as amount
     from unnest($2::uuid[]) as asked (id)
     cross join lateral (select id, ticket_order_id, currency from payment
       where seller_id = $1 and ticket_order_id = asked.id ${optimizationFence}) p
     cross join lateral (select provider_ref, amount from payment_audit
       where seller_id = $1 and payment_id = p.id and audit_action = 'dispute_opened' ${optimizationFence}) a
     where exists (select from transition x where x.seller_id = $1 and x.entity = 'payment' and x.entity_id = p.id
         and x.to_state = 'processing' ${optimizationFence})
       and not exists (select from payment_audit b where b.seller_id = $1 and b.payment_id = p.id
         and b.provider_ref = a.provider_ref and b.audit_action = 'dispute_closed' and b.amount = 0 ${optimizationFence})
     group by 1, 2`,
    [seller_id, order_ids],
  );
