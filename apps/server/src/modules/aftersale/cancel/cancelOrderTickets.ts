import type { Received, Reply } from "@foyer/contract/endpoint.ts";
import type { cancelOrderTickets, quoteOrderCancellation } from "@foyer/contract/shop/aftersale/orderChanges.ts";
import { crash } from "../../../db/faultPoints.ts";
import { transactWithKeptPlans } from "../../../db/transact.ts";
import type { RequestContext } from "../../../http/requestContext.ts";
import { trySendRefund } from "../../checkout/refund/trySendRefund.ts";
import { readOrder, requireOrder } from "../../orders/readOrders.ts";
import { judgedForVisitor } from "../readOrderForChange.ts";
import { planCancellation, presentQuote } from "./planCancellation.ts";
import { recordCancellation } from "./recordCancellation.ts";

/** Quotes a cancellation as of now, without changing anything. */
export const quoteTicketCancellation = async (
  ctx: RequestContext,
  { ticket_order_id, token, ...sent }: Received<typeof quoteOrderCancellation>,
): Promise<Reply<typeof quoteOrderCancellation>> => {
  const order = await requireOrder(ctx, ticket_order_id, token);
  return presentQuote(ctx, order, await planCancellation(ctx, order, { ...sent, by: judgedForVisitor(ctx, order) }));
};

/**
 * Cancels tickets of an order and refunds their money according to the policy. Refunds are sent to providers after the
 * commit. Those without an answer are sent again by the job that settles refunds.
 */
export const cancelTicketsOfOrder = async (
  ctx: RequestContext,
  { ticket_order_id, token, ...sent }: Received<typeof cancelOrderTickets>,
): Promise<Reply<typeof cancelOrderTickets>> => {
  const order = await requireOrder(ctx, ticket_order_id, token);
  const by = judgedForVisitor(ctx, order);
  const { planned, refunds } = await transactWithKeptPlans(ctx, (ctx) =>
    recordCancellation(ctx, order, { ...sent, by }),
  );
  crash("after_refund_row");
  for (const refund of refunds) await trySendRefund(ctx, refund);
  return { ...(await readOrder(ctx, { ticket_order_id, token })), cancellation: presentQuote(ctx, order, planned) };
};
