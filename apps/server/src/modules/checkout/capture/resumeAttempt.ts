import { transact } from "../../../db/transact.ts";
import { lockCheckoutCart, readHeldSummary } from "../batch/lockCheckout.ts";
import type { CheckoutContext } from "../context.ts";
import { attemptOf, canCheckOut, paidBefore } from "../payment/attempt.ts";
import { abandonVersion, leaseUntilSettled } from "../payment/lease.sql.ts";
import type { PaymentRow } from "../payment/paymentRow.ts";
import { readPayments } from "../payment/payments.sql.ts";
import { captureAttempt } from "./captureAttempt.ts";
import { voidAttempt } from "./voidAttempt.ts";

type AttemptRef = { readonly cart_id: string; readonly cart_version: number; readonly leased: boolean };
type ResumeDecision =
  | { readonly kind: "wait" | "void" }
  | { readonly kind: "capture"; readonly due: readonly PaymentRow[] };

/**
 * Finishes an attempt that no request is working on. Captures it if the purchaser is known and the cart still holds what
 * was paid for, waits while a payment is at the bank or processing, and voids it otherwise.
 */
export const resumeAttempt = async (ctx: CheckoutContext, attempt: AttemptRef): Promise<void> => {
  const decision = await decideResume(ctx, attempt);
  if (decision.kind === "capture") await captureAttempt(ctx, decision.due);
  if (decision.kind === "void") await voidAttempt(ctx, attempt.cart_id, attempt.cart_version);
};

/** Decides under the cart's lock, and records the decision for the next request there. */
const decideResume = (ctx: CheckoutContext, { cart_id, cart_version, leased }: AttemptRef): Promise<ResumeDecision> =>
  transact(ctx, async (ctx): Promise<ResumeDecision> => {
    const cart = await lockCheckoutCart(ctx, cart_id);
    const payments = await readPayments(ctx, cart_id);
    const attempt = attemptOf(payments, cart_version);
    if (attempt.undecided.length === 0) return { kind: "wait" };
    const isLive = cart?.state === "pending" && cart.version === cart_version && !attempt.isBroken;
    if (isLive && leased && attempt.undecided.some(({ state }) => state === "created")) return { kind: "wait" };
    const isProcessing = attempt.undecided.some(({ state }) => state === "processing");
    if (isProcessing && (isLive || attempt.undecided.every(({ state }) => state === "processing")))
      return { kind: "wait" };
    const before = paidBefore(payments, cart_version);
    if (
      isLive &&
      cart.purchaser_identity_id &&
      canCheckOut(cart, await readHeldSummary(ctx, cart), { before, attempt })
    ) {
      await leaseUntilSettled(ctx.db, ctx.seller.id, [{ cart_id, cart_version }]);
      return { kind: "capture", due: attempt.undecided };
    }
    await abandonVersion(ctx.db, ctx.seller.id, { cart_id, cart_version });
    return { kind: "void" };
  });
