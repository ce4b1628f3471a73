import { journalRefunds } from "../../journal/journalChanges.ts";
import type { CheckoutContext, SellerDb } from "../context.ts";
import { failedRefundOf, replaceFailedRefund, type FailedRefund } from "./failedRefunds.sql.ts";
import { recordRefund } from "./notifyRefund.ts";
import { reserveRefund, type RefundRow } from "./refunds.sql.ts";

export type { FailedRefund } from "./failedRefunds.sql.ts";

/**
 * An order's refund that its provider refused, and whose money was not sent in another way. The caller has locked the
 * order.
 */
export const findFailedRefund = (
  { db, seller }: SellerDb,
  of: { readonly order_id: string; readonly refund_id: string },
): Promise<FailedRefund | undefined> => failedRefundOf(db, seller.id, of);

/**
 * Records another refund in place of a failed one; the caller sends it. Undefined if the payment has less than the amount
 * left.
 */
export const refundAgain = async (ctx: CheckoutContext, failed: FailedRefund): Promise<RefundRow | undefined> => {
  const { payment_id, amount, currency, reason, order_change_id } = failed;
  if (!(await reserveRefund(ctx, payment_id, { amount }))) return undefined;
  const again = { payment_id, amount, currency, reason, ...(order_change_id !== null && { order_change_id }) };
  // The change's e-mail was sent when the money was first refunded.
  const refund = await recordRefund(ctx, again, { saysSentence: true });
  await requireReplaced(ctx, failed, { refund_id: refund.id });
  return refund;
};

/** Records that a gift card replaced a failed refund. */
export const replaceByGiftCard = async (
  ctx: SellerDb,
  failed: FailedRefund,
  gift_card_account_id: string,
): Promise<void> => {
  await requireReplaced(ctx, failed, { gift_card_account_id });
  await journalRefunds(ctx.db, ctx.seller.id, [failed.id]);
};

const requireReplaced = async (
  { db, seller }: SellerDb,
  failed: FailedRefund,
  by: Parameters<typeof replaceFailedRefund>[3],
): Promise<void> => {
  if (!(await replaceFailedRefund(db, seller.id, failed.id, by)))
    throw new Error(`The refund ${failed.id} was sent otherwise behind the lock of its order.`);
};
