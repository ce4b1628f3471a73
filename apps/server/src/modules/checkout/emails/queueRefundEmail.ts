import { queueEmail } from "../../../providers/mail/queueEmail.ts";
import type { CheckoutContext } from "../context.ts";
import { readRefundRecipient } from "./recipients.sql.ts";
import { refundEmail, type RefundEmailKind } from "./refundEmail.ts";

type RefundEmailOptions = {
  readonly kind: RefundEmailKind;
  /** Minor units, unless it is the whole payment. */
  readonly amount?: number;
  /** Distinguishes several e-mails about one payment. */
  readonly occasion?: string;
};

/**
 * Queues an e-mail about a refund, once for each occasion. A voided authorization is worth an e-mail only when the cart
 * is lost: not to a purchaser who has an order or can still pay.
 */
export const queueRefundEmail = async (
  ctx: CheckoutContext,
  payment_id: string,
  { kind, occasion = "", ...options }: RefundEmailOptions,
): Promise<void> => {
  const { seller, providers } = ctx;
  const payment = await readRefundRecipient(ctx, payment_id);
  if (!payment?.email || (kind === "voided" && !payment.is_cart_lost)) return;
  // A card payment is disputed by its payer, who need not be told; only debits clear later.
  if (kind === "taken_back" && !payment.was_processing) return;
  const { currency, email, first_name, restore_failure } = payment;
  const amount = options.amount ?? payment.amount;
  await queueEmail(ctx, {
    kind: "payment_returned",
    ref_id: payment_id,
    occasion,
    to_address: email,
    email: refundEmail(seller, providers.origin, {
      firstName: first_name ?? "",
      amount,
      currency,
      kind,
      restoreFailure: restore_failure,
    }),
  });
};
