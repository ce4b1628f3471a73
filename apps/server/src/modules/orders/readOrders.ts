import type { Cart, CartReply } from "@foyer/contract/shop/cart.ts";
import type { DoorTicket } from "@foyer/contract/shop/orders/doorTicket.ts";
import type { TicketOrder } from "@foyer/contract/shop/orders/ticketOrder.ts";
import type { OrderReply } from "@foyer/contract/shop/orders/orders.ts";
import { markPast } from "@foyer/rules/account/sessionFlag.ts";
import { settleOrder } from "@foyer/rules/aftersale/settleOrder.ts";
import { totalsLines } from "@foyer/rules/checkout/cartTotals.ts";
import { toDecimal } from "@foyer/rules/values/money.ts";
import type { RequestContext } from "../../http/requestContext.ts";
import { Refused } from "../../errors/refused.ts";
import { readCarts } from "../cart/read/readCart.ts";
import { readMoneyOfOrders, remainingTotal, type MoneyOfOrder } from "../checkout/change/settledOrders.ts";
import { disputedDebitsOfOrders } from "../checkout/refund/disputedDebitsOfOrders.ts";
import { giftCardsOfOrders } from "../giftcards/giftCardsOfOrder.ts";
import { presentOrder, isOrderToken, ticketToken } from "../cart/read/readTicketOrder.ts";
import { embedInOrders, type OrderQuery } from "./embedInOrders.ts";
import { orderByNumber, ordersById, type OrderRow } from "./orders.sql.ts";
import { presentSentTickets } from "./presentSentTickets.ts";
import { taxesOfOrders } from "../checkout/taxes/orderTaxes.ts";
import { presentShownTicket } from "./tickets/presentShownTicket.ts";
import { opensDoor, readPrintedTicketsOfOrders, type PrintedTicket } from "./tickets/readPrintedTickets.ts";

export type { OrderRow } from "./orders.sql.ts";

/** Limits the work of one request. */
export const maxOrders = 20;

const isOwnOrder = ({ visitor }: RequestContext, { owner_identity_id }: OrderRow): boolean =>
  owner_identity_id === visitor?.identity_id;

/** An order can be opened by the buyer's session, or by the token in its e-mail. */
export const canOpenOrder = (ctx: RequestContext, order: OrderRow, token: string | undefined): boolean =>
  isOwnOrder(ctx, order) || isOrderToken(ctx, order.id, token);

/** Any order. The caller checks access. */
export const findOrder = async (
  ctx: Pick<RequestContext, "db" | "seller">,
  id: string,
): Promise<OrderRow | undefined> => (await ordersById(ctx, [id]))[0];

/** Any order by its number, which the venue uses. */
export const findOrderByNumber = (
  ctx: Pick<RequestContext, "db" | "seller">,
  order_number: number,
): Promise<OrderRow | undefined> => orderByNumber(ctx, order_number);

/** An order that the visitor may open. Other people's orders are answered like missing ones. */
export const requireOrder = async (ctx: RequestContext, id: string, token: string | undefined): Promise<OrderRow> => {
  const [order] = await ordersById(ctx, [id]);
  if (!order || !canOpenOrder(ctx, order, token)) throw orderNotFound();
  return order;
};

export const orderNotFound = (): Refused =>
  new Refused({ code: "not_found", context: "order", description: "We could not find that order." });

/** The orders that the visitor may open; others are left out. */
export const readOrders = async (
  ctx: RequestContext,
  sent: OrderQuery & { readonly "id._in": readonly string[]; readonly token?: string | undefined },
): Promise<OrderReply> => {
  if (sent["id._in"].length > maxOrders) throw new Refused({ code: "bad_field_value", extra: { fields: ["id._in"] } });
  const found = await ordersById(ctx, sent["id._in"]);
  const own = found.filter((order) => canOpenOrder(ctx, order, sent.token));
  const carts = await readCarts(
    ctx.db,
    ctx.seller,
    own.map(({ cart_id }) => ({ cart_id, visitor: undefined })),
  );
  const all = await readPrintedTicketsOfOrders(ctx.db, ctx.seller, own);
  const printed = all.map((tickets) => tickets.filter((ticket) => ticket.sending_id === null && opensDoor(ticket)));
  const sentOn = await presentSentTickets(
    ctx,
    own.map(({ id }, index) => ({ order_id: id, tickets: all[index] ?? [] })),
  );
  const takenBack = await disputedDebitsOfOrders(
    ctx,
    own.map(({ id }) => id),
  );
  const money = await readMoneyOfOrders(
    ctx,
    own.map(({ id }) => id),
  );
  const reply: OrderReply = {
    ticket_order: { _data: own.map((order) => presentOpenedOrder(ctx, order)) },
    ticket: { _data: carts.flatMap((cart) => cart?.ticket._data ?? []) },
    gift_card: {
      _data: await giftCardsOfOrders(
        ctx,
        own.map(({ id }) => id),
      ),
    },
    door_ticket: {
      _data: own.flatMap(({ id }, index) => (printed[index] ?? []).map((ticket) => presentDoorTicket(ctx, id, ticket))),
    },
    ...(sentOn.length > 0 && { sent_ticket: { _data: sentOn } }),
    paying_gift_cards: Object.fromEntries(own.map(({ id }, index) => [id, payingGiftCards(carts[index])])),
    files: Object.fromEntries(own.map(({ id }, index) => [id, availableFiles(ctx, printed[index] ?? [])])),
    lines: Object.fromEntries(
      own.map((order, index) => [
        order.id,
        (carts[index]?.cart._data[0]?.lines ?? []).map((line) => markPast(line, ctx.now)),
      ]),
    ),
    taken_back: Object.fromEntries(takenBack),
    giftees: Object.fromEntries(
      own.flatMap((order, index) => {
        const name = gifteeName(carts[index]?.cart._data[0]?.giftee);
        return name === "" ? [] : [[order.id, name]];
      }),
    ),
    sums: Object.fromEntries(
      own.map((order, index) => [
        order.id,
        orderSums(order, { cart: carts[index]?.cart._data[0], added: money.get(order.id)?.added ?? 0 }),
      ]),
    ),
  };
  const settled = Object.fromEntries(
    own.flatMap((order, index) => {
      const one = presentSettlement(order, { cart: carts[index]?.cart._data[0], money: money.get(order.id) });
      return one ? [[order.id, one]] : [];
    }),
  );
  const taxes = await taxesOfOrders(ctx.db, ctx.seller.id, own);
  const changed = {
    ...reply,
    ...(Object.keys(settled).length > 0 && { settled }),
    ...(Object.keys(taxes).length > 0 && { taxes }),
  };
  return embedInOrders(ctx, changed, sent);
};

/** A visitor who has only the order's link does not see who the buyer is. */
const presentOpenedOrder = (ctx: RequestContext, order: OrderRow): TicketOrder => ({
  ...presentOrder(ctx, order),
  ...(!isOwnOrder(ctx, order) && { identity_id: null }),
});

const gifteeName = (giftee: Cart["giftee"] | undefined): string =>
  [giftee?.first_name, giftee?.last_name].filter(Boolean).join(" ");

/**
 * The rows between the lines and the total of the purchase. `added` is the price that changes have added, in minor units;
 * it is subtracted, because the total is that of the purchase.
 */
const orderSums = (
  order: OrderRow,
  { cart, added }: { readonly cart: Cart | undefined; readonly added: number },
): OrderReply["sums"][string] => {
  if (!cart) return [];
  const sums = totalsLines(cart).flatMap((line): OrderReply["sums"][string] => {
    if (line.kind === "discount") return [{ kind: line.kind, name: line.name, amount: line.amount }];
    if (line.kind === "fee_fixed" || line.kind === "fee_percent")
      return [{ kind: line.kind, name: null, amount: line.amount }];
    return [];
  });
  const cancelled = order.total + added - remainingTotal(cart);
  const money = (amount: number): string => toDecimal(amount, order.currency);
  if (cancelled > 0) sums.push({ kind: "cancelled", name: null, amount: money(cancelled) });
  if (added > 0) sums.push({ kind: "changed", name: null, amount: money(-added) });
  return sums;
};

/** How the money of an order adds up after changes; undefined if there are none. */
const presentSettlement = (
  { currency }: OrderRow,
  { cart, money }: { readonly cart: Cart | undefined; readonly money: MoneyOfOrder | undefined },
): NonNullable<OrderReply["settled"]>[string] | undefined => {
  const settled = cart && money && settleOrder({ ...money, remaining: remainingTotal(cart) });
  if (!settled) return undefined;
  const decimal = (amount: number): string => toDecimal(amount, currency);
  const { remaining, fees, rest, total, bought, paid, refunded, giftCards } = settled;
  return {
    remaining: decimal(remaining),
    fees: decimal(fees),
    rest: decimal(rest),
    total: decimal(total),
    bought: decimal(bought),
    paid: decimal(paid),
    refunded: decimal(refunded),
    gift_card: decimal(giftCards),
  };
};

/** Which of the downloads in `files/orderFiles.ts` an order has, and whether its seller issues invoices. */
const availableFiles = (
  { seller }: Pick<RequestContext, "seller">,
  tickets: readonly PrintedTicket[],
): OrderReply["files"][string] => ({
  ...(seller.configuration.invoice && { invoice: true }),
  tickets: tickets.length > 0,
  calendar: tickets.some(({ start_datetime }) => start_datetime !== null),
});

const payingGiftCards = (cart: CartReply | undefined): OrderReply["paying_gift_cards"][string] =>
  (cart?.cart._data[0]?.gift_cards ?? []).map(({ number, amount, balance }) => ({ number, amount, balance }));

export const presentDoorTicket = (ctx: RequestContext, ticket_order_id: string, ticket: PrintedTicket): DoorTicket => ({
  ...presentShownTicket(ticket_order_id, ticket),
  kind: ticket.card ? "card" : "ticket",
  scan_code: ticket.scan_code,
  token: ticketToken(ctx, ticket),
});

export const readOrder = async (
  ctx: RequestContext,
  { ticket_order_id, ...sent }: OrderQuery & { readonly ticket_order_id: string; readonly token?: string | undefined },
): Promise<OrderReply> => {
  const reply = await readOrders(ctx, { ...sent, "id._in": [ticket_order_id] });
  if (reply.ticket_order._data.length === 0) throw orderNotFound();
  return reply;
};
