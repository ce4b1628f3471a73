import type { RequestContext } from "../../../http/requestContext.ts";
import { queueRenewalEmail } from "../emails/queueRenewalEmail.ts";
import { endRenewal, lockRenewal } from "../renewals.sql.ts";

/**
 * Cancels the scheduled renewal of one term in the caller's transaction, and notifies its payer. Returns false if there
 * is none, or it ended while its lock was awaited.
 */
export const cancelRenewal = async (
  ctx: Pick<RequestContext, "db" | "seller" | "providers" | "emailOptions">,
  membership_id: string,
): Promise<boolean> => {
  const row = await lockRenewal(ctx.db, ctx.seller.id, membership_id);
  if (!row || !(await endRenewal(ctx, membership_id, { state: "cancelled" }))) return false;
  await queueRenewalEmail(ctx, row, { kind: "cancelled" });
  return true;
};
