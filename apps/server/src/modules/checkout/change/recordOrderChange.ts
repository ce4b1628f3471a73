import type { SellerDb } from "../context.ts";
import { insertOrderChange, type NewOrderChange } from "./orderChanges.sql.ts";

/** Why the venue changes an order, and who there does. */
export type VenueNote = { readonly reason: string; readonly made_by: string };

/** Records a change of an order, in its transaction and before the tickets and refunds that refer to it. */
export const recordOrderChange = (ctx: SellerDb, change: NewOrderChange): Promise<void> =>
  insertOrderChange(ctx, change);
