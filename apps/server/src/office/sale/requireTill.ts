import { Refused } from "../../errors/refused.ts";
import type { StaffContext } from "../../http/staff/staffContext.ts";
import { findTill, lockTill, type TillRow } from "./tills.sql.ts";

const requireOpen = (till: TillRow | undefined): TillRow => {
  if (!till) throw new Refused({ code: "till_closed", context: "till" });
  if (till.state !== "open") throw new Refused({ code: "till_counted", context: "till" });
  return till;
};

/** Refuses whoever has no open till now, before anything is held. It is asked again behind its lock. */
export const refuseWithoutTill = async (ctx: StaffContext): Promise<void> => {
  requireOpen(await findTill(ctx, ctx.staff.id));
};

/**
 * Locks the open till of whoever asks until the transaction ends, or refuses: without one nothing is sold and no cash moves.
 * A till that was counted is settled, so that its difference stays what it was.
 */
export const requireOpenTill = async (ctx: StaffContext): Promise<TillRow> =>
  requireOpen(await lockTill(ctx, ctx.staff.id));
