import { transact } from "../../../db/transact.ts";
import type { ProviderRefund } from "../../../providers/payments/paymentGateway.ts";
import { releaseHold } from "../../cart/release/releaseHold.ts";
import { revokeGiftCards } from "../../giftcards/revokeGiftCards.ts";
import { writeAudit } from "../payment/audit.sql.ts";
import { cancelTickets } from "./cancelTickets.sql.ts";
import { findPayment, lockCart, movePayment, type SellerDb, type CheckoutContext } from "../checkout.sql.ts";
import { queueRefundEmail } from "../emails/queueRefundEmail.ts";
import {
  updateRefundTotals,
  insertRefund,
  hasLivePayment,
  isFullyRefunded,
  updateRefund,
  refundsOf,
  type RefundRow,
} from "./refunds.sql.ts";

/** A refund goes only this way. That it failed may be found out after it had succeeded, never the other way round. */
const stateOrder = ["created", "pending", "succeeded", "failed"] as const;

/**
 * Writes down what a provider gave back, whoever asked for it: by our key, by its own name, or as one that was made in
 * its own pages (F26). Only ever moves forward, so it does not matter in what order or how often it is told; the sums of
 * the payment are those of its refunds, and other payments are not touched. An order that is given back whole loses its
 * tickets (docs/decisions/013).
 */
export const recordRefunds = async (
  ctx: CheckoutContext,
  payment_id: string,
  refunds: readonly ProviderRefund[],
): Promise<void> => {
  if (refunds.length === 0) return;
  await transact(ctx, async (ctx) => {
    const payment = await findPayment(ctx, payment_id);
    if (!payment) throw new Error(`payment ${payment_id} is gone`);
    await lockCart(ctx, payment.cart_id);
    const knownRefunds = await refundsOf(ctx, payment_id);

    for (const { ref, key, amount, currency, status, code, occurred_on } of refunds) {
      const provider_ref = ref === "" ? null : ref;
      const row = knownRefunds.find(
        (refund) => refund.id === key || (provider_ref && refund.provider_ref === provider_ref),
      );
      const update = { state: status, provider_ref, failure: code ?? null };
      if (!row) await insertRefund(ctx, { payment_id, amount, currency, reason: "outside", ...update });
      else if (stateOrder.indexOf(status) > stateOrder.indexOf(row.state)) {
        await updateRefund(ctx, row.id, { ...update, provider_ref: provider_ref ?? row.provider_ref });
        if (row.state === "created" && status !== "failed") await notifyRefund(ctx, row);
      }
      const entry = { amount, currency, provider_ref: ref, occurred_on };
      if (status === "succeeded" && row?.state !== "failed")
        await writeAudit(ctx, payment_id, [{ ...entry, audit_action: "refund" }]);
      if (status === "failed" && row?.state === "succeeded")
        await writeAudit(ctx, payment_id, [{ ...entry, audit_action: "refund_failed" }]);
    }
    await applyRefundTotals(ctx, payment_id);
  });
};

/** Whoever is given something back by us hears of it, once it is on its way. */
const notifyRefund = (ctx: CheckoutContext, { id, payment_id, amount, reason }: RefundRow): Promise<void> =>
  queueRefundEmail(
    ctx,
    payment_id,
    reason === "late" ? { kind: "refunded", occasion: "" } : { kind: "given", amount, occasion: id },
  );

const applyRefundTotals = async (ctx: SellerDb, payment_id: string): Promise<void> => {
  const { rows } = await updateRefundTotals(ctx, payment_id);
  const [payment] = rows;
  if (!payment) return;
  if (payment.refunded < payment.amount) {
    await movePayment(ctx, payment_id, ["refunded"], "captured");
    return;
  }
  await movePayment(ctx, payment_id, ["captured"], "refunded");
  if (!payment.ticket_order_id) return endPartPaidCart(ctx, payment.cart_id);
  if (!(await isFullyRefunded(ctx, payment.ticket_order_id))) return;
  await cancelTickets(ctx, payment.ticket_order_id);
  await revokeGiftCards(ctx, payment.ticket_order_id);
};

/**
 * A cart that is paid in parts is kept without an end. Once nothing is paid for it any more, and nothing is under way, it
 * ends: that is how a person ends one that is never paid for whole.
 */
const endPartPaidCart = async (ctx: SellerDb, cart_id: string): Promise<void> => {
  const cart = await lockCart(ctx, cart_id);
  if (!cart?.part_paid || cart.state !== "pending" || (await hasLivePayment(ctx, cart_id))) return;
  await releaseHold(ctx.db, [{ seller_id: ctx.seller.id, id: cart_id }]);
};
