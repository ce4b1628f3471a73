import { crash } from "../../../db/faultPoints.ts";
import { transact } from "../../../db/transact.ts";
import { Refused } from "../../../errors/refused.ts";
import { readCheckoutBlocks } from "../../cart/read/checkoutBlocks.ts";
import { recordRestoreFailure, type RestoreFailure } from "../../cart/restore/restoreFailure.ts";
import { restoreCart, makeRoomForRestore } from "../../cart/restore/restoreCart.ts";

import { refuseOverusedCode } from "../../codes/refuseOverusedCode.ts";
import { heldTotal, lockCart, orderOfCart, paymentsOf, type CheckoutContext } from "../checkout.sql.ts";
import { leaseUntilSettled } from "../payment/lease.sql.ts";
import { attemptOf, canCheckOut, paidBefore } from "../payment/attempt.ts";
import { secondsSinceCaptured, type StalePayment } from "../reconcile/stalePayments.sql.ts";

/**
 * How long money that was taken waits for a buyer who never said who they are. Whoever pays by debit and closes the page
 * may come back to it with the cookie they had, and nobody can write to them: an hour is more than any page stays open
 * over it, and less than what it would cost the seller to keep the places from everybody else.
 */
export const anonymousGraceSeconds = 3600;

/** stays: the cart holds what was paid for, or another part of it is still to be decided. back: it does not. */
export type LatePaymentDecision = "stays" | "back";

/** What was held again cannot be sold as it is now. */
class CartNotRestorable extends Error {
  readonly restoreFailure: RestoreFailure;
  constructor(gone: RestoreFailure) {
    super("What was paid for is not sold like that any more.");
    this.restoreFailure = gone;
  }
}

/**
 * A cart whose time was over before its money came is held again as it was, if everything in it is still to be had, no
 * rule stands in its way and its buyer is known: so that it goes on like any other (T57, docs/decisions/023). Afterwards
 * it is kept until the money is dealt with. What was not to be had any more is written down, for the buyer to be told.
 */
export const restoreLateCart = async (ctx: CheckoutContext, { cart_id, cart_version }: StalePayment): Promise<void> => {
  const isExpired = await transact(ctx, async (ctx) => {
    const cart = await lockCart(ctx, cart_id);
    // One that was paid in parts was ended by the shop itself.
    return cart?.state === "expired" && !cart.part_paid;
  });
  if (!isExpired) return;
  await makeRoomForRestore(ctx, { cart_id, cart_version });
  const outcome = await transact(ctx, async (ctx): Promise<"held" | RestoreFailure | undefined> => {
    const cart = await lockCart(ctx, cart_id);
    if (cart?.state !== "expired" || !cart.purchaser_identity_id) return undefined;
    const { payments, isBroken, total } = attemptOf(await paymentsOf(ctx, cart_id), cart_version);
    if (isBroken || payments.some(({ state }) => state === "created")) return undefined;
    const outcome = await restoreCart(ctx, { cart_id, cart_version, paid: total });
    if (outcome !== "held") return outcome;
    // Judged again as before a payment; what is thrown takes all of it back.
    await refuseOverusedCode(ctx.db, ctx.seller.id, cart_id);
    const blocks = await readCheckoutBlocks(ctx, cart_id);
    const needsCode = blocks.some(({ block_reason }) => block_reason === "code_required");
    if (blocks.length > 0) throw new CartNotRestorable(needsCode ? "code" : "not_sold");
    return "held";
  }).catch((error: unknown): RestoreFailure => {
    if (error instanceof CartNotRestorable) return error.restoreFailure;
    if (error instanceof Refused && error.code === "code_exhausted") return "code";
    throw error;
  });
  if (outcome === "held") crash("after_restore");
  else if (outcome) await recordRestoreFailure(ctx, cart_id, outcome);
};

/** Is what this money was taken for still there? Asked under the cart's lock. */
export const decideLatePayment = (
  ctx: CheckoutContext,
  { id, cart_id, cart_version }: StalePayment,
): Promise<LatePaymentDecision> =>
  transact(ctx, async (ctx): Promise<LatePaymentDecision> => {
    const cart = await lockCart(ctx, cart_id);
    if (cart?.state !== "pending" || (await orderOfCart(ctx, cart_id))) return "back";
    const held = await heldTotal(ctx, cart_id);
    const payments = await paymentsOf(ctx, cart_id);
    // Kept for good: a part of what is paid in parts, unless it is one too many.
    if (cart.part_paid && cart_version < cart.version)
      return paidBefore(payments, cart.version) > held.total ? "back" : "stays";
    if (cart.version !== cart_version) return "back";

    const attempt = attemptOf(payments, cart_version);
    if (attempt.undecided.length > 0 && !attempt.isBroken) return "stays";
    if (!canCheckOut(cart, held, { before: paidBefore(payments, cart_version), attempt })) return "back";
    const isGraceOver =
      cart.purchaser_identity_id === null && (await secondsSinceCaptured(ctx, id)) > anonymousGraceSeconds;
    if (isGraceOver) return "back";
    await leaseUntilSettled(ctx.db, ctx.seller.id, [{ cart_id, cart_version }]);
    return "stays";
  });
