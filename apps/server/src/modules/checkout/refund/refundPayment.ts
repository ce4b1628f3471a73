import { refundStepOf } from "@foyer/rules/checkout/amountSteps.ts";
import { crash, pause } from "../../../db/faultPoints.ts";
import { rolledBack } from "../../../db/rolledBack.ts";
import { transact } from "../../../db/transact.ts";
import { requireInSteps } from "../../giftcards/requireInSteps.ts";
import type { RequestContext } from "../../../http/requestContext.ts";
import type { ProviderRefund, PaymentGateway } from "../../../providers/payments/paymentGateway.ts";
import { findPayment } from "../payment/payments.sql.ts";
import { lockCheckoutCart } from "../batch/lockCheckout.ts";
import { lockOrder } from "../change/lockOrder.ts";
import { readOrderRow } from "../order/orders.sql.ts";
import type { PaymentRow } from "../payment/paymentRow.ts";
import type { CheckoutContext } from "../context.ts";
import { endLeaseAfterRefund } from "../payment/lease.sql.ts";
import { recordRefund } from "./notifyRefund.ts";
import { recordRefunds, recordRefundsIn } from "./recordRefunds.ts";
import { requireUnspentAmount } from "./requireUnspentAmount.ts";
import {
  claimUndecidedRefund,
  undecidedRefunds,
  refundsOf,
  reserveRefund,
  updateRefund,
  type RefundRow,
} from "./refunds.sql.ts";

export type { RefundRow } from "./refunds.sql.ts";

type RefundRequest = {
  readonly payment_id: string;
  /** In minor units; absent means the rest of the payment. */
  readonly amount?: number;
  /** late: refunded only while the payment has no order. */
  readonly reason: "late" | "requested";
  /** The caller may refund what was spent of the order's gift cards, too. */
  readonly mayOverride?: boolean;
  /** The transaction that records the refund, together with the caller's own writes. */
  readonly within?: RefundWithin;
};

/** Records a refund in one transaction with the caller's own writes. */
export type RefundWithin = (
  ctx: CheckoutContext,
  work: (ctx: CheckoutContext) => Promise<RefundRow | undefined>,
) => Promise<RefundRow | undefined>;

/**
 * Refunds a captured payment. The amount is reserved and recorded first, then the gateway is called with the refund's id
 * as the idempotency key, then its answer is recorded. Undefined if less than the amount is left, or an order was made in
 * the meantime. Refused while a change of the order is being paid, beyond what was spent of its gift cards, and for an
 * amount between two steps of its gateway. `within` is the transaction that records the refund.
 */
export const refundPayment = async (
  ctx: CheckoutContext,
  { within = transact, ...request }: RefundRequest,
): Promise<RefundRow | undefined> => {
  const refund = await within(ctx, (tx) => openRefund(tx, request));
  if (!refund) return undefined;
  crash("after_refund_row");
  return sendRefund(ctx, refund);
};

/**
 * Records a refund and its success in a transaction that is rolled back, to show the e-mails that would be sent. False if
 * less than the amount is left.
 */
export const previewRefundOfPayment = async (
  ctx: CheckoutContext,
  request: Omit<RefundRequest, "within">,
): Promise<boolean> => {
  let isPossible = false;
  await rolledBack(ctx, async (tx) => {
    const refund = await openRefund(tx, request);
    if (!refund) return;
    isPossible = true;
    await assumeAccepted(tx, refund);
  });
  return isPossible;
};

/**
 * Records the success of a refund whose row was written in the same transaction, which is rolled back: the e-mails that
 * follow it are collected. The one about the refund itself was collected with its row.
 */
export const assumeAccepted = async (
  tx: CheckoutContext,
  { id: key, payment_id, amount, currency }: RefundRow,
): Promise<void> => {
  await updateRefund(tx, key, { state: "pending", provider_ref: null, failure: null });
  const occurred_on = Temporal.Now.instant().toString();
  await recordRefundsIn(tx, payment_id, [{ ref: "", key, amount, currency, status: "succeeded", occurred_on }]);
};

const openRefund = async (
  ctx: CheckoutContext,
  { payment_id, reason, mayOverride = false, ...request }: Omit<RefundRequest, "within">,
): Promise<RefundRow | undefined> => {
  const found = await findPayment(ctx, payment_id);
  if (!found) return undefined;
  if (found.ticket_order_id && reason === "requested") {
    const order = await readOrderRow(ctx, found.ticket_order_id);
    await lockOrder(ctx, order, { refusesPaying: true, cart_ids: [found.cart_id] });
  } else await lockCheckoutCart(ctx, found.cart_id);
  // Read again under the lock: an order may have been made.
  const payment = await findPayment(ctx, payment_id);
  if (!payment || (reason === "late" && payment.ticket_order_id)) return undefined;
  const amount = request.amount ?? payment.amount - payment.refunded - payment.refunding;
  if (request.amount !== undefined) {
    const { currency } = payment;
    requireInSteps(amount, { step: refundStepOf(payment, currency), currency, context: "payment" });
  }
  if (payment.ticket_order_id)
    await requireUnspentAmount(
      ctx,
      { id: payment.ticket_order_id, currency: payment.currency },
      { amount, mayOverride, payment },
    );
  await pause("before_refund_reserved");
  if (amount <= 0 || !(await reserveRefund(ctx, payment_id, { amount, withDisputed: true }))) return undefined;
  // Another payment may pay for the cart.
  if (!payment.ticket_order_id) await endLeaseAfterRefund(ctx, payment.cart_id, payment.cart_version);
  return recordRefund(ctx, { payment_id, amount, currency: payment.currency, reason });
};

const gatewayFor = async (ctx: CheckoutContext, { id, gateway_id, provider_ref }: PaymentRow) => {
  const gateway = await ctx.providers.findGateway(gateway_id, ctx.seller.id);
  if (!gateway || provider_ref === null) throw new Error(`Payment ${id} has no gateway or no provider reference`);
  return { gateway, payment: { sellerId: ctx.seller.id, id, ref: provider_ref } };
};

/** Sends a recorded refund to its provider and records the answer. */
export const sendRefund = async (ctx: CheckoutContext, { id, payment_id, amount }: RefundRow): Promise<RefundRow> => {
  const payment = await findPayment(ctx, payment_id);
  if (!payment) throw new Error(`Payment ${payment_id} does not exist`);
  const { gateway, payment: paymentRef } = await gatewayFor(ctx, payment);
  const result = await gateway.refund({ ...paymentRef, amount, key: id });
  crash("after_refund_sent");
  await recordRefunds(ctx, payment_id, [
    {
      ...result,
      ref: result.ref ?? "",
      key: id,
      amount,
      currency: payment.currency,
      occurred_on: Temporal.Now.instant().toString(),
    },
  ]);
  const after = (await refundsOf(ctx, payment_id)).find((refund) => refund.id === id);
  if (!after) throw new Error(`Refund ${id} does not exist`);
  return after;
};

/** Settles stale refunds: records those that the provider knows by this application's key, and sends the others. */
export const settleRefunds = async (
  ctx: CheckoutContext & Pick<RequestContext, "log">,
  olderThanSeconds: number,
): Promise<number> => {
  const open = await undecidedRefunds(ctx, olderThanSeconds);
  for (const refund of open) {
    try {
      if (await claimUndecidedRefund(ctx, refund.id, olderThanSeconds)) await resumeRefund(ctx, refund);
    } catch (error) {
      ctx.log.error(
        { refund_id: refund.id, err: error instanceof Error ? error.message : String(error) },
        "refund could not be settled yet",
      );
    }
  }
  return open.length;
};

const resumeRefund = async (ctx: CheckoutContext, refund: RefundRow): Promise<void> => {
  const payment = await findPayment(ctx, refund.payment_id);
  if (!payment) return;
  const { gateway, payment: paymentRef } = await gatewayFor(ctx, payment);
  const known = await refundsKnownTo(gateway, paymentRef);
  await recordRefunds(ctx, payment.id, known);
  const found = known.some(({ key, ref }) => key === refund.id || ref === refund.provider_ref);
  // Providers forget idempotency keys after a while, so a refund is sent again only if the provider does not list it.
  if (!found && refund.state === "created") await sendRefund(ctx, refund);
};

const refundsKnownTo = async (
  gateway: PaymentGateway,
  payment: { sellerId: string; id: string; ref: string },
): Promise<readonly ProviderRefund[]> => (gateway.listRefunds ? gateway.listRefunds(payment) : []);
