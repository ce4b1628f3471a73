import { transact } from "../../../db/transact.ts";
import type { ProviderRefund } from "../../../providers/payments/paymentGateway.ts";
import { releaseHold } from "../../cart/release/releaseHold.ts";
import { journalRefunds } from "../../journal/journalChanges.ts";
import { writeAudits } from "../batch/checkoutWrites.sql.ts";
import { findPayment, movePayment } from "../payment/payments.sql.ts";
import { lockCheckoutCart } from "../batch/lockCheckout.ts";
import { lockOrder, type LockedOrder } from "../change/lockOrder.ts";
import { readOrderRow } from "../order/orders.sql.ts";
import type { PaymentRow } from "../payment/paymentRow.ts";
import type { SellerDb, CheckoutContext } from "../context.ts";
import { queueRefundEmail } from "../emails/queueRefundEmail.ts";
import { endIfRefunded } from "./endIfRefunded.ts";
import { notifyRefund } from "./notifyRefund.ts";
import { alreadyRefunded } from "./repaidRefunds.sql.ts";
import { settleByHand } from "./repayFailedRefunds.ts";
import {
  updateRefundTotals,
  insertPaymentRefund,
  hasLivePayment,
  updateRefund,
  refundsOf,
  type RefundRow,
} from "./refunds.sql.ts";

/** Refunds only move forward. A refund can still fail after it has succeeded, but not the other way round. */
const stateOrder = ["created", "pending", "succeeded", "failed"] as const;

/**
 * Records refunds as the provider reports them. A refund is found by this application's key or by the provider's
 * reference, or is new if it was made in the provider's dashboard. Reports may be repeated and arrive in any order. A
 * fully refunded order loses its tickets.
 */
export const recordRefunds = async (
  ctx: CheckoutContext,
  payment_id: string,
  refunds: readonly ProviderRefund[],
): Promise<void> => {
  if (refunds.length === 0) return;
  await transact(ctx, (ctx) => recordRefundsIn(ctx, payment_id, refunds));
};

/** The same in the caller's transaction. */
export const recordRefundsIn = async (
  ctx: CheckoutContext,
  payment_id: string,
  refunds: readonly ProviderRefund[],
): Promise<void> => {
  const payment = await findPayment(ctx, payment_id);
  if (!payment) throw new Error(`Payment ${payment_id} does not exist`);
  const order = await lockCartsOfPayment(ctx, payment);
  const knownRefunds = await refundsOf(ctx, payment_id);

  for (const { ref, key, amount, currency, status, code, occurred_on } of refunds) {
    const provider_ref = ref === "" ? null : ref;
    const row = knownRefunds.find(
      (refund) => refund.id === key || (provider_ref && refund.provider_ref === provider_ref),
    );
    const update = { state: status, provider_ref, failure: code ?? null };
    if (!row) await insertPaymentRefund(ctx, { payment_id, amount, currency, reason: "external", ...update });
    else if (stateOrder.indexOf(status) > stateOrder.indexOf(row.state)) {
      await updateRefund(ctx, row.id, { ...update, provider_ref: provider_ref ?? row.provider_ref });
      if (status === "failed") await notifyFailure(ctx, row, code);
      else if (row.state === "created") await notifyRefund(ctx, row);
    }
    const entry = { payment_id, amount, currency, provider_ref: ref, occurred_on };
    if (status === "succeeded" && row?.state !== "failed")
      await writeAudits(ctx.db, ctx.seller.id, [{ ...entry, audit_action: "refund" }]);
    if (status === "failed" && row?.state === "succeeded")
      await writeAudits(ctx.db, ctx.seller.id, [{ ...entry, audit_action: "refund_failed" }]);
  }
  await journalRefunds(
    ctx.db,
    ctx.seller.id,
    (await refundsOf(ctx, payment_id)).map(({ id }) => id),
  );
  if (order && payment.ticket_order_id) await settleByHand(ctx, payment.ticket_order_id);
  const isForChange = refunds.every(
    ({ key, ref }) =>
      knownRefunds.find((refund) => refund.id === key || (ref !== "" && refund.provider_ref === ref))?.reason ===
      "change",
  );
  await applyRefundTotals(ctx, payment_id, { isForChange, order });
};

/** The order of a payment, locked; undefined while it has none. */
const lockCartsOfPayment = async (
  ctx: SellerDb,
  { cart_id, ticket_order_id }: PaymentRow,
): Promise<LockedOrder | undefined> => {
  if (ticket_order_id)
    return lockOrder(ctx, await readOrderRow(ctx, ticket_order_id), { refusesPaying: false, cart_ids: [cart_id] });
  await lockCheckoutCart(ctx, cart_id);
  return undefined;
};

/**
 * Tells the purchaser that the provider refused a refund of ours. The refund of a late payment is retried automatically,
 * so the purchaser is told once per payment.
 */
const notifyFailure = async (
  ctx: CheckoutContext,
  { id, payment_id, amount, reason }: RefundRow,
  code: string | undefined,
): Promise<void> => {
  if (reason === "external" || code === alreadyRefunded) return;
  const occasion = reason === "late" ? "failed" : `failed:${id}`;
  await queueRefundEmail(ctx, payment_id, { kind: "failed", amount, occasion });
};

/** A refund that belongs to a change cancels nothing itself: the change has cancelled the given-up tickets. */
const applyRefundTotals = async (
  ctx: CheckoutContext,
  payment_id: string,
  { isForChange, order }: { readonly isForChange: boolean; readonly order: LockedOrder | undefined },
): Promise<void> => {
  const { rows } = await updateRefundTotals(ctx, payment_id);
  const [payment] = rows;
  if (!payment) return;
  const isWhole = payment.refunded >= payment.amount;
  if (isWhole) await movePayment(ctx, payment_id, ["captured"], "refunded");
  else await movePayment(ctx, payment_id, ["refunded"], "captured");
  if (!payment.ticket_order_id) return isWhole ? endPartPaidCart(ctx, payment.cart_id) : undefined;
  // The rest of the money may be on gift cards.
  if (!isForChange) await endIfRefunded(ctx, payment.ticket_order_id, order);
};

/**
 * Ends a cart with a payment plan once all of its payments are refunded and none is in progress. Until then it is leased
 * without an end, so staff give up a cart that is never paid in full by refunding it.
 */
const endPartPaidCart = async (ctx: SellerDb, cart_id: string): Promise<void> => {
  const cart = await lockCheckoutCart(ctx, cart_id);
  if (!cart?.part_paid || cart.state !== "pending" || (await hasLivePayment(ctx, cart_id))) return;
  await releaseHold(ctx.db, ctx.seller.id, [cart_id]);
};
