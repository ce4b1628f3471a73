import { toDecimal } from "@foyer/rules/values/money.ts";
import type { RefundPreference } from "@foyer/rules/aftersale/quoteChange.ts";
import { rolledBack } from "../../../db/rolledBack.ts";
import type { Within } from "../../../db/transact.ts";
import { Refused } from "../../../errors/refused.ts";
import { lockOrder } from "../../checkout/change/lockOrder.ts";
import type { CheckoutContext, CheckoutJobContext } from "../../checkout/context.ts";
import {
  findFailedRefund,
  refundAgain,
  replaceByGiftCard,
  type FailedRefund,
} from "../../checkout/refund/resendFailedRefund.ts";
import { assumeAccepted, type RefundRow } from "../../checkout/refund/refundPayment.ts";
import { paidByHand } from "../../checkout/refund/repayFailedRefunds.ts";
import { requireUnspentAmount } from "../../checkout/refund/requireUnspentAmount.ts";
import { trySendRefund } from "../../checkout/refund/trySendRefund.ts";
import { issueGiftCardForRefund } from "../../giftcards/issueGiftCardForRefund.ts";
import type { OrderRow } from "../../orders/readOrders.ts";
import { readOrderForChange } from "../readOrderForChange.ts";
import { noGiftCards } from "../../giftcards/noGiftCards.ts";

type ResentRefund = {
  readonly refund_id: string;
  readonly to: RefundPreference;
  readonly now: Temporal.Instant;
  /** The caller may refund what was spent of the order's gift cards, too. */
  readonly mayOverride: boolean;
  readonly within: Within;
};

/**
 * Sends again the money of a refund that its provider refused: to the original means, as a new refund, or as a new gift
 * card. Each failed refund can be sent again once, and never more than what is left.
 */
export const resendRefund = async (
  ctx: CheckoutJobContext,
  order: OrderRow,
  { within, ...request }: ResentRefund,
): Promise<void> => {
  const { refund } = await within(ctx, (tx) => recordResent(tx, order, request));
  if (refund) await trySendRefund(ctx, refund);
};

/**
 * Records the refund to the original means and its success in a transaction that is rolled back, to show the e-mails that
 * would be sent.
 */
export const previewRefundAgain = (
  ctx: CheckoutContext,
  order: OrderRow,
  request: Pick<ResentRefund, "refund_id" | "now" | "mayOverride">,
): Promise<void> =>
  rolledBack(ctx, async (tx) => {
    const { refund } = await recordResent(tx, order, { ...request, to: "same_means" });
    if (refund) await assumeAccepted(tx, refund);
  });

/** The refund that was sent again. `amount` is a decimal. */
export type Resent = { readonly amount: string; readonly refund: RefundRow | undefined };

const recordResent = async (
  ctx: CheckoutContext,
  order: OrderRow,
  { refund_id, to, now, mayOverride }: Omit<ResentRefund, "within">,
): Promise<Resent> => {
  const { seller } = ctx;
  await lockOrder(ctx, order, { refusesPaying: true });
  const failed = await findFailedRefund(ctx, { order_id: order.id, refund_id });
  if (!failed)
    throw new Refused({ code: "not_found", context: "order", description: "This refund was sent otherwise." });
  await requireLeft(ctx, order, { failed, now });
  // What a change gave up is owed whatever was spent.
  if (failed.order_change_id === null) await requireUnspentAmount(ctx, order, { amount: failed.amount, mayOverride });
  const amount = toDecimal(failed.amount, failed.currency);
  if (to === "gift_card") {
    if (seller.configuration.ledger_id === undefined) throw noGiftCards();
    const gift_card_account_id = await issueGiftCardForRefund(ctx, order, failed.amount);
    await replaceByGiftCard(ctx, failed, gift_card_account_id);
    return { amount, refund: undefined };
  }
  const refund = await refundAgain(ctx, failed);
  if (!refund) throw tooMuch(0, failed.currency);
  return { amount, refund };
};

/** The money may have been refunded in another way since. */
const requireLeft = async (
  ctx: CheckoutContext,
  order: OrderRow,
  { failed, now }: { readonly failed: FailedRefund; readonly now: Temporal.Instant },
): Promise<void> => {
  const { payments, movedToGiftCards } = await readOrderForChange(ctx, order, { actor: "venue", now });
  const left = Math.max(0, payments.reduce((sum, payment) => sum + payment.left, 0) - movedToGiftCards);
  if (failed.amount > left) throw tooMuch(left, order.currency);
  const paid = await paidByHand(ctx, { order_id: order.id, refund_id: failed.id });
  if (paid > 0) throw tooMuch(Math.max(0, failed.amount - paid), order.currency);
};

const tooMuch = (left: number, currency: string): Refused =>
  new Refused({ code: "refund_too_much", context: "order", extra: { left: toDecimal(left, currency) } });
