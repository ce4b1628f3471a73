import type { CartReply } from "@foyer/contract/shop/cart.ts";
import type { checkoutAsGuest, CheckoutReply } from "@foyer/contract/shop/checkout.ts";
import type { Received } from "@foyer/contract/endpoint.ts";
import type { TicketOrder } from "@foyer/contract/shop/orders/ticketOrder.ts";
import { Refused } from "../../../errors/refused.ts";
import type { RequestContext } from "../../../http/requestContext.ts";
import type { CartAccess } from "../../cart/access/cartAccess.ts";
import { embedInCart } from "../../cart/read/embedInCart.ts";
import { readCart } from "../../cart/read/readCart.ts";
import { presentOrder, readTicketOrder } from "../../cart/read/readTicketOrder.ts";
import { refuseOutdatedChange, sendRefundsOfChange } from "../change/finishChange.ts";
import { lockedCartReply } from "../batch/lockedCheckout.ts";
import { captureAttempt } from "../capture/captureAttempt.ts";
import { retryAfterLatePayment } from "../late/retryAfterLatePayment.ts";
import type { PaymentRow } from "../payment/paymentRow.ts";
import { readPayments } from "../payment/payments.sql.ts";
import { bookedRefusal } from "../requireCartAccess.ts";
import type { CompletedCart } from "./createOrders.ts";
import { prepareCheckout } from "./prepareCheckout.ts";
import { completeCart, recordAndComplete } from "./recordProviderStatus.ts";

type Sent = Received<typeof checkoutAsGuest>;

/**
 * The last step of a purchase: captures the authorized payments and makes the order, or records an instalment. The
 * payment in progress keeps the tickets held, so money is taken only for tickets that the cart still has. Repeated
 * requests, even concurrent ones, get the same order.
 */
export const checkOut = async (
  ctx: RequestContext,
  sent: Sent,
  access: CartAccess = "owner",
): Promise<CheckoutReply> => {
  const { due, canSeeOrder, isChange } = await retryAfterLatePayment(ctx, sent.cart_id, () =>
    prepareCheckout(ctx, sent, access),
  );
  const completed = await captureAndComplete(ctx, sent.cart_id, due);
  await sendRefundsOfChange(ctx, completed);
  const booked = completed?.outcome === "completed" ? completed.booked : undefined;
  if (booked && canSeeOrder)
    return checkoutReply(ctx, sent, {
      reply: lockedCartReply(ctx.seller, booked.checkout, ctx.visitor),
      outcome: "completed",
      order: presentOrder(ctx, booked.order),
    });

  const payments = await readPayments(ctx, sent.cart_id);
  if (!completed && !payments.some((payment) => payment.state === "processing")) {
    if (isChange) await refuseOutdatedChange(ctx, sent.cart_id);
    throw new Refused({ code: "payment_incomplete", context: "payment" });
  }
  const order_id = completed?.outcome === "completed" ? completed.order_id : undefined;
  if (order_id !== undefined && !canSeeOrder) throw await bookedRefusal(ctx, sent.cart_id);
  const order = order_id === undefined ? undefined : await readTicketOrder(ctx, order_id);
  if (order && isChange) return changedOrderReply(ctx, sent, order);
  const reply = await readCart(ctx, sent.cart_id);
  return checkoutReply(ctx, sent, { reply, outcome: completed?.outcome ?? "pending", order, canSeeOrder });
};

/** The order as it is now. If somebody else opened it by its link, its buyer is not shown. */
const changedOrderReply = async (ctx: RequestContext, sent: Sent, order: TicketOrder): Promise<CheckoutReply> => {
  const reply = await readCart(ctx, order.cart_id);
  const isBuyer = reply.cart._data[0]?.identity_id === ctx.visitor?.identity_id;
  return checkoutReply(ctx, sent, {
    reply,
    outcome: "completed",
    order: { ...order, ...(!isBuyer && { identity_id: null }) },
    canSeeOrder: isBuyer,
  });
};

type CheckoutResult = {
  readonly reply: CartReply;
  readonly outcome: CheckoutReply["outcome"];
  readonly order: CheckoutReply["ticket_order"]["_data"][number] | undefined;
  readonly canSeeOrder?: boolean;
};
const checkoutReply = async (
  ctx: RequestContext,
  sent: Sent,
  { reply, outcome, order, canSeeOrder = true }: CheckoutResult,
): Promise<CheckoutReply> => ({
  ...(await embedInCart(ctx, reply, sent, canSeeOrder)),
  outcome,
  ticket_order: { _data: order ? [order] : [] },
});

/** Captures the authorized payments. The order is made together with the last one. */
const captureAndComplete = async (
  ctx: RequestContext,
  cart_id: string,
  due: readonly PaymentRow[],
): Promise<CompletedCart | undefined> => {
  if (due.length === 0) return completeCart(ctx, cart_id);
  let completed: CompletedCart | undefined;
  await captureAttempt(ctx, due, async (context, payment, providerStatus) => {
    const recorded = await recordAndComplete(context, payment, providerStatus);
    completed = recorded.completed;
    return recorded;
  });
  return completed;
};
