import type { SellerDb } from "../context.ts";
import { lockRemainingTickets } from "./orderChanges.sql.ts";

type LockedTicket = { readonly id: string; readonly state: "booked" | "redeemed" };

/**
 * Locks and returns an order's remaining tickets until the transaction ends. A simultaneous admission either happens
 * before a change of the order is decided, or finds the ticket given up. The caller has locked the order's cart.
 */
export const lockOrderTickets = (ctx: SellerDb, order_id: string): Promise<readonly LockedTicket[]> =>
  lockRemainingTickets(ctx, [order_id]);
