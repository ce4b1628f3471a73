import { toDecimal } from "@foyer/rules/values/money.ts";
import { crash, pause } from "../../../db/faultPoints.ts";
import { transact } from "../../../db/transact.ts";
import { Refused } from "../../../errors/refused.ts";
import { queueEmail } from "../../../providers/mail/queueEmail.ts";
import { readCart } from "../../cart/read/readCart.ts";
import { releaseHold } from "../../cart/release/releaseHold.ts";
import { lockCheckoutCart } from "../batch/lockCheckout.ts";
import type { CheckoutContext, CheckoutJobContext } from "../context.ts";
import { purchaserRecipient } from "../emails/recipients.sql.ts";
import { readPayments } from "../payment/payments.sql.ts";
import type { RefundRow } from "../refund/refundPayment.ts";
import { insertPaymentRefund, reserveRefund } from "../refund/refunds.sql.ts";
import { sendRefundOrLeaveIt } from "../refund/sendRefundOrLeaveIt.ts";
import { planEndedEmail } from "./planEndedEmail.ts";
import { noteEndOfPlan } from "./schedule.sql.ts";

type PlanNote = { readonly reason: string; readonly made_by: string };

/** What goes back, in minor units. */
type EndedPlan = { readonly refunded: number; readonly currency: string };

/** A payment that was begun has no outcome yet. */
const undecided = new Set(["created", "processing", "authorized"]);

/**
 * Calls off a cart that is paid in part, for the venue: what it holds is free again, no further instalment can be paid,
 * and every instalment goes back whole. There is no order yet that could account for a fee. Behind the cart's lock, so
 * that whoever pays at the same time either comes first, and the plan stays, or finds it ended.
 */
export const cancelPlan = async (ctx: CheckoutJobContext, cart_id: string, note: PlanNote): Promise<EndedPlan> => {
  const refunds = await transact(ctx, (ctx) => recordEndOfPlan(ctx, cart_id, note));
  ctx.log.info({ event: "plan_cancelled", cart_id }, "the venue cancelled a payment plan");
  crash("after_refund_row");
  for (const refund of refunds) await sendRefundOrLeaveIt(ctx, refund);
  return { refunded: sumOf(refunds), currency: refunds[0]?.currency ?? ctx.seller.default_currency_code };
};

const sumOf = (refunds: readonly RefundRow[]): number => refunds.reduce((sum, { amount }) => sum + amount, 0);

const recordEndOfPlan = async (
  ctx: CheckoutContext,
  cart_id: string,
  note: PlanNote,
): Promise<readonly RefundRow[]> => {
  const cart = await lockCheckoutCart(ctx, cart_id);
  await pause("plan_locked");
  if (!cart) throw new Refused({ code: "not_found", context: "cart" });
  if (cart.state !== "pending" || !cart.part_paid) throw new Refused({ code: "cart_not_editable", context: "cart" });
  const payments = await readPayments(ctx, cart_id);
  if (payments.some(({ state }) => undecided.has(state)))
    throw new Refused({ code: "payment_in_progress", context: "cart" });
  const refunds: RefundRow[] = [];
  for (const { id: payment_id, state, amount: paid, refunded, refunding, currency } of payments) {
    const amount = paid - refunded - refunding;
    if (state !== "captured" || amount <= 0) continue;
    if (!(await reserveRefund(ctx, payment_id, amount)))
      throw new Refused({ code: "payment_in_progress", context: "cart" });
    refunds.push(await insertPaymentRefund(ctx, { payment_id, amount, currency, reason: "requested" }));
  }
  await queuePlanEndedEmail(ctx, cart_id, refunds);
  await noteEndOfPlan(ctx, cart_id, note);
  await releaseHold(ctx.db, ctx.seller.id, [cart_id]);
  return refunds;
};

const queuePlanEndedEmail = async (
  ctx: CheckoutContext,
  cart_id: string,
  refunds: readonly RefundRow[],
): Promise<void> => {
  const { db, seller, providers } = ctx;
  const purchaser = await purchaserRecipient(ctx, cart_id);
  const [cart] = (await readCart({ db, seller }, cart_id)).cart._data;
  if (!purchaser?.email || !cart) return;
  await queueEmail(ctx, {
    kind: "plan_cancelled",
    ref_id: cart_id,
    to_address: purchaser.email,
    email: planEndedEmail(seller, providers.origin, { cart, refund: toDecimal(sumOf(refunds), cart.currency) }),
  });
};
