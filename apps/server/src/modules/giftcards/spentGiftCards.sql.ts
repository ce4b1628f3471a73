import { statementWithFreshPlan, type Pipeline } from "../../db/statements/statement.ts";

/** What was spent of the gift cards that an order bought, in minor units. What staff adjusted or took off is not spent. */
export const readSpentOfGiftCards = async (
  pipeline: Pipeline,
  seller_id: string,
  order_id: string,
): Promise<number> => {
  const [row] = await statementWithFreshPlan<{ spent: number }>(
    pipeline,
    `select coalesce(-sum(e.amount), 0)::bigint as spent
     from ticket t join ledger_account a on a.seller_id = $1 and a.source_ticket_id = t.id
     join ledger_entry e on e.seller_id = $1 and e.account_id = a.id and e.kind not in ('issue', 'adjust')
     where t.seller_id = $1 and t.ticket_order_id = $2`,
    [seller_id, order_id],
  );
  return Math.max(0, row?.spent ?? 0);
};
