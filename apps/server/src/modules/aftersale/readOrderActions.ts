import type { Received, Reply } from "@foyer/contract/endpoint.ts";
import type { getOrderActions } from "@foyer/contract/shop/aftersale/orderChanges.ts";
import { sellerAmountStep } from "@foyer/rules/checkout/amountSteps.ts";
import { needsVoucher } from "@foyer/rules/forms/cityPass.ts";
import { feeOfTicket } from "@foyer/rules/aftersale/quoteChange.ts";
import { toDecimal } from "@foyer/rules/values/money.ts";
import type { RequestContext } from "../../http/requestContext.ts";
import { requireOrder, type OrderRow } from "../orders/readOrders.ts";
import type { ChangedOrder } from "../cart/change/readChangedOrder.ts";
import { actorOf } from "../cart/change/judgeOrderTickets.ts";
import { ownOpenChange } from "./orderChanges.sql.ts";
import { readOrderHistory } from "./readOrderHistory.ts";
import { judgedForVisitor, readOrderForChange } from "./readOrderForChange.ts";
import { openOffer } from "./venue/offers.sql.ts";
import { obstacleToSending } from "./send/obstacleToSending.ts";

/** What the visitor can do with each ticket of an order, where refunds go, and what happened to the order. */
export const readOrderActions = async (
  ctx: RequestContext,
  { ticket_order_id, token }: Received<typeof getOrderActions>,
): Promise<Reply<typeof getOrderActions>> => {
  const order = await requireOrder(ctx, ticket_order_id, token);
  const { tickets, payments } = await readOrderForChange(ctx, order, judgedForVisitor(ctx, order));
  const cancellable = tickets.filter(({ judgement }) => judgement.actions.includes("cancel"));
  const destinations = new Set(cancellable.filter(({ value }) => value > 0).map(({ policy }) => policy.refund_to));
  const [only = "same_means"] = destinations;
  const { currency } = order;
  const coins = { currency, step: sellerAmountStep(ctx.seller, currency) };
  const sendable = sendableTickets(ctx, order, tickets);
  return {
    ticket: {
      _data: tickets.map(({ id, value, policy, judgement, handler, event_citypass: citypass }) => ({
        ticket_id: id,
        actions: [...judgement.actions],
        until: judgement.until,
        obstacle: judgement.obstacle,
        is_sold_out: judgement.isSoldOut ?? false,
        value: toDecimal(value, currency),
        change_fee: toDecimal(feeOfTicket({ value, policy, isMoved: true }, coins), currency),
        is_sendable: sendable.has(id),
        needs_voucher: needsVoucher({ handler }, citypass === null ? {} : { citypass }, ctx.seller.web),
      })),
    },
    refund_to: destinations.has("choice") ? "choice" : only,
    gift_card_bonus: Math.max(0, ...cancellable.map(({ policy }) => policy.gift_card_bonus)),
    change_cart_id: ctx.visitor
      ? await ownOpenChange(ctx.db, ctx.seller.id, { order_id: order.id, identity_id: ctx.visitor.identity_id })
      : null,
    is_change_offered: (await openOffer(ctx.db, ctx.seller.id, order.id)) !== undefined,
    history: await readOrderHistory(ctx, order, { tickets, payments }),
  };
};

const sendableTickets = (
  ctx: RequestContext,
  order: OrderRow,
  tickets: ChangedOrder["tickets"],
): ReadonlySet<string> => {
  const by = { actor: actorOf(ctx, order), now: ctx.now };
  const sendable = tickets.filter((ticket) => ticket.sending_id === null && obstacleToSending(ticket, by) === null);
  return new Set(sendable.map(({ id }) => id));
};
