import type { RequestContext } from "../../http/requestContext.ts";
import { actorOf, type JudgedTicket } from "../cart/change/judgeOrderTickets.ts";
import { readChangedOrder, type ChangedOrder } from "../cart/change/readChangedOrder.ts";
import { orderNotFound, type OrderRow } from "../orders/readOrders.ts";

/** An order with its tickets, each judged for this visitor, and its payments. */
export const readOrderForChange = async (ctx: RequestContext, order: OrderRow): Promise<ChangedOrder> => {
  const { db: pipeline, seller, now } = ctx;
  const changed = await readChangedOrder({ pipeline, seller }, order.id, { actor: actorOf(ctx, order), now });
  if (!changed) throw orderNotFound();
  return changed;
};

/** The tickets of an order, each judged for this visitor. */
export const readChangeableTickets = async (ctx: RequestContext, order: OrderRow): Promise<readonly JudgedTicket[]> =>
  (await readOrderForChange(ctx, order)).tickets;
