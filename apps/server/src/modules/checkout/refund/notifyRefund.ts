import type { CheckoutContext } from "../context.ts";
import { queueRefundEmail } from "../emails/queueRefundEmail.ts";
import { insertPaymentRefund, type NewRefund, type RefundRow } from "./refunds.sql.ts";

/** Tells the purchaser about a refund of ours once the provider has accepted it, if staff have not chosen otherwise. */
export const notifyRefund = (
  ctx: CheckoutContext,
  { id, payment_id, amount, reason, email_choice }: RefundRow,
): Promise<void> =>
  queueRefundEmail(
    { ...ctx, emailOptions: ctx.emailOptions ?? email_choice ?? undefined },
    payment_id,
    reason === "late" ? { kind: "refunded", occasion: "" } : { kind: "by_seller", amount, occasion: id },
  );

/**
 * Records a refund with the staff's choices for its e-mail, which is sent later. The staff's sentence is in the change's
 * e-mail if there is one; `saysSentence` repeats it in this one. In a preview, the e-mail is collected instead.
 */
export const recordRefund = async (
  ctx: CheckoutContext,
  refund: NewRefund,
  { saysSentence = refund.reason === "requested" }: { readonly saysSentence?: boolean } = {},
): Promise<RefundRow> => {
  const { emailOptions } = ctx;
  if (emailOptions?.collect) {
    const row = await insertPaymentRefund(ctx, refund);
    await notifyRefund(ctx, row);
    return row;
  }
  const { is_sent = true, sentence } = emailOptions ?? {};
  const isSaid = saysSentence && sentence !== undefined;
  return insertPaymentRefund(ctx, {
    ...refund,
    ...((!is_sent || isSaid) && { email_choice: { is_sent, ...(isSaid && { sentence }) } }),
  });
};
