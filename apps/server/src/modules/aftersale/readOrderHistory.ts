import type { OrderEvent } from "@foyer/contract/shop/aftersale/orderChanges.ts";
import { toDecimal } from "@foyer/rules/values/money.ts";
import type { SellerContext } from "../../http/requestContext.ts";
import { meansLabel } from "../cart/change/meansLabel.ts";
import type { ChangedOrder } from "../cart/change/readChangedOrder.ts";
import type { OrderRow } from "../orders/readOrders.ts";
import { changesOfOrder, paymentsOfChanges, refundsOfOrder, type ChangeRow } from "./orderChanges.sql.ts";

/** The names of changes in an order's history. */
const eventKinds = {
  cancel: "cancelled",
  names: "renamed",
  change: "moved",
  send: "sent",
  take_back: "taken_back",
  session_cancelled: "session_cancelled",
  session_reinstated: "session_reinstated",
  session_moved: "session_moved",
  refund: "refunded",
} as const satisfies Readonly<Record<ChangeRow["kind"], OrderEvent["kind"]>>;

/** What happened to an order, earliest first. */
export const readOrderHistory = async (
  ctx: SellerContext,
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

const movedOf = ({ moved_from, moved_to, timezone }: ChangeRow): Pick<OrderEvent, "moved"> =>
  moved_from === null || moved_to === null || timezone === null
    ? {}
    : { moved: { from: moved_from, to: moved_to, timezone } };

const kindOf = ({ kind }: ChangeRow, isMove: boolean): OrderEvent["kind"] => {
  if (kind === "change" && !isMove) return "cancelled";
  return kind === "names" && isMove ? "card_added" : eventKinds[kind];
};

/**
 * A change that only gives up tickets is a cancellation. One that also adds tickets is a move, at the price of the new
 * ones.
 */
const eventsOfChange = (
  seller: SellerContext["seller"],
  change: ChangeRow,
  money: (amount: number) => string,
): OrderEvent[] => {
  const isMove = change.added_tickets > 0;
  const kind = kindOf(change, isMove);
  const event: OrderEvent = {
    at: change.created_at,
    kind,
    tickets: change.tickets,
    amount: money(isMove ? change.added : change.value),
    means: null,
    state: null,
    ...(change.actor === "venue" && { by_venue: true }),
    ...(change.event_name !== null && { event_name: change.event_name }),
    ...movedOf(change),
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
  return change.kind === "refund" ? [card] : [event, card];
};
