import { statement, type Pipeline } from "../../db/statements/statement.ts";

export type SendingOfOrder = { readonly id: string; readonly email: string | null; readonly sent_at: string };

/** The recipients of orders' sent tickets, and when they were sent. */
export const sendingsOfOrders = (
  pipeline: Pipeline,
  seller_id: string,
  order_ids: readonly string[],
): Promise<SendingOfOrder[]> =>
  statement(
    pipeline,
    `select d.id, d.email, c.created_at as sent_at
     from ticket_sending d join order_change c on c.seller_id = d.seller_id and c.id = d.id
     where d.seller_id = $1 and d.ticket_order_id = any($2::uuid[])`,
    [seller_id, order_ids],
  );
