import type { CancellationQuote, cancelOrderTickets } from "@foyer/contract/shop/orderChanges.ts";
import type { Received } from "@foyer/contract/endpoint.ts";
import { quoteCancellation, type CancellationAmounts } from "@foyer/rules/aftersale/quoteCancellation.ts";
import { removeFromContents } from "@foyer/rules/hold/cartContents.ts";
import { toDecimal } from "@foyer/rules/values/money.ts";
import { Refused } from "../../../errors/refused.ts";
import type { RequestContext } from "../../../http/requestContext.ts";
import { anchorRulesOf } from "../../cart/read/checkoutBlocks.ts";
import type { OrderRow } from "../../orders/readOrders.ts";
import { readChangeableTickets, type JudgedTicket } from "../changeableOrder.ts";
import { changeRefusal } from "../changeRefusal.ts";
import { meansLabel } from "../meansLabel.ts";
import { movedToGiftCards, refundablePayments, type RefundablePayment } from "../orderChanges.sql.ts";

export type CancellationRequest = Pick<Received<typeof cancelOrderTickets>, "tickets" | "refund_to">;

export type PlannedCancellation = {
  readonly tickets: readonly JudgedTicket[];
  readonly quote: CancellationAmounts;
  readonly payments: readonly RefundablePayment[];
  /** No ticket of the order is left. */
  readonly isWhole: boolean;
};

/** What cancelling tickets comes to, with those that cannot stay without them. Refuses what the policy does not allow. */
export const planCancellation = async (
  ctx: RequestContext,
  order: OrderRow,
  { tickets: requested, refund_to: wish = "same_means" }: CancellationRequest,
): Promise<PlannedCancellation> => {
  const all = await readChangeableTickets(ctx, order);
  const ids = new Set(requested.map(({ ticket_id }) => ticket_id));
  const leaving = all.filter(({ id }) => ids.has(id));
  if (leaving.length < ids.size) throw new Refused({ code: "ticket_not_found", context: "order" });
  for (const { judgement } of leaving)
    if (!judgement.actions.includes("cancel"))
      throw changeRefusal(judgement.obstacle, "You must contact us to cancel this order.");

  const staying = all.filter(({ id, state }) => !ids.has(id) && (state === "booked" || state === "redeemed"));
  const contents = removeFromContents({ leaving, staying, added: [] }, anchorRulesOf(ctx.seller));
  if ("rejection" in contents) {
    const { code, extra } = contents.rejection;
    throw new Refused({ code, extra, context: "order" });
  }
  const along = contents.along.filter(({ state }) => state === "booked");

  const payments = await refundablePayments(ctx.db, ctx.seller.id, order.id);
  const tickets = [...leaving, ...along];
  const quote = quoteCancellation({
    tickets,
    sources: payments,
    movedToGiftCards: await movedToGiftCards(ctx, order.id),
    wish,
    currency: order.currency,
  });
  return { tickets, quote, payments, isWhole: staying.length === along.length };
};

export const presentQuote = (
  { currency }: OrderRow,
  { tickets, quote, payments }: PlannedCancellation,
): CancellationQuote => {
  const money = (amount: number): string => toDecimal(amount, currency);
  return {
    tickets: tickets.map(({ id }) => ({ ticket_id: id })),
    value: money(quote.value),
    fee: money(quote.fee),
    refunds: quote.parts.map(({ payment_id, amount }) => ({
      means: meansLabel(payments.find((payment) => payment.payment_id === payment_id)),
      amount: money(amount),
    })),
    refund: money(quote.refund),
    gift_card: money(quote.gift_card),
    bonus: money(quote.bonus),
  };
};
