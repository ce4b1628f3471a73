import type { ReviewAction, ReviewReason } from "@foyer/contract/office/money/money.ts";
import { transact } from "../../../db/transact.ts";
import { Refused } from "../../../errors/refused.ts";
import type { CheckoutContext, SellerDb } from "../context.ts";
import { lockOrder } from "../change/lockOrder.ts";
import { readOrderRow } from "../order/orders.sql.ts";
import { lockCheckoutCart } from "../batch/lockCheckout.ts";
import type { PaymentRow } from "../payment/paymentRow.ts";
import { findPayment, lockPaymentRow } from "../payment/payments.sql.ts";
import { settleElsewhere } from "../refund/repayFailedRefunds.ts";
import { refundPayment, type RefundRow, type RefundWithin } from "../refund/refundPayment.ts";
import { markReviewed, paymentsForReview, type PaymentForReview } from "./manualReview.sql.ts";

/* Actions for payments that need a person, at the command line (`foyer payments`) and in the back office. */

/** What happened, what to do, and which actions the list offers. */
export const reviewTexts: Readonly<
  Record<ReviewReason, { readonly what: string; readonly help: string; readonly can: readonly ReviewAction[] }>
> = {
  no_order: {
    what: "captured without an order",
    help: "settle it, or refund it",
    can: ["settle", "refund", "done"],
  },
  refund_failed: {
    what: "the refund failed",
    help: "refund it again, or repay it another way and mark it done",
    can: ["refund", "done"],
  },
  dispute: { what: "the payer has opened a dispute", help: "respond at the provider", can: ["done"] },
  part_given_back: {
    what: "partly refunded at the provider",
    help: "check which tickets that was for, then mark it done",
    can: ["refund", "done"],
  },
  used_given_back: {
    what: "fully refunded although tickets were used",
    help: "check whether that was intended, then mark it done",
    can: ["done"],
  },
  overdue: {
    what: "an instalment of the cart has been overdue for a week",
    help: "contact the buyer; once all its payments are refunded, the cart ends",
    can: ["refund", "done"],
  },
  under_way: {
    what: "processing for more than two weeks",
    help: "ask the provider; settle checks again",
    can: ["settle", "done"],
  },
};

export type { PaymentForReview } from "./manualReview.sql.ts";

/** The seller's payments that need a person, oldest first. */
export const reviewsOf = ({ db, seller }: SellerDb): Promise<PaymentForReview[]> => paymentsForReview(db, seller.id);

/**
 * `busy`: a change of the order is being paid. `nothing_left`: the payment was not captured, or has less left than the
 * amount.
 */
export type ReviewedRefund = RefundRow | "busy" | "nothing_left";

/**
 * Refunds an amount in minor units, or all that is left. `within` is the transaction that records the refund, together
 * with the caller's own writes.
 */
export const refundReviewed = async (
  ctx: CheckoutContext,
  {
    payment_id,
    amount,
    mayOverride = false,
    within = transact,
  }: {
    readonly payment_id: string;
    readonly amount: number | undefined;
    /** The caller may refund what was spent of the order's gift cards, too. */
    readonly mayOverride?: boolean;
    readonly within?: RefundWithin;
  },
): Promise<ReviewedRefund> => {
  try {
    const made = await refundPayment(ctx, {
      payment_id,
      reason: "requested",
      mayOverride,
      ...(amount !== undefined && { amount }),
      within,
    });
    return made ?? "nothing_left";
  } catch (error) {
    if (error instanceof Refused && error.code === "payment_in_progress") return "busy";
    throw error;
  }
};

/**
 * Locks a payment that needs a person, behind the locks of its order or cart that a refund of it takes. Until the
 * transaction ends, no refund and no report of its provider changes it.
 */
export const lockForReview = async (ctx: SellerDb, payment_id: string): Promise<PaymentRow | undefined> => {
  const found = await findPayment(ctx, payment_id);
  if (!found) return undefined;
  if (found.ticket_order_id) {
    const order = await readOrderRow(ctx, found.ticket_order_id);
    await lockOrder(ctx, order, { refusesPaying: false, cart_ids: [found.cart_id] });
  } else await lockCheckoutCart(ctx, found.cart_id);
  return lockPaymentRow(ctx, payment_id);
};

/**
 * Takes a payment off the list until something new happens to it. A failed refund of its order counts as repaid in
 * another way: it is no longer owed and cannot be sent again. Runs in the caller's transaction.
 */
export const finishReviewOf = async (ctx: SellerDb, payment_id: string): Promise<void> => {
  const payment = await lockForReview(ctx, payment_id);
  if (payment?.ticket_order_id) await settleElsewhere(ctx, { order_id: payment.ticket_order_id, payment_id });
  await markReviewed(ctx, payment_id);
};
