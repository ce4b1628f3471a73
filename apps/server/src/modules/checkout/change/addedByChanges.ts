import type { SellerDb } from "../context.ts";
import { addedToOrders } from "./orderChanges.sql.ts";

/** What changes have added to orders, in minor units, by order. Orders without any are left out. */
export const addedByChanges = async (
  ctx: SellerDb,
  order_ids: readonly string[],
): Promise<ReadonlyMap<string, number>> =>
  new Map((await addedToOrders(ctx, order_ids)).map(({ ticket_order_id, added }) => [ticket_order_id, added]));
