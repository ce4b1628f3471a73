import type { Received, Reply } from "@foyer/contract/endpoint.ts";
import type { getOrderActions, OrderEvent } from "@foyer/contract/shop/aftersale/orderChanges.ts";
import { feeOfTicket } from "@foyer/rules/aftersale/quoteChange.ts";
import { toDecimal } from "@foyer/rules/values/money.ts";
import type { RequestContext } from "../../http/requestContext.ts";
import { requireOrder, type OrderRow } from "../orders/readOrders.ts";
import { meansLabel } from "../cart/change/meansLabel.ts";
import type { ChangedOrder } from "../cart/change/readChangedOrder.ts";
import { actorOf } from "../cart/change/judgeOrderTickets.ts";
import {
  changesOfOrder,
  ownOpenChange,
  paymentsOfChanges,
  refundsOfOrder,
  type ChangeRow,
} from "./orderChanges.sql.ts";
import { readOrderForChange } from "./readOrderForChange.ts";
import { obstacleToSending } from "./send/obstacleToSending.ts";

/** What the visitor can do with each ticket of an order, where money goes back to, and what happened to the order. */
export const readOrderActions = async (
  ctx: RequestContext,
  { ticket_order_id, token }: Received<typeof getOrderActions>,
): Promise<Reply<typeof getOrderActions>> => {
  const order = await requireOrder(ctx, ticket_order_id, token);
  const { tickets, payments } = await readOrderForChange(ctx, order);
  const cancellable = tickets.filter(({ judgement }) => judgement.actions.includes("cancel"));
  const destinations = new Set(cancellable.filter(({ value }) => value > 0).map(({ policy }) => policy.refund_to));
  const [only = "same_means"] = destinations;
  const sendable = sendableTickets(ctx, order, tickets);
  return {
    ticket: {
      _data: tickets.map(({ id, value, policy, judgement }) => ({
        ticket_id: id,
        actions: [...judgement.actions],
        until: judgement.until,
        obstacle: judgement.obstacle,
        value: toDecimal(value, order.currency),
        change_fee: toDecimal(feeOfTicket({ value, policy, isMoved: true }, order.currency), order.currency),
        is_sendable: sendable.has(id),
      })),
    },
    refund_to: destinations.has("choice") ? "choice" : only,
    gift_card_bonus: Math.max(0, ...cancellable.map(({ policy }) => policy.gift_card_bonus)),
    change_cart_id: ctx.visitor
      ? await ownOpenChange(ctx.db, ctx.seller.id, { order_id: order.id, identity_id: ctx.visitor.identity_id })
      : null,
    history: await readHistory(ctx, order, { tickets, payments }),
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

/** What a change is called in an order's history. */
const eventKinds = {
  cancel: "cancelled",
  names: "renamed",
  change: "moved",
  send: "sent",
  take_back: "taken_back",
} as const satisfies Readonly<Record<ChangeRow["kind"], OrderEvent["kind"]>>;

const readHistory = async (
  ctx: RequestContext,
  order: OrderRow,
  { tickets, payments }: Pick<ChangedOrder, "tickets" | "payments">,
): Promise<OrderEvent[]> => {
  const { db, seller } = ctx;
  const [changes, paid, refunds] = await Promise.all([
    changesOfOrder(db, seller.id, order.id),
    paymentsOfChanges(db, seller.id, order.id),
    refundsOfOrder(db, seller.id, order.id),
  ]);
  const money = (amount: number): string => toDecimal(amount, order.currency);
  const meansOf = (payment_id: string): string | null =>
    meansLabel(
      seller,
      payments.find((payment) => payment.payment_id === payment_id),
    );
  const bought = tickets.length - changes.reduce((sum, { added_tickets }) => sum + added_tickets, 0);
  const ofMoney = { tickets: 0, state: null };
  const events: OrderEvent[] = [
    { at: order.created_at, kind: "bought", tickets: bought, amount: money(order.total), means: null, state: null },
    ...changes.flatMap((change) => eventsOfChange(seller, change, money)),
    ...paid.map(({ created_at, amount, payment_id }): OrderEvent => ({
      ...ofMoney,
      at: created_at,
      kind: "paid",
      amount: money(amount),
      means: meansOf(payment_id),
    })),
    ...refunds.map(({ created_at, amount, state, payment_id }): OrderEvent => ({
      ...ofMoney,
      at: created_at,
      kind: "refunded",
      amount: money(amount),
      means: meansOf(payment_id),
      state: state === "created" ? "pending" : state,
    })),
  ];
  return events.toSorted((one, other) => Temporal.Instant.compare(one.at, other.at));
};

/** A change that only gives tickets up is a cancellation. One that adds some is a move, at the price of the new ones. */
const eventsOfChange = (
  seller: RequestContext["seller"],
  change: ChangeRow,
  money: (amount: number) => string,
): OrderEvent[] => {
  const isMove = change.added_tickets > 0;
  const kind = change.kind === "change" && !isMove ? "cancelled" : eventKinds[change.kind];
  const event: OrderEvent = {
    at: change.created_at,
    kind,
    tickets: change.tickets,
    amount: money(isMove ? change.added : change.value),
    means: null,
    state: null,
  };
  if (change.gift_card === 0) return [event];
  const card: OrderEvent = {
    ...event,
    kind: "refunded",
    tickets: 0,
    amount: money(change.gift_card),
    means: meansLabel(seller, change),
    state: "succeeded",
  };
  return [event, card];
};
