import { statement } from "../../../db/statement.ts";
import type { SellerDb } from "../context.ts";

/**
 * Locks the tickets that a change gives up until it ends, so that none is checked in at the gate meanwhile. False where one
 * of them is not booked any more: it was checked in since it was judged.
 */
export const lockLeavingTickets = async (
  { db, seller }: SellerDb,
  tickets: readonly { readonly id: string }[],
): Promise<boolean> => {
  const rows = await statement<{ id: string }>(
    db,
    `select id from ticket where seller_id = $1 and id = any($2::uuid[]) and state = 'booked' order by id for update`,
    [seller.id, tickets.map(({ id }) => id)],
  );
  return rows.length === tickets.length;
};
