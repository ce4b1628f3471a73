import {
  accountStates,
  type AccountTicket,
  type myOrderSessions,
  type OrderSession,
} from "@foyer/contract/shop/account.ts";
import type { Received, Reply } from "@foyer/contract/endpoint.ts";
import { isAllDay } from "@foyer/rules/catalog/allDay.ts";
import { sessionFlag } from "@foyer/rules/account/sessionFlag.ts";
import { toDecimal } from "@foyer/rules/values/money.ts";
import type { RequestContext } from "../../http/requestContext.ts";
import { grantsAdmission } from "@foyer/rules/catalog/handlers.ts";
import { ticketToken } from "../cart/read/readTicketOrder.ts";
import { presentTicket } from "../cart/read/readCart.ts";
import { disputedDebitsOfOrders } from "../checkout/refund/disputedDebitsOfOrders.ts";
import { readCartTickets, type CartTicket } from "../cart/read/readCartTickets.ts";
import { opensDoor } from "../orders/tickets/readPrintedTickets.ts";
import { maxOwnOrders, ordersOfOwner } from "./account.sql.ts";
import { requireMember } from "./requireMember.ts";

type Order = Awaited<ReturnType<typeof ordersOfOwner>>[number] & {
  readonly taken_back: string | undefined;
};

/** Everything that the account's lists need in one answer: sessions by order, and their tickets. */
export const readOrderSessions = async (
  ctx: RequestContext,
  { "ticket.state._in": states = [...accountStates] }: Received<typeof myOrderSessions>,
): Promise<Reply<typeof myOrderSessions>> => {
  const { identity_id } = requireMember(ctx);
  const orders = await ordersOfOwner(ctx, identity_id, maxOwnOrders);
  const takenBack = await disputedDebitsOfOrders(
    ctx,
    orders.map(({ id }) => id),
  );
  const tickets = await readCartTickets(
    ctx.db,
    ctx.seller.id,
    orders.map(({ cart_id }) => cart_id),
  );
  const ofOrders = orders.map((order) => ({
    order: { ...order, taken_back: takenBack.get(order.id) },
    tickets: (tickets.get(order.cart_id) ?? []).filter(
      ({ state, ticket_order_id }) => ticket_order_id === order.id && states.some((wanted) => wanted === state),
    ),
  }));
  return {
    search_result: { _data: ofOrders.flatMap(({ order, tickets }) => sessionsOf(ctx, order, tickets)) },
    ticket: { _data: ofOrders.flatMap(({ tickets }) => tickets.map((ticket) => accountTicket(ctx, ticket))) },
  };
};

const sessionsOf = (ctx: RequestContext, order: Order, tickets: readonly CartTicket[]): OrderSession[] =>
  [...Map.groupBy(tickets, ({ event_session_id, event_template_id }) => event_session_id ?? event_template_id)].flatMap(
    ([, ofSession]) => (ofSession[0] ? [sessionOf(ctx, order, ofSession[0], ofSession)] : []),
  );

const sessionOf = (
  ctx: RequestContext,
  order: Order,
  ticket: CartTicket,
  tickets: readonly CartTicket[],
): OrderSession => {
  const { start_datetime, end_datetime } = ticket;
  const cancelled = ticket.session_cancelled;
  return {
    ticket_order_id: order.id,
    event_session_id: ticket.event_session_id,
    event_template_id: ticket.event_template_id,
    start_datetime,
    order_number: String(order.order_number),
    purchased_on: order.created_at,
    event_name: ticket.event_name,
    local_day: ticket.local_day,
    local_start: ticket.local_start,
    all_day: start_datetime !== null && end_datetime !== null && isAllDay({ start_datetime, end_datetime }, ticket),
    timezone: ticket.timezone,
    image: ticket.image,
    image_alt: ticket.image_alt,
    image_focus: ticket.image_focus,
    is_upcoming:
      start_datetime !== null &&
      !cancelled &&
      Temporal.Instant.compare(Temporal.Instant.from(start_datetime), ctx.now) > 0,
    flag: sessionFlag({ cancelled, tickets }, ctx.now),
    total: toDecimal(order.total, order.currency),
    taken_back: order.taken_back ?? null,
  };
};

const accountTicket = (ctx: RequestContext, ticket: CartTicket): AccountTicket => ({
  ...presentTicket(ctx.seller, ticket, true),
  ticket_type_name: ticket.type_name,
  ticket_group_name: ticket.group_name,
  handler: ticket.handler,
  token: grantsAdmission(ticket) && opensDoor(ticket) && ticket.sending_id === null ? ticketToken(ctx, ticket) : null,
});
