import { queueForSearch } from "../../../providers/search/queueForSearch.sql.ts";
import type { SellerDb } from "../context.ts";
import { insertOrderChange, type NewOrderChange } from "./orderChanges.sql.ts";

/** Why the venue changes an order, and who there does. */
export type VenueNote = { readonly reason: string; readonly made_by: string };

/** Records a change of an order, in its transaction and before the tickets and refunds that refer to it. */
export const recordOrderChange = async (ctx: SellerDb, change: NewOrderChange): Promise<void> => {
  await insertOrderChange(ctx, change);
  await queueForSearch(ctx.db, ctx.seller.id, [change.ticket_order_id]);
};
