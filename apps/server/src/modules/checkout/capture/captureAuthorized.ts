import { pause } from "../../../db/faultPoints.ts";
import { transact } from "../../../db/transact.ts";
import { lockCheckoutCart, readHeldSummary } from "../batch/lockCheckout.ts";
import type { CheckoutContext } from "../context.ts";
import { completeCart, recordAndComplete } from "../order/recordProviderStatus.ts";
import { attemptOf, canCheckOut, paidBefore } from "../payment/attempt.ts";
import { leaseCarts, leaseUntilSettled } from "../payment/lease.sql.ts";
import type { PaymentRow } from "../payment/paymentRow.ts";
import { readPayments } from "../payment/payments.sql.ts";
import { captureAttempt } from "./captureAttempt.ts";
import { setPurchaser } from "./captureAuthorized.sql.ts";
import { voidAttempt } from "./voidAttempt.ts";

/** Returns the purchaser if the money may still be taken. Called under the cart's lock, in its transaction. */
export type CapturePermission<Context> = (ctx: Context) => Promise<string | undefined>;

type CaptureDecision =
  | { readonly kind: "capture"; readonly due: readonly PaymentRow[] }
  | { readonly kind: "release"; readonly cart_version: number }
  | { readonly kind: "cart_changed" };

/**
 * released: permission was refused, and the authorization is voided. cart_changed: the cart no longer holds what was paid
 * for.
 */
export type CaptureOutcome = "captured" | "declined" | "released" | "cart_changed";

/**
 * Captures an authorized payment for a cart whose buyer is not on the page. Permission is decided once, immediately
 * before the capture, and only that decision gives the cart a purchaser: without one, the settling job voids the
 * authorization.
 */
export const captureAuthorized = async <Context extends CheckoutContext>(
  ctx: Context,
  cart_id: string,
  permission: CapturePermission<Context>,
): Promise<CaptureOutcome> => {
  await pause("renewal_authorized");
  const decision = await decideCapture(ctx, cart_id, permission);
  await pause("renewal_decided");
  if (decision.kind === "cart_changed") return "cart_changed";
  if (decision.kind === "release") {
    await voidAttempt(ctx, cart_id, decision.cart_version);
    return "released";
  }
  if (decision.due.length === 0) return (await completeCart(ctx, cart_id)) ? "captured" : "cart_changed";
  return (await captureAttempt(ctx, decision.due, recordAndComplete)) ? "captured" : "declined";
};

const decideCapture = <Context extends CheckoutContext>(
  ctx: Context,
  cart_id: string,
  permission: CapturePermission<Context>,
): Promise<CaptureDecision> =>
  transact(ctx, async (ctx): Promise<CaptureDecision> => {
    const cart = await lockCheckoutCart(ctx, cart_id);
    if (cart?.state !== "pending" || !cart.alive) return { kind: "cart_changed" };
    const payments = await readPayments(ctx, cart_id);
    const attempt = attemptOf(payments, cart.version);
    if (attempt.undecided.some(({ state }) => state !== "authorized")) return { kind: "cart_changed" };
    const before = paidBefore(payments, cart.version);
    if (!canCheckOut(cart, await readHeldSummary(ctx, cart), { before, attempt })) return { kind: "cart_changed" };
    const purchaser_id = await permission(ctx);
    if (purchaser_id === undefined) return { kind: "release", cart_version: cart.version };
    await setPurchaser(ctx, cart_id, purchaser_id);
    // The settling job handles payments only, so a free cart gets a lease that ends by itself.
    if (attempt.undecided.length === 0) await leaseCarts(ctx.db, ctx.seller.id, [cart_id]);
    else await leaseUntilSettled(ctx.db, ctx.seller.id, [{ cart_id, cart_version: cart.version }]);
    return { kind: "capture", due: attempt.undecided };
  });
