import type { OrderRow } from "../../orders/readOrders.ts";

/** A booked or partly paid cart. */
export type BoughtCart = Pick<OrderRow, "cart_id" | "owner_identity_id">;
