import { pause } from "../../../db/faultPoints.ts";
import { captureAuthorized } from "../../checkout/payment/captureAuthorized.ts";
import type { RenewalContext } from "./holderContext.ts";
import { releaseRenewalCart } from "./renewalCart.ts";
import { isRenewedManually, markCapturing } from "./renewalCart.sql.ts";
import { nextRenewalStep } from "../nextRenewalStep.ts";
import { lockRenewal, type RenewalRow } from "../renewals.sql.ts";

/** What became of it. `later`: nothing is taken, and it is looked at again. */
export type CaptureTermResult = "taken" | "declined" | "later";

/**
 * Takes the money that was promised for a term. Whoever cancelled, renewed by hand or was given their money back, or is just
 * paying by hand, is not charged: decided under the renewal's lock, a moment before.
 */
export const captureTerm = async (
  ctx: RenewalContext,
  row: RenewalRow,
  cart_id: string,
): Promise<CaptureTermResult> => {
  const captured = await captureAuthorized(ctx, cart_id, async (ctx) => {
    const current = await lockRenewal(ctx.db, ctx.seller.id, row.membership_id);
    const mayCapture =
      current !== undefined &&
      current.cart_id === cart_id &&
      nextRenewalStep(ctx, current).kind === "charge" &&
      !(await isRenewedManually(ctx, row.membership_id));
    if (!mayCapture) return undefined;
    await pause("renewal_before_capture");
    await markCapturing(ctx, row.membership_id);
    return current.identity_id;
  });
  if (captured === "left") await releaseRenewalCart(ctx, row, cart_id);
  return captured === "taken" || captured === "declined" ? captured : "later";
};
