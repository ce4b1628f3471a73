import { statementWithFreshPlan, type Pipeline } from "../../db/statements/statement.ts";

/** The numbers of gift cards that an e-mail about a card, its ticket or its order contains. */
export const cardNumbersIn = (
  pipeline: Pipeline,
  seller_id: string,
  { ref_id }: { readonly ref_id: string },
): Promise<{ readonly number: string; readonly ending: string }[]> =>
  statementWithFreshPlan(
    pipeline,
    `select number, right(normalized, 4) as ending from ledger_account
     where seller_id = $1 and (id = $2 or source_ticket_id = $2
       or source_ticket_id = any (array(select t.id from ticket t where t.seller_id = $1 and t.ticket_order_id = $2)))`,
    [seller_id, ref_id],
  );
