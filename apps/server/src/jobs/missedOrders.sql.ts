import { statement, withAnswer, type Pipeline } from "../db/statements/statement.ts";

/**
 * Queues recent orders that have no words and are not queued for indexing: during an upgrade, an older server without
 * search, running beside this one, creates such orders. For all sellers.
 */
export const queueMissedOrders = async (acrossSellers: Pipeline): Promise<number> => {
  const rows = await statement(
    acrossSellers,
    `insert into order_search_due (seller_id, id, ticket_order_id)
     select o.seller_id, gen_random_uuid(), o.id
     from seller s
     join ticket_order o on o.seller_id = s.id and o.created_at > app_now() - interval '3 hours' and o.created_at < app_now() - interval '1 minute'
     where s.preview_of is null and not exists (select from order_word w where w.seller_id = o.seller_id and w.order_number = o.order_number)
       and not exists (select from order_search_due d where d.seller_id = o.seller_id and d.ticket_order_id = o.id)
     ${withAnswer}`,
    [],
  );
  return rows.length;
};
