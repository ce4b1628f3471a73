import { sql } from "kysely";
import type { Ask } from "../../http/ask.ts";

/** The meta of the events and groups that a cart holds tickets of, each once: some ask more of whoever buys. */
export const formsInCart = async ({ db, seller }: Pick<Ask, "db" | "seller">, cart_id: string): Promise<unknown[]> => {
  const { rows } = await sql<{ meta: unknown }>`
    with held as (
      select distinct event_template_id, ticket_group_id from ticket
      where seller_id = ${seller.id} and cart_id = ${cart_id} and state in ('held', 'in_cart')
    )
    select meta from event_template
    where seller_id = ${seller.id} and id in (select event_template_id from held)
    union all
    select meta from ticket_group
    where seller_id = ${seller.id} and id in (select ticket_group_id from held)`.execute(db);
  return rows.map(({ meta }) => meta);
};
