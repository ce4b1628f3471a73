import type { Database } from "../../../db/connections.ts";
import { statement } from "../../../db/statements/statement.ts";

/**
 * Moves a cart and everything that refers to it to a new id and visitor. It is one statement, because foreign keys are
 * checked at its end. The version increases, so that payments begun by the former owner do not pay for the new owner's
 * tickets.
 */
export const moveCartToNewId = async (
  db: Database,
  seller_id: string,
  { from, to, identity_id }: { from: string; to: string; identity_id: string },
): Promise<void> => {
  await statement(db, moveStatement, [seller_id, from, to, identity_id]);
};

/** Whatever belongs to the former owner's purchase is left behind. */
const moveStatement = `
  with tickets as (update ticket set cart_id = $3::uuid where seller_id = $1 and cart_id = $2::uuid),
  discounts as (update cart_discount set cart_id = $3::uuid where seller_id = $1 and cart_id = $2::uuid),
  codes as (update cart_code set cart_id = $3::uuid where seller_id = $1 and cart_id = $2::uuid),
  payments as (update payment set cart_id = $3::uuid where seller_id = $1 and cart_id = $2::uuid)
  update cart set id = $3::uuid, identity_id = $4::uuid, version = version + 1, purchaser_identity_id = null, terms_version = null,
    leased_until = null, giftee_identity_id = null, link_stays_open = false, released_with_hold = null
  where seller_id = $1 and id = $2::uuid`;
