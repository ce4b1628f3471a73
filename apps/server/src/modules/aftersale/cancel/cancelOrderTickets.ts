import type { Received, Reply } from "@foyer/contract/endpoint.ts";
import type {
  CancellationQuote,
  cancelOrderTickets,
  quoteOrderCancellation,
} from "@foyer/contract/shop/aftersale/orderChanges.ts";
import { crash, pause } from "../../../db/faultPoints.ts";
import { newId } from "../../../db/newId.ts";
import { transact } from "../../../db/transact.ts";
import { Refused } from "../../../errors/refused.ts";
import type { RequestContext } from "../../../http/requestContext.ts";
import { lockOrder } from "../../checkout/change/lockOrder.ts";
import { recordOrderChange } from "../../checkout/change/recordOrderChange.ts";
import { readCart } from "../../cart/read/readCart.ts";
import { cancelForChange } from "../../checkout/refund/cancelForChange.ts";
import type { RefundRow } from "../../checkout/refund/refundPayment.ts";
import { sendRefundOrLeaveIt } from "../../checkout/refund/sendRefundOrLeaveIt.ts";
import { returnCodeUses } from "../../codes/returnCodeUses.ts";
import { issueGiftCardForRefund } from "../../giftcards/issueGiftCardForRefund.ts";
import { readOrder, requireOrder, type OrderRow } from "../../orders/readOrders.ts";
import { actorOf } from "../../cart/change/judgeOrderTickets.ts";
import { queueCancellationEmail } from "./queueCancellationEmail.ts";
import {
  planCancellation,
  presentQuote,
  type CancellationRequest,
  type PlannedCancellation,
} from "./planCancellation.ts";

/** What cancelling would come to now. Changes nothing. */
export const quoteTicketCancellation = async (
  ctx: RequestContext,
  { ticket_order_id, token, ...sent }: Received<typeof quoteOrderCancellation>,
): Promise<Reply<typeof quoteOrderCancellation>> => {
  const order = await requireOrder(ctx, ticket_order_id, token);
  return presentQuote(ctx, order, await planCancellation(ctx, order, sent));
};

/**
 * Cancels tickets of an order: tickets, refund rows, gift card and e-mail in one transaction behind the lock of the
 * order's cart, which every other change and refund of the order takes too. Providers are asked afterwards; what they do
 * not answer is sent again by the job that settles refunds.
 */
export const cancelTicketsOfOrder = async (
  ctx: RequestContext,
  { ticket_order_id, token, ...sent }: Received<typeof cancelOrderTickets>,
): Promise<Reply<typeof cancelOrderTickets>> => {
  const order = await requireOrder(ctx, ticket_order_id, token);
  const { planned, refunds } = await transact(ctx, (tx) => recordCancellation({ ...ctx, ...tx }, order, sent));
  crash("after_refund_row");
  for (const refund of refunds) await sendRefundOrLeaveIt(ctx, refund);
  return { ...(await readOrder(ctx, { ticket_order_id, token })), cancellation: presentQuote(ctx, order, planned) };
};

type RecordedCancellation = { readonly planned: PlannedCancellation; readonly refunds: readonly RefundRow[] };

const recordCancellation = async (
  ctx: RequestContext,
  order: OrderRow,
  sent: CancellationRequest & Pick<Received<typeof cancelOrderTickets>, "expected">,
): Promise<RecordedCancellation> => {
  const { closeChangeOf } = await lockOrder(ctx, order, { refusesPaying: true });
  await pause("order_change_locked");
  const planned = await planCancellation(ctx, order, sent);
  const { quote, leaving } = planned;
  refuseOtherAmounts(presentQuote(ctx, order, planned), sent.expected);
  await closeChangeOf(leaving.map(({ id }) => id));
  const order_change_id = newId();
  const { lines = [] } = (await readCart(ctx, order.cart_id)).cart._data[0] ?? {};
  const card = quote.gift_card > 0 ? await issueGiftCardForRefund(ctx, order, quote.gift_card) : undefined;
  await recordOrderChange(ctx, {
    id: order_change_id,
    ticket_order_id: order.id,
    kind: "cancel",
    actor: actorOf(ctx, order),
    tickets: leaving.length,
    value: quote.value,
    fee: quote.fee,
    refund: quote.refund,
    gift_card: quote.gift_card,
    bonus: quote.bonus,
    gift_card_account_id: card ?? null,
  });
  const refunds = await cancelForChange(ctx, {
    order,
    order_change_id,
    ticket_ids: leaving.map(({ id }) => id),
    refunds: quote.parts,
  });
  if (planned.isWhole) await returnCodeUses(ctx, order.cart_id);
  await queueCancellationEmail(ctx, order, { order_change_id, planned, lines });
  return { planned, refunds };
};

/** Money may have gone back otherwise since the buyer looked. */
const refuseOtherAmounts = (
  { refund, gift_card }: CancellationQuote,
  expected: Pick<CancellationQuote, "refund" | "gift_card"> | undefined,
): void => {
  if (!expected || (expected.refund === refund && expected.gift_card === gift_card)) return;
  throw new Refused({
    code: "payment_incorrect_amount",
    context: "order",
    description: "What you get back has changed. Please look at it again.",
    extra: { refund, gift_card },
  });
};
