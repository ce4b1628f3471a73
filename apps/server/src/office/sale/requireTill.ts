import { Refused } from "../../errors/refused.ts";
import type { StaffContext } from "../../http/staff/staffContext.ts";
import { findTill, lockTill, type TillRow } from "./tills.sql.ts";

const requireOpen = (till: TillRow | undefined): TillRow => {
  if (!till) throw new Refused({ code: "till_closed", context: "till" });
  if (till.state !== "open") throw new Refused({ code: "till_counted", context: "till" });
  return till;
};

/** Refuses a caller without an open till, before anything is held. It is checked again behind its lock. */
export const refuseWithoutTill = async (ctx: StaffContext): Promise<void> => {
  requireOpen(await findTill(ctx, ctx.staff.id));
};

/**
 * Locks the caller's open till until the transaction ends. Refuses without one: nothing can be sold, and no cash moved. A
 * counted till is refused too, so that its difference stays unchanged.
 */
export const requireOpenTill = async (ctx: StaffContext): Promise<TillRow> =>
  requireOpen(await lockTill(ctx, ctx.staff.id));
