import { sql } from "kysely";
import type { Database } from "../../src/db/connections.ts";

/** Records that the seller has cancelled these tickets and keeps what was paid for them. They are cancelled already. */
export const keepPrice = async (db: Database, ticket_ids: readonly string[]): Promise<void> => {
  await sql`
    with price as (
      select seller_id, ticket_order_id, count(*) as tickets, sum(adjusted_value + fee_fixed + fee_percent) as value
      from ticket where id = any(${ticket_ids}::uuid[]) group by 1, 2),
    changed as (
      insert into order_change (seller_id, id, ticket_order_id, kind, actor, tickets, value, fee, refund, gift_card, bonus)
      select seller_id, gen_random_uuid(), ticket_order_id, 'cancel', 'guest', tickets, value, value, 0, 0, 0 from price
      returning seller_id, id, ticket_order_id)
    update ticket t set cancelled_by = c.id from changed c
    where t.seller_id = c.seller_id and t.ticket_order_id = c.ticket_order_id and t.id = any(${ticket_ids}::uuid[])`.execute(
    db,
  );
};
