import { crash } from "../../../db/faultPoints.ts";
import { transact } from "../../../db/transact.ts";
import { Refused } from "../../../errors/refused.ts";
import { readCheckoutBlocks } from "../../cart/read/checkoutBlocks.ts";
import { recordRestoreFailure, type RestoreFailure } from "../../cart/restore/restoreFailure.ts";
import { restoreCart, makeRoomForRestore } from "../../cart/restore/restoreCart.ts";
import { releaseHold } from "../../cart/release/releaseHold.ts";
import { refuseOverusedCode } from "../../codes/refuseOverusedCode.ts";
import { lockCheckout, lockCheckoutCart, readHeldSummary } from "../batch/lockCheckout.ts";
import { heldSummary } from "../batch/lockedCheckout.ts";
import { findOpenChange } from "../../cart/change/findOpenChange.ts";
import { findOrderOfCart } from "../order/orders.sql.ts";
import { readPayments } from "../payment/payments.sql.ts";
import type { CheckoutContext } from "../context.ts";
import { leaseUntilSettled } from "../payment/lease.sql.ts";
import { attemptOf, canCheckOut, paidBefore } from "../payment/attempt.ts";
import { secondsSinceCaptured, type StalePayment } from "../reconcile/stalePayments.sql.ts";

/**
 * How long a captured payment waits for its purchaser's details. An anonymous purchaser may come back with their cookie
 * but cannot be contacted, and waiting longer would keep the places from others.
 */
export const anonymousPaymentGraceSeconds = 3600;

/** keep: the cart holds what was paid for, or another of its payments is undecided. */
export type LatePaymentDecision = "keep" | "refund";

class CartNotRestorable extends Error {
  readonly restoreFailure: RestoreFailure;
  constructor(restoreFailure: RestoreFailure) {
    super("The restored cart breaks a rule of the seller");
    this.restoreFailure = restoreFailure;
  }
}

/**
 * Restores a cart that expired before its payment arrived, if everything in it is still available, no rule forbids it and
 * its purchaser is known. It is then leased until the payment is settled. Otherwise the reason is recorded for the refund
 * e-mail.
 */
export const restoreLateCart = async (ctx: CheckoutContext, { cart_id, cart_version }: StalePayment): Promise<void> => {
  const { isExpired, isSuspended } = await transact(ctx, async (ctx) => {
    const cart = await lockCheckoutCart(ctx, cart_id);
    return {
      // A cart with a paid instalment does not expire, so it was ended on purpose.
      isExpired: cart?.state === "expired" && !cart.part_paid,
      // Holding the tickets again would be a new sale by a suspended seller. Changes of orders continue.
      isSuspended: ctx.seller.is_suspended === true && !cart?.change,
    };
  });
  if (!isExpired) return;
  if (isSuspended) return recordRestoreFailure(ctx, cart_id, "not_sold");
  await makeRoomForRestore(ctx, { cart_id, cart_version });
  const outcome = await transact(ctx, async (ctx): Promise<"held" | RestoreFailure | undefined> => {
    const cart = await lockCheckoutCart(ctx, cart_id);
    if (cart?.state !== "expired" || !cart.purchaser_identity_id) return undefined;
    const { payments, isBroken, total } = attemptOf(await readPayments(ctx, cart_id), cart_version);
    if (isBroken || payments.some(({ state }) => state === "created")) return undefined;
    if (cart.change && (await findOpenChange(ctx, cart.change.order_id))) return "order";
    const outcome = await restoreCart(ctx, { cart_id, cart_version, paid: cart.change ? "change" : total });
    if (outcome !== "held") return outcome;
    if (cart.change) return (await isChangePaid(ctx, cart_id, total)) ? "held" : refuseRestoredChange();
    // The same checks as before a payment. Throwing rolls the restored cart back.
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

/** Whether the order still has what a restored change gives up, and the payment equals the price of the change. */
const isChangePaid = async ({ db, seller }: CheckoutContext, cart_id: string, paid: number): Promise<boolean> => {
  const checkout = (await lockCheckout(db, seller, [cart_id])).get(cart_id);
  if (!checkout?.change?.planned || heldSummary(checkout).total !== paid) return false;
  await refuseOverusedCode(db, seller.id, cart_id);
  return true;
};

const refuseRestoredChange = (): never => {
  throw new CartNotRestorable("order");
};

/** Decides, under the cart's lock, whether a captured payment still pays for what the cart holds. */
export const decideLatePayment = (
  ctx: CheckoutContext,
  { id, cart_id, cart_version }: StalePayment,
): Promise<LatePaymentDecision> =>
  transact(ctx, async (ctx): Promise<LatePaymentDecision> => {
    const cart = await lockCheckoutCart(ctx, cart_id);
    if (cart?.state !== "pending" || (await findOrderOfCart(ctx, cart_id))) return "refund";
    const held = await readHeldSummary(ctx, cart);
    const payments = await readPayments(ctx, cart_id);
    // An earlier instalment is kept unless it exceeds the total.
    if (cart.part_paid && cart_version < cart.version)
      return paidBefore(payments, cart.version) > held.total ? "refund" : "keep";
    if (cart.version !== cart_version) return "refund";

    const attempt = attemptOf(payments, cart_version);
    if (attempt.undecided.length > 0 && !attempt.isBroken) return "keep";
    if (held.change?.planned === null) {
      // The order no longer has what the change gives up, so the new tickets are released.
      await releaseHold(ctx.db, ctx.seller.id, [cart_id]);
      await recordRestoreFailure(ctx, cart_id, "order");
      return "refund";
    }
    if (!canCheckOut(cart, held, { before: paidBefore(payments, cart_version), attempt })) return "refund";
    const isGraceOver =
      cart.purchaser_identity_id === null && (await secondsSinceCaptured(ctx, id)) > anonymousPaymentGraceSeconds;
    if (isGraceOver) return "refund";
    await leaseUntilSettled(ctx.db, ctx.seller.id, [{ cart_id, cart_version }]);
    return "keep";
  });
