import type { SellerDb } from "../context.ts";
import { insertOrderChange, type NewOrderChange } from "./orderChanges.sql.ts";

/** Records a change of an order, in its transaction and before the tickets and refunds that refer to it. */
export const recordOrderChange = (ctx: SellerDb, change: NewOrderChange): Promise<void> =>
  insertOrderChange(ctx, change);
