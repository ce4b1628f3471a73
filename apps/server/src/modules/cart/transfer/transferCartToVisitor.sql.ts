import type { Database } from "../../../db/connections.ts";
import { statement } from "../../../db/statement.ts";

/**
 * Moves a cart and everything that refers to it to a new id and visitor. One statement, because foreign keys are
 * checked at its end. The version increases, so that payments begun by the former owner do not pay for the new one's
 * tickets.
 */
export const moveCartToNewId = async (
  db: Database,
  seller_id: string,
  { from, to, identity_id }: { from: string; to: string; identity_id: string },
): Promise<void> => {
  await statement(db, moveStatement, [seller_id, from, to, identity_id]);
};

const moveStatement = `
  with removed as (delete from cart where seller_id = $1 and id = $2::uuid returning *),
  inserted as (
    insert into cart (seller_id, id, cart_number, state, identity_id, created_at, expires_at, max_hold_until, extensions,
      version, channel_id, campaign, additional_info, client_network)
    select seller_id, $3::uuid, cart_number, state, $4::uuid, created_at, expires_at, max_hold_until, extensions,
      version + 1, channel_id, campaign, additional_info, client_network from removed),
  tickets as (update ticket set cart_id = $3::uuid where seller_id = $1 and cart_id = $2::uuid),
  discounts as (update cart_discount set cart_id = $3::uuid where seller_id = $1 and cart_id = $2::uuid),
  codes as (update cart_code set cart_id = $3::uuid where seller_id = $1 and cart_id = $2::uuid)
  update payment set cart_id = $3::uuid where seller_id = $1 and cart_id = $2::uuid`;
