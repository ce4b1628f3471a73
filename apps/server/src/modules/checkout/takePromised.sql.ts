import { statementPlannedAnew } from "../../db/statement.ts";
import type { Db } from "./checkout.sql.ts";

/** Who buys a cart that nobody stands at the till with. */
export const writeBuyer = async ({ db, seller }: Db, cart_id: string, identity_id: string): Promise<void> => {
  await statementPlannedAnew(
    db,
    `update cart set purchaser_identity_id = $3 where seller_id = $1 and id = $2 and state = 'pending'`,
    [seller.id, cart_id, identity_id],
  );
};
