import { toDecimal } from "@foyer/rules/values/money.ts";
import { Refused } from "../../../errors/refused.ts";
import { moneyFormatter } from "../../../providers/mail/moneyFormatter.ts";
import { movedToGiftCards, refundableOfOrder } from "../../cart/change/refundableOfCart.ts";
import { lockSpentOfOrder } from "../../giftcards/lockSpentOfOrder.ts";
import type { SellerDb } from "../context.ts";
import type { PaymentRow } from "../payment/paymentRow.ts";

export type UnspentAmount = {
  /** In minor units. */
  readonly amount: number;
  /** The caller may refund what was spent, too. */
  readonly mayOverride: boolean;
  /** The payment that is refunded, if a person refunds its disputed money as well. */
  readonly payment?: Pick<PaymentRow, "id" | "amount" | "refunded" | "refunding">;
};

/**
 * Refuses to give back, without cancelling, what was already spent of the gift cards that the order bought, except to
 * those who may override. In any case the cards are locked, so that a payment with one either comes first or finds the
 * refund. Call it behind the order's lock.
 */
export const requireUnspentAmount = async (
  ctx: SellerDb,
  order: { readonly id: string; readonly currency: string },
  { amount, mayOverride, payment }: UnspentAmount,
): Promise<void> => {
  const { db, seller } = ctx;
  const spent = await lockSpentOfOrder(ctx, order.id);
  if (mayOverride || spent === 0) return;
  const sums = (await refundableOfOrder(ctx, order.id)).map((one) =>
    one.payment_id === payment?.id ? payment.amount - payment.refunded - payment.refunding : one.left,
  );
  const moved = await movedToGiftCards(db, seller.id, order.id);
  const left = sums.reduce((sum, one) => sum + one, 0) - moved - spent;
  if (amount <= left) return;
  const most = toDecimal(Math.max(0, left), order.currency);
  const format = moneyFormatter(seller, order.currency);
  const used = format(toDecimal(spent, order.currency));
  throw new Refused({
    code: "refund_too_much",
    context: "order",
    description: `${used} of the gift cards in this order was spent already, so at most ${format(most)} can be refunded.`,
    extra: { left: most },
  });
};
