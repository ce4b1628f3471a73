import type { BuyersAnswer, ChangedBuyers } from "@foyer/contract/office/catalogue/sessionBuyers.ts";
import { Refused } from "../../../errors/refused.ts";
import { requireStepUp } from "../../../http/staff/mountStaff.ts";
import type { StaffContext } from "../../../http/staff/staffContext.ts";
import { startJobWithin } from "../../bulk/startBulk.ts";

/** Requires what the screen for bulk actions requires to write to them. Called before anything is locked. */
export const requireMayWrite = ({ staff }: StaffContext, { write_to_buyers }: BuyersAnswer): void => {
  if (!write_to_buyers) return;
  if (!staff.can("bulk.run") || !staff.can("order.resend"))
    throw new Refused({ code: "access_denied", context: "staff" });
  requireStepUp(staff);
};

type Counted = Pick<ChangedBuyers, "sessions" | "orders" | "people">;

/** Refuses if nothing says whether to write to the buyers, or if there are more or fewer orders than were shown. */
export const requireAnswer = (
  { sessions, orders, people }: Counted,
  { expected, write_to_buyers }: BuyersAnswer,
): void => {
  if (orders > 0 && write_to_buyers === undefined)
    throw new Refused({ code: "has_buyers", context: "staff", extra: { orders, people, sessions } });
  if (orders !== (expected?.orders ?? 0))
    throw new Refused({
      code: "stale_version",
      context: "staff",
      description: `There are now ${orders} orders. Check the numbers again.`,
      extra: { orders },
    });
};

type Told = { readonly orders: number; readonly session_ids: readonly string[]; readonly reason: string };

/**
 * Starts the action that writes to the buyers of sessions, in the transaction of `ctx`, which has changed these sessions.
 * An e-mail about a moved session names the old and the new time. Returns the action's id; null if nobody is written to.
 */
export const writeToBuyers = async (
  ctx: StaffContext,
  { write_to_buyers }: BuyersAnswer,
  { orders, session_ids, reason }: Told,
): Promise<string | null> => {
  if (!write_to_buyers || orders === 0) return null;
  const job = await startJobWithin(ctx, {
    action: "write",
    session_ids: [...session_ids],
    order_numbers: [],
    ...write_to_buyers,
    reason,
    expected: { orders },
  });
  return job.id;
};
