import type { SellerDb } from "../context.ts";
import { lockRemainingTickets } from "./orderChanges.sql.ts";

type LockedTicket = { readonly id: string; readonly state: "booked" | "redeemed" };

/**
 * Locks what an order has still, until the transaction ends, and returns it: who admits somebody with a ticket at the same
 * time has done so before a change of the order is decided, or finds the ticket given up. The caller has locked the
 * order's cart.
 */
export const lockOrderTickets = (ctx: SellerDb, order_id: string): Promise<readonly LockedTicket[]> =>
  lockRemainingTickets(ctx, [order_id]);
