import type { OrderRow } from "../../orders/readOrders.ts";

/** A cart that is booked, or paid in part. */
export type BoughtCart = Pick<OrderRow, "cart_id" | "owner_identity_id">;
