import type { RequestContext } from "../../http/requestContext.ts";
import type { CheckoutContext } from "../checkout/context.ts";
import { actorOf, type JudgedFor, type JudgedTicket } from "../cart/change/judgeOrderTickets.ts";
import { readChangedOrder, type ChangedOrder } from "../cart/change/readChangedOrder.ts";
import { orderNotFound, type OrderRow } from "../orders/readOrders.ts";

/** The visitor's actor and the time of the request. */
export const judgedForVisitor = (ctx: RequestContext, order: OrderRow): JudgedFor => ({
  actor: actorOf(ctx, order),
  now: ctx.now,
});

/** An order with its tickets, each with its judgement, and its payments. */
export const readOrderForChange = async (
  { db: pipeline, seller }: Pick<CheckoutContext, "db" | "seller">,
  order: OrderRow,
  by: JudgedFor,
): Promise<ChangedOrder> => {
  const changed = await readChangedOrder({ pipeline, seller }, order.id, by);
  if (!changed) throw orderNotFound();
  return changed;
};

/** The tickets of an order, each judged for this visitor. */
export const readChangeableTickets = async (ctx: RequestContext, order: OrderRow): Promise<readonly JudgedTicket[]> =>
  (await readOrderForChange(ctx, order, judgedForVisitor(ctx, order))).tickets;
