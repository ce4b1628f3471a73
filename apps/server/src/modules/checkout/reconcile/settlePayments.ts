import type { RequestContext } from "../../../http/requestContext.ts";
import type { PaymentGateway } from "../../../providers/payments/paymentGateway.ts";
import { findPayment, type CheckoutContext } from "../checkout.sql.ts";
import { completeCart, recordProviderStatus } from "../order/completeCart.ts";
import { recordUnexpectedCapture } from "../late/recordUnexpectedCapture.ts";
import { restoreLateCart, decideLatePayment } from "../late/restoreLateCart.ts";
import { resumeAttempt, neverReached } from "../payment/captureAttempt.ts";
import { queueRefundEmail } from "../emails/queueRefundEmail.ts";
import { refundPayment } from "../refund/refundPayment.ts";
import { findUnorderedPayment, touchPayment, stalePayments, type StalePayment } from "./stalePayments.sql.ts";

type SettleContext = CheckoutContext & Pick<RequestContext, "log">;

/**
 * Looks after payments that were left alone: the server died, the buyer closed the page, a debit cleared. Asks the
 * provider how each stands and goes on from there, so that in the end there is money with its order, or neither.
 */
export const settlePayments = async (ctx: SettleContext, olderThanSeconds: number): Promise<number> => {
  const stale = await stalePayments(ctx, olderThanSeconds);
  for (const payment of stale) {
    try {
      // To the end of the row, so that what cannot be decided today keeps nobody else waiting.
      await touchPayment(ctx, payment.id);
      await settlePayment(ctx, payment.id);
    } catch (error) {
      ctx.log.error(
        { payment_id: payment.id, err: error instanceof Error ? error.message : String(error) },
        "payment could not be settled yet",
      );
    }
  }
  return stale.length;
};

/** The same for one payment, at once. */
export const settlePayment = async (ctx: SettleContext, payment_id: string): Promise<void> => {
  const payment = await findUnorderedPayment(ctx, payment_id);
  if (!payment) return;
  if (payment.state === "failed" || payment.state === "voided") return settleAbandoned(ctx, payment);
  if (payment.state !== "refunded") return settleOne(ctx, payment);
};

/**
 * The same for one payment that its provider tells of. Whoever is just paying is not disturbed: they, or the job after
 * half a minute, go on from what was promised. Money that clears, and a promise for a payment that was given up, is
 * nobody's but ours.
 */
export const settleReportedPayment = async (ctx: SettleContext, payment_id: string): Promise<void> => {
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

const settleOne = async (ctx: SettleContext, stale: StalePayment): Promise<void> => {
  const request = await gatewayRequest(ctx, stale);
  if (!request) return;
  const { gateway, payment } = request;
  const providerStatus = await gateway.findStatus(payment);

  // Still clearing: what goes beside it waits, and is looked at by itself.
  if (providerStatus.status === "processing" && stale.state === "processing") return;
  // The provider never heard of it: nothing was charged, and the buyer may try again.
  if (providerStatus.status === "unknown") await recordProviderStatus(ctx, stale, neverReached);
  // Still at their bank: until the lease ends they may come back.
  else if (providerStatus.status === "requires_action" && stale.leased) return;
  else if (providerStatus.status === "requires_action")
    await recordProviderStatus(ctx, stale, await gateway.void({ ...payment, ref: providerStatus.ref }));
  else await recordProviderStatus(ctx, stale, providerStatus);
  await restoreLateCart(ctx, stale);
  await resumeAttempt(ctx, stale);
  await completeCart(ctx, stale.cart_id);
  await settleCapture(ctx, stale);
  // What a gift card promised is whole again on the card.
  if (providerStatus.status === "authorized" && stale.gateway_id !== "ledger") await notifyVoid(ctx, stale);
};

const notifyVoid = async (ctx: SettleContext, { id }: StalePayment): Promise<void> => {
  const payment = await findPayment(ctx, id);
  if (payment?.state === "voided") await queueRefundEmail(ctx, id, { kind: "voided" });
};

/** Money that was taken has its order, or waits for it, or goes back (T57, I11). */
const settleCapture = async (ctx: SettleContext, stale: StalePayment): Promise<void> => {
  const payment = await findPayment(ctx, stale.id);
  if (!payment || payment.state !== "captured" || payment.ticket_order_id) return;
  if ((await decideLatePayment(ctx, stale)) === "stays") return;
  const refund = await refundPayment(ctx, { payment_id: stale.id, reason: "late" });
  // An order came in between, or somebody else is at it.
  if (!refund) return;
  ctx.log.warn(
    {
      event: "late_payment_refunded",
      payment_id: stale.id,
      cart_id: stale.cart_id,
      refund_id: refund.id,
      state: refund.state,
    },
    "money came for what its cart no longer held",
  );
};

/** A payment that was given up: a promise is void, and money that came all the same is money that came late. */
const settleAbandoned = async (ctx: SettleContext, stale: StalePayment): Promise<void> => {
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
