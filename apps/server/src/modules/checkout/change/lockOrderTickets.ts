import type { SellerDb } from "../context.ts";
import { lockPlacesOfOrders, lockRemainingTickets } from "./orderChanges.sql.ts";

type LockedTicket = { readonly id: string; readonly state: "booked" | "redeemed" };

/**
 * Locks what an order has still, until the transaction ends, and returns it: who admits somebody with a ticket at the same
 * time has done so before a change of the order is decided, or finds the ticket given up. The caller has locked the
 * order's cart.
 */
export const lockOrderTickets = (ctx: SellerDb, order_id: string): Promise<readonly LockedTicket[]> =>
  lockRemainingTickets(ctx, [order_id]);

/**
 * The same for several orders that are changed in one transaction, with the sessions and groups of the tickets before them.
 * Locked order by order, they would come behind the memberships that the order before has ended, where a hold of one of these
 * members has a session locked and waits for the membership. The caller has locked the orders' carts.
 */
export const lockTicketsOfOrders = async (ctx: SellerDb, order_ids: readonly string[]): Promise<void> => {
  await lockPlacesOfOrders(ctx, order_ids);
  await lockRemainingTickets(ctx, order_ids);
};
