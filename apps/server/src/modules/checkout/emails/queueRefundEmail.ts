import { isCounterPayment } from "@foyer/rules/checkout/gateways.ts";
import type { Pipeline } from "../../../db/statements/statement.ts";
import type { QueuedEmail } from "../../../providers/mail/queueEmail.ts";
import { queueEmail, queueEmails } from "../../../providers/mail/queueEmail.ts";
import type { CheckoutContext } from "../context.ts";
import { readRefundRecipients, type RefundRecipient } from "./recipients.sql.ts";
import { refundEmail, type RefundedMeans, type RefundEmailKind } from "./refundEmail.ts";

type RefundEmailOptions = {
  readonly kind: Exclude<RefundEmailKind, "unpaid" | "voided">;
  /** In minor units; absent means the whole payment. */
  readonly amount?: number;
  /** Distinguishes several e-mails about one payment. */
  readonly occasion?: string;
};

/** Queues an e-mail about a refund, once per occasion. */
export const queueRefundEmail = async (
  ctx: CheckoutContext,
  payment_id: string,
  { kind, occasion = "", ...options }: RefundEmailOptions,
): Promise<void> => {
  const [payment] = await readRefundRecipients(ctx.db, ctx.seller.id, [payment_id]);
  if (!payment) return;
  // A card payment is disputed by its payer, who needs no e-mail. Only debits are in state processing before they clear.
  if (kind === "taken_back" && !payment.was_processing) return;
  const email = emailTo(ctx, payment, { ...options, kind, occasion });
  if (email) await queueEmail(ctx, email);
};

/**
 * Tells purchasers that their bank did not complete a debit or that their card is not charged, in the transaction that
 * records it. For a card, the e-mail is sent only if the cart is lost, which is known after its lease has ended: a
 * purchaser who has an order or can still pay gets none.
 */
export const queueNotChargedEmails = async (
  pipeline: Pipeline,
  ctx: Pick<CheckoutContext, "seller" | "providers">,
  { kind, payment_ids }: { readonly kind: "unpaid" | "voided"; readonly payment_ids: readonly string[] },
): Promise<void> => {
  const recipients = await readRefundRecipients(pipeline, ctx.seller.id, payment_ids);
  await queueEmails(
    pipeline,
    ctx.seller.id,
    recipients
      .filter(({ is_cart_lost }) => kind === "unpaid" || is_cart_lost)
      .flatMap((payment) => emailTo(ctx, payment, { kind }) ?? []),
  );
};

const refundedMeans = (payment: RefundRecipient): RefundedMeans => {
  if (payment.is_gift_card) return "gift_card";
  return isCounterPayment(payment) ? payment.gateway_id : "original";
};

const emailTo = (
  { seller, providers }: Pick<CheckoutContext, "seller" | "providers">,
  payment: RefundRecipient,
  {
    kind,
    occasion = "",
    amount = payment.amount,
  }: Omit<RefundEmailOptions, "kind"> & { readonly kind: RefundEmailKind },
): QueuedEmail | undefined => {
  const { payment_id, currency, email, first_name, restore_failure } = payment;
  if (!email) return undefined;
  return {
    kind: "payment_returned",
    ref_id: payment_id,
    occasion,
    to_address: email,
    email: refundEmail(seller, providers.origin, {
      firstName: first_name ?? "",
      amount,
      currency,
      kind,
      means: refundedMeans(payment),
      restoreFailure: restore_failure,
    }),
  };
};
