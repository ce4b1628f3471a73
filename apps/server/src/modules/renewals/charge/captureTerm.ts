import { pause } from "../../../db/faultPoints.ts";
import { captureAuthorized } from "../../checkout/capture/captureAuthorized.ts";
import type { CheckoutJobContext } from "../../checkout/context.ts";
import { releaseRenewalCart } from "./renewalCart.ts";
import { isRenewedManually, markCapturing } from "./renewalCart.sql.ts";
import { decideRenewalStep } from "../decideRenewalStep.ts";
import { lockRenewal, type RenewalRow } from "../renewals.sql.ts";

/** `later`: nothing was captured, and the renewal is processed again after a while. */
export type CaptureTermResult = "captured" | "declined" | "later";

/**
 * Captures the authorized payment for a term, unless the holder has cancelled, renewed manually or been refunded in the
 * meantime, or is paying manually right now. Decided under the renewal's lock, immediately before the capture.
 */
export const captureTerm = async (
  ctx: CheckoutJobContext,
  row: RenewalRow,
  cart_id: string,
): Promise<CaptureTermResult> => {
  const outcome = await captureAuthorized(ctx, cart_id, async (ctx) => {
    const current = await lockRenewal(ctx.db, ctx.seller.id, row.membership_id);
    const mayCapture =
      current !== undefined &&
      current.cart_id === cart_id &&
      decideRenewalStep(ctx, current).kind === "charge" &&
      !(await isRenewedManually(ctx, row.membership_id));
    if (!mayCapture) return undefined;
    await pause("renewal_before_capture");
    await markCapturing(ctx, row.membership_id);
    return current.identity_id;
  });
  if (outcome === "released") await releaseRenewalCart(ctx, row, cart_id);
  return outcome === "captured" || outcome === "declined" ? outcome : "later";
};
