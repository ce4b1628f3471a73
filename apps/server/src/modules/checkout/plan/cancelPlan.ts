import { freedVouchers, voucherEnd } from "@foyer/rules/aftersale/freedVouchers.ts";
import { toDecimal } from "@foyer/rules/values/money.ts";
import { crash } from "../../../db/faultPoints.ts";
import { rolledBack } from "../../../db/rolledBack.ts";
import { transact, type Within } from "../../../db/transact.ts";
import { queueEmail } from "../../../providers/mail/queueEmail.ts";
import { readCart } from "../../cart/read/readCart.ts";
import { releaseHold } from "../../cart/release/releaseHold.ts";
import type { CheckoutContext, CheckoutJobContext } from "../context.ts";
import { purchaserRecipient } from "../emails/recipients.sql.ts";
import type { RefundRow } from "../refund/refundPayment.ts";
import { trySendRefund } from "../refund/trySendRefund.ts";
import { lockPlan } from "./lockPlan.ts";
import { planEndedEmail } from "./planEndedEmail.ts";
import { recordPlanRefunds } from "./recordPlanRefunds.ts";
import { noteEndOfPlan } from "./schedule.sql.ts";

type PlanNote = { readonly reason: string; readonly made_by: string };

/** The refunded amount, and the amount that stays until a dispute about it is decided. In minor units. */
export type EndedPlan = { readonly refunded: number; readonly disputed: number; readonly currency: string };

/**
 * Cancels a partly paid cart for the venue: what it holds is released, no further instalment can be paid, and every
 * instalment is refunded in full, except for disputed money. No fee is kept, because there is no order yet to account for
 * it. Runs under the cart's lock, so that a simultaneous payment either comes first, and the plan stays, or finds the
 * plan ended.
 */
export const cancelPlan = async (
  ctx: CheckoutJobContext,
  cart_id: string,
  { within = transact, ...note }: PlanNote & { readonly within?: Within },
): Promise<EndedPlan> => {
  const { refunds, ...ended } = await within(ctx, (ctx) => recordEndOfPlan(ctx, cart_id, note));
  ctx.log.info({ event: "plan_cancelled", cart_id }, "the venue cancelled a payment plan");
  crash("after_refund_row");
  for (const refund of refunds) await trySendRefund(ctx, refund);
  return ended;
};

/** What cancelling a plan comes to, and in `emailOptions` the e-mails that it would send. Changes nothing. */
export const previewEndOfPlan = async (ctx: CheckoutContext, cart_id: string): Promise<EndedPlan> => {
  let ended: EndedPlan | undefined;
  await rolledBack(ctx, async (tx) => {
    const { refunds: _, ...sums } = await recordEndOfPlan(tx, cart_id, { reason: "Preview", made_by: "Preview" });
    ended = sums;
  });
  if (!ended) throw new Error(`The plan ${cart_id} was not previewed.`);
  return ended;
};

const sumOf = (parts: readonly { readonly amount: number }[]): number =>
  parts.reduce((sum, { amount }) => sum + amount, 0);

const recordEndOfPlan = async (
  ctx: CheckoutContext,
  cart_id: string,
  note: PlanNote,
): Promise<EndedPlan & { readonly refunds: readonly RefundRow[] }> => {
  const { payments, sources } = await lockPlan(ctx, cart_id);
  const captured = payments
    .filter(({ state }) => state === "captured")
    .map(({ amount, refunded, refunding }) => ({ amount: amount - refunded - refunding }));
  const parts = sources
    .map(({ payment_id, left }) => ({ payment_id, amount: left }))
    .filter(({ amount }) => amount > 0);
  const disputed = sumOf(captured) - sumOf(parts);
  const refunds = await recordPlanRefunds(ctx, parts);
  await queuePlanEndedEmail(ctx, cart_id, { refunded: sumOf(refunds), disputed });
  await noteEndOfPlan(ctx, cart_id, note);
  await releaseHold(ctx.db, ctx.seller.id, [cart_id]);
  const currency = refunds[0]?.currency ?? ctx.seller.default_currency_code;
  return { refunds, refunded: sumOf(refunds), disputed, currency };
};

const queuePlanEndedEmail = async (
  ctx: CheckoutContext,
  cart_id: string,
  { refunded, disputed }: Pick<EndedPlan, "refunded" | "disputed">,
): Promise<void> => {
  const { db, seller, providers } = ctx;
  const purchaser = await purchaserRecipient(ctx, cart_id);
  const reply = await readCart({ db, seller }, cart_id);
  const [cart] = reply.cart._data;
  if (!purchaser?.email || !cart) return;
  await queueEmail(ctx, {
    kind: "plan_cancelled",
    ref_id: cart_id,
    to_address: purchaser.email,
    email: planEndedEmail(seller, providers.origin, {
      cart,
      refund: toDecimal(refunded, cart.currency),
      freedVouchers: freedVouchers(reply.ticket._data, []).map(voucherEnd),
      disputed: disputed > 0 ? toDecimal(disputed, cart.currency) : undefined,
    }),
  });
};
