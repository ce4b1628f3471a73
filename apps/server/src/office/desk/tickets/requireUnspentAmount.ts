import { toDecimal } from "@foyer/rules/values/money.ts";
import { Refused } from "../../../errors/refused.ts";
import type { StaffContext } from "../../../http/staff/staffContext.ts";
import { readOrderForChange } from "../../../modules/aftersale/readOrderForChange.ts";
import { lockSpentOfOrder } from "../../../modules/giftcards/lockSpentOfOrder.ts";
import type { OrderRow } from "../../../modules/orders/readOrders.ts";
import { moneyFormatter } from "../../../providers/mail/moneyFormatter.ts";

/**
 * Refuses to give back, without cancelling, what was already spent of the gift cards that the order bought, except to staff
 * who may override. The cards are locked, so that nobody spends from them meanwhile. Call it behind the order's lock.
 */
export const requireUnspentAmount = async (ctx: StaffContext, order: OrderRow, minor: number): Promise<void> => {
  const { seller, staff, now } = ctx;
  if (staff.can("order.override")) return;
  const spent = await lockSpentOfOrder(ctx, order.id);
  if (spent === 0) return;
  const { payments, movedToGiftCards } = await readOrderForChange(ctx, order, { actor: "venue", now });
  const left = payments.reduce((sum, payment) => sum + payment.left, 0) - movedToGiftCards - spent;
  if (minor <= left) return;
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
