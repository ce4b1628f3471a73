import type { Database } from "../../../db/connections.ts";
import { statement } from "../../../db/statements/statement.ts";

/**
 * Moves the open carts of a guest to a user, with the same ids and their payments. Locks them by id, as every transaction
 * does.
 */
export const updateCartsOwner = async (
  db: Database,
  seller_id: string,
  { from, to }: { readonly from: string; readonly to: string },
): Promise<number> => {
  const moved = await statement(db, updateStatement, [seller_id, from, to]);
  return moved.length;
};

const updateStatement = `
  with mine as (
    select id from cart where seller_id = $1 and identity_id = $2::uuid and state = 'pending' order by id for update),
  named as (update identity set created_by_identity_id = $3::uuid where seller_id = $1 and created_by_identity_id = $2::uuid)
  update cart c set identity_id = $3::uuid, link_stays_open = c.link_stays_open or c.part_paid or coalesce(c.leased_until > app_now(), false)
  from mine where c.seller_id = $1 and c.id = mine.id returning c.id`;
