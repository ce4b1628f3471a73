import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import type { Database } from "../../src/db/connections.ts";
import { journalOrderChanges } from "../../src/modules/journal/journalChanges.ts";

/** Records that the seller cancelled these tickets and kept the amount paid. The tickets are cancelled already. */
export const keepPrice = async (db: Database, ticket_ids: readonly string[]): Promise<void> => {
  const { rows: orders } = await sql<{ seller_id: string; id: string; tickets: number; value: number }>`
    select seller_id, ticket_order_id as id, count(*)::int as tickets,
      sum(adjusted_value + fee_fixed + fee_percent)::int as value
    from ticket where id = any(${ticket_ids}::uuid[]) group by 1, 2`.execute(db);
  for (const { seller_id, id, tickets, value } of orders) {
    const change_id = randomUUID();
    await sql`
      insert into order_change (seller_id, id, ticket_order_id, kind, actor, tickets, value, fee, refund, gift_card, bonus)
      values (${seller_id}, ${change_id}, ${id}, 'cancel', 'guest', ${tickets}, ${value}, ${value}, 0, 0, 0)`.execute(
      db,
    );
    await sql`
      update ticket set cancelled_by = ${change_id}
      where seller_id = ${seller_id} and ticket_order_id = ${id} and id = any(${ticket_ids}::uuid[])`.execute(db);
    await journalOrderChanges(db, seller_id, [change_id]);
  }
};
