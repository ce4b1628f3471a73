import { statementWithFreshPlan, type Pipeline } from "../../db/statements/statement.ts";

/**
 * What was spent of the gift cards that an order bought, at most what was paid for each, in minor units. What staff
 * adjusted or took off is not spent.
 */
export const readSpentOfGiftCards = async (
  pipeline: Pipeline,
  seller_id: string,
  order_id: string,
): Promise<number> => {
  const [row] = await statementWithFreshPlan<{ spent: number }>(
    pipeline,
    `select coalesce(sum(least(w.spent, w.paid)), 0)::bigint as spent
     from (select greatest(0, -sum(e.amount)) as spent, max(t.adjusted_value + t.fee_fixed + t.fee_percent) as paid
       from ticket t join ledger_account a on a.seller_id = $1 and a.source_ticket_id = t.id
       join ledger_entry e on e.seller_id = $1 and e.account_id = a.id and e.kind not in ('issue', 'adjust')
       where t.seller_id = $1 and t.ticket_order_id = $2 group by t.id) w`,
    [seller_id, order_id],
  );
  return row?.spent ?? 0;
};
