import { transact } from "../../../db/transact.ts";
import { Refused } from "../../../errors/refused.ts";
import type { StaffContext } from "../../../http/staff/staffContext.ts";
import { setTillOfSignIn } from "../../../modules/staff/signIns.ts";
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
export const requireOpenTill = async (ctx: StaffContext): Promise<TillRow> => {
  const till = requireOpen(await lockTill(ctx, ctx.staff.id));
  await noteAtTill(ctx, till);
  return till;
};

/**
 * Records that a sign-in is at a till, until the till is closed. The sign-in then ends after the time that the seller
 * sets for tills. The caller has locked the till, so closing it finds this sign-in, too.
 */
export const noteAtTill = async (
  { db, seller, staff }: Pick<StaffContext, "db" | "seller" | "staff">,
  { id }: Pick<TillRow, "id">,
): Promise<void> => {
  if (staff.till_id === id) return;
  await setTillOfSignIn(db, staff.sign_in_id, { till_seller_id: seller.id, till_id: id });
};

/** The same for somebody who looks at their till. Does nothing if the till was closed meanwhile. */
export const noteLookAtTill = async (ctx: StaffContext, { id }: Pick<TillRow, "id">): Promise<void> => {
  if (ctx.staff.till_id === id) return;
  await transact(ctx, async (ctx) => {
    const till = await lockTill(ctx, ctx.staff.id);
    if (till) await noteAtTill(ctx, till);
  });
};
