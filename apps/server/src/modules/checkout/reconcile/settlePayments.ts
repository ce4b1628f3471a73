import type { PaymentGateway } from "../../../providers/payments/paymentGateway.ts";
import { findPayment } from "../payment/payments.sql.ts";
import type { CheckoutContext, CheckoutJobContext } from "../context.ts";
import { completeCart, recordProviderStatus } from "../order/recordProviderStatus.ts";
import { recordUnexpectedCapture } from "../late/recordUnexpectedCapture.ts";
import { restoreLateCart, decideLatePayment } from "../late/restoreLateCart.ts";
import { resumeAttempt } from "../capture/resumeAttempt.ts";
import { notReachedProvider } from "../capture/voidAttempt.ts";
import { refundPayment } from "../refund/refundPayment.ts";
import { claimStalePayment, findUnorderedPayment, stalePayments, type StalePayment } from "./stalePayments.sql.ts";

/**
 * Settles stale payments: the server died, the buyer closed the page, or a debit cleared. Asks the provider for the
 * status of each and continues from there, until there is either a captured payment with an order, or neither.
 */
export const settlePayments = async (ctx: CheckoutJobContext, olderThanSeconds: number): Promise<number> => {
  const stale = await stalePayments(ctx, olderThanSeconds);
  for (const payment of stale) {
    try {
      if (await claimStalePayment(ctx, payment.id, olderThanSeconds)) await settlePayment(ctx, payment.id);
    } catch (error) {
      ctx.log.error(
        { payment_id: payment.id, err: error instanceof Error ? error.message : String(error) },
        "payment could not be settled yet",
      );
    }
  }
  return stale.length;
};

export const settlePayment = async (ctx: CheckoutJobContext, payment_id: string): Promise<void> => {
  const payment = await findUnorderedPayment(ctx, payment_id);
  if (!payment) return;
  if (payment.state === "failed" || payment.state === "voided") return settleAbandoned(ctx, payment);
  if (payment.state !== "refunded") return settleOne(ctx, payment);
};

/**
 * Settles a payment that its provider reported. A created or authorized payment is left to the buyer's request, or to the
 * job half a minute later.
 */
export const settleReportedPayment = async (ctx: CheckoutJobContext, payment_id: string): Promise<void> => {
  const payment = await findUnorderedPayment(ctx, payment_id);
  if (payment && payment.state !== "created" && payment.state !== "authorized") await settlePayment(ctx, payment_id);
};

type GatewayRequest = { readonly gateway: PaymentGateway; readonly payment: { sellerId: string; id: string } };
const gatewayRequest = async (
  ctx: CheckoutContext,
  { id, gateway_id }: StalePayment,
): Promise<GatewayRequest | undefined> => {
  const gateway = await ctx.providers.findGateway(gateway_id, ctx.seller.id);
  return gateway && { gateway, payment: { sellerId: ctx.seller.id, id } };
};

const settleOne = async (ctx: CheckoutJobContext, stale: StalePayment): Promise<void> => {
  const request = await gatewayRequest(ctx, stale);
  if (!request) return;
  const { gateway, payment } = request;
  const providerStatus = await gateway.findStatus(payment);

  // Still clearing: the other payments of the attempt wait for it.
  if (providerStatus.status === "processing" && stale.state === "processing") return;
  // The provider never received it, so nothing was charged and the buyer may try again.
  if (providerStatus.status === "unknown") await recordProviderStatus(ctx, stale, notReachedProvider);
  // The payer is at their bank and may return until the lease ends.
  else if (providerStatus.status === "requires_action" && stale.leased) return;
  else if (providerStatus.status === "requires_action")
    await recordProviderStatus(ctx, stale, await gateway.void({ ...payment, ref: providerStatus.ref }));
  else await recordProviderStatus(ctx, stale, providerStatus);
  await restoreLateCart(ctx, stale);
  await resumeAttempt(ctx, stale);
  await completeCart(ctx, stale.cart_id);
  await settleCapture(ctx, stale);
};

/** Settles a captured payment: it has an order, waits for one, or is refunded. */
const settleCapture = async (ctx: CheckoutJobContext, stale: StalePayment): Promise<void> => {
  const payment = await findPayment(ctx, stale.id);
  if (!payment || payment.state !== "captured" || payment.ticket_order_id) return;
  if ((await decideLatePayment(ctx, stale)) === "keep") return;
  const refund = await refundPayment(ctx, { payment_id: stale.id, reason: "late" });
  // An order was made in the meantime, or another server refunds it.
  if (!refund) return;
  ctx.log.warn(
    {
      event: "late_payment_refunded",
      payment_id: stale.id,
      cart_id: stale.cart_id,
      refund_id: refund.id,
      state: refund.state,
    },
    "refunded a payment whose cart no longer held its tickets",
  );
};

/** Settles an abandoned payment: voids an authorization, and treats a capture as a late payment. */
const settleAbandoned = async (ctx: CheckoutJobContext, stale: StalePayment): Promise<void> => {
  const request = await gatewayRequest(ctx, stale);
  if (!request) return;
  const providerStatus = await request.gateway.findStatus(request.payment);
  if (providerStatus.status === "authorized")
    await request.gateway.void({ ...request.payment, ref: providerStatus.ref });
  if (providerStatus.status !== "captured") return;
  await recordUnexpectedCapture(ctx, stale.id, providerStatus.ref);
  await restoreLateCart(ctx, stale);
  await completeCart(ctx, stale.cart_id);
  await settleCapture(ctx, stale);
};
