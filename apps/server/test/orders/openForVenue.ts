import { sql } from "kysely";
import { newId } from "../../src/db/newId.ts";
import type { Database } from "../../src/db/connections.ts";
import type { TestOrder } from "./changedOrders.ts";

/**
 * Opens an empty change of an order for the venue, to be carried out by the owner of the cart `own_cart_id`. Undefined
 * if the order has an open change.
 */
export const openForVenue = async (
  db: Database,
  { id: order_id }: Pick<TestOrder, "id">,
  own_cart_id: string,
): Promise<string | undefined> => {
  const { rows } = await sql<{ id: string }>`
    insert into cart (seller_id, id, identity_id, purchaser_identity_id, changes_order_id, gives_up, change_actor, channel_id,
      campaign, additional_info, created_at, expires_at, max_hold_until)
    select o.seller_id, ${newId()}, c.identity_id, o.identity_id, o.id, '{}', 'venue', 'web', '{}', '{}', app_now(),
      app_now() + interval '20 minutes', app_now() + interval '60 minutes'
    from ticket_order o join cart c on c.seller_id = o.seller_id and c.id = ${own_cart_id} where o.id = ${order_id}
    on conflict do nothing returning id`.execute(db);
  return rows[0]?.id;
};
