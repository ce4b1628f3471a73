import { refundStepOf, sellerAmountStep } from "@foyer/rules/checkout/amountSteps.ts";
import { splitRefund } from "@foyer/rules/aftersale/quoteChange.ts";
import { toDecimal } from "@foyer/rules/values/money.ts";
import { crash, pause } from "../../../db/faultPoints.ts";
import { rolledBack } from "../../../db/rolledBack.ts";
import { transact, type Within } from "../../../db/transact.ts";
import { Refused } from "../../../errors/refused.ts";
import { requireInSteps } from "../../giftcards/requireInSteps.ts";
import { meansLabel } from "../../cart/change/meansLabel.ts";
import { lockOrder } from "../../checkout/change/lockOrder.ts";
import type { CheckoutContext, CheckoutJobContext } from "../../checkout/context.ts";
import { assumeAccepted, type RefundRow } from "../../checkout/refund/refundPayment.ts";
import { reservePartRefunds } from "../../checkout/refund/reservePartRefunds.ts";
import { trySendRefund } from "../../checkout/refund/trySendRefund.ts";
import type { VenueNote } from "../../checkout/change/recordOrderChange.ts";
import type { OrderRow } from "../../orders/readOrders.ts";
import { readOrderForChange } from "../readOrderForChange.ts";
import { recordGiftCardRefund } from "./refundToGiftCard.ts";

export type VenueRefund = {
  readonly now: Temporal.Instant;
  /** In minor units. */
  readonly amount: number;
  /** Staff typed the amount: what a card cannot get back, or could not be spent of a gift card, is refused. */
  readonly isTyped?: boolean;
  /** Refunds as a new gift card instead of to the original means, with the reason and the staff member. */
  readonly toGiftCard?: VenueNote | undefined;
  /** The transaction that records the refund, together with the caller's own writes. */
  readonly within?: Within;
};

export type CompletedRefund = { readonly means: string | null; readonly amount: number };

/**
 * Refunds money of an order and leaves its tickets as they are: to cards before gift cards, oldest payment first, or as a
 * new gift card. When everything has been refunded, the tickets end. Refuses more than what is left, under the lock that
 * every change and refund of the order takes.
 */
export const refundForVenue = async (
  ctx: CheckoutJobContext,
  order: OrderRow,
  { within = transact, ...refund }: VenueRefund,
): Promise<readonly CompletedRefund[]> => {
  const { refunds, made } = await within(ctx, (ctx) => recordVenueRefund(ctx, order, refund));
  ctx.log.info({ event: "refunded_by_venue", order_id: order.id }, "the venue gave money back");
  crash("after_refund_row");
  for (const one of refunds) await trySendRefund(ctx, one);
  return made;
};

/** Records the refund and its success in a transaction that is rolled back, to show the e-mails that would be sent. */
export const previewRefund = (
  ctx: CheckoutContext,
  order: OrderRow,
  refund: Omit<VenueRefund, "within">,
): Promise<void> =>
  rolledBack(ctx, async (tx) => {
    const { refunds } = await recordVenueRefund(tx, order, refund);
    for (const one of refunds) await assumeAccepted(tx, one);
  });

/** The same in the caller's transaction. The caller sends the refunds afterwards. */
export const recordVenueRefund = async (
  ctx: CheckoutContext,
  order: OrderRow,
  { now, amount, isTyped = false, toGiftCard }: Omit<VenueRefund, "within">,
): Promise<{ readonly refunds: readonly RefundRow[]; readonly made: readonly CompletedRefund[] }> => {
  const { currency } = order;
  const locked = await lockOrder(ctx, order, { refusesPaying: true });
  await pause("order_change_locked");
  const { payments, movedToGiftCards } = await readOrderForChange(ctx, order, { actor: "venue", now });
  const left = Math.max(0, payments.reduce((sum, payment) => sum + payment.left, 0) - movedToGiftCards);
  if (amount > left) throw tooMuch(left, currency);
  if (toGiftCard) {
    if (isTyped) requireInSteps(amount, { step: sellerAmountStep(ctx.seller, currency), currency, context: "order" });
    await recordGiftCardRefund(ctx, order, { amount, note: toGiftCard, locked });
    return { refunds: [], made: [] };
  }
  const parts = splitRefund(amount, payments);
  const paymentOf = (id: string) => payments.find(({ payment_id }) => payment_id === id);
  if (isTyped)
    for (const part of parts) {
      const payment = paymentOf(part.payment_id);
      const step = payment ? refundStepOf(payment, currency) : 1;
      requireInSteps(part.amount, { step, currency, context: "order" });
    }
  const refunds = await reservePartRefunds(ctx, { parts, currency });
  if (!refunds) throw tooMuch(left, currency);
  const meansOf = (id: string) => meansLabel(ctx.seller, paymentOf(id));
  return { refunds, made: parts.map(({ payment_id, amount }) => ({ means: meansOf(payment_id), amount })) };
};

const tooMuch = (left: number, currency: string): Refused =>
  new Refused({ code: "refund_too_much", context: "order", extra: { left: toDecimal(left, currency) } });
