import { statementWithFreshPlan } from "../../../db/statements/statement.ts";
import type { SellerDb } from "../context.ts";

export const setPurchaser = async ({ db, seller }: SellerDb, cart_id: string, identity_id: string): Promise<void> => {
  await statementWithFreshPlan(
    db,
    `update cart set purchaser_identity_id = $3 where seller_id = $1 and id = $2 and state = 'pending'`,
    [seller.id, cart_id, identity_id],
  );
};
