import type { Cart } from "@foyer/contract/cart.ts";
import type { OrderReply } from "@foyer/contract/orders.ts";
import { totalsLines } from "@foyer/rules/cartTotals.ts";
import type { Ask } from "../../http/ask.ts";
import { Refused } from "../../http/refused.ts";
import { readCart } from "../cart/readCart.ts";
import { giftCardsOfOrders } from "../ledger/giftCardsOf.ts";
import { asShown, opensOrder } from "../cart/shownOrder.ts";
import { embedInOrders, type OrderWishes } from "./embedInOrders.ts";
import { ordersById, type OrderRow } from "./orders.sql.ts";
import { ticketSheet } from "./ticketSheet.ts";

/** Never more orders in one answer (security.md T74). */
export const mostOrders = 20;

/** The buyer's own session opens an order, or the token that its mail carries. Anyone else's is not there. */
export const mayOpen = (ask: Ask, order: OrderRow, token: string | undefined): boolean =>
  order.owner_identity_id === ask.visitor?.identity_id || opensOrder(ask, order.id, token);

/** An order, whosever it is: who may see it is the caller's to ask. */
export const findOrder = async (ask: Ask, id: string): Promise<OrderRow | undefined> =>
  (await ordersById(ask, [id]))[0];

/** An order that the visitor may open; refused like one that is not there. */
export const openOrder = async (ask: Ask, id: string, token: string | undefined): Promise<OrderRow> => {
  const [order] = await ordersById(ask, [id]);
  if (!order || !mayOpen(ask, order, token)) throw noSuchOrder();
  return order;
};

export const noSuchOrder = (): Refused =>
  new Refused({ code: "not_found", context: "order", description: "We could not find that order." });

/** Orders the visitor may see; the others are left out without a word. */
export const readOrders = async (
  ask: Ask,
  sent: OrderWishes & { readonly "id._in": readonly string[]; readonly token?: string | undefined },
): Promise<OrderReply> => {
  if (sent["id._in"].length > mostOrders) throw new Refused({ code: "bad_field_value", extra: { fields: ["id._in"] } });
  const found = await ordersById(ask, sent["id._in"]);
  const own = found.filter((order) => mayOpen(ask, order, sent.token));
  const carts = await Promise.all(own.map((order) => readCart({ db: ask.db, seller: ask.seller }, order.cart_id)));
  const reply: OrderReply = {
    ticket_order: { _data: own.map((order) => asShown(ask, order)) },
    ticket: { _data: carts.flatMap(({ ticket }) => ticket._data) },
    gift_card: {
      _data: await giftCardsOfOrders(
        ask,
        own.map(({ id }) => id),
      ),
    },
    files: Object.fromEntries(
      await Promise.all(own.map(async (order) => [order.id, await filesOf(ask, order)] as const)),
    ),
    lines: Object.fromEntries(own.map((order, index) => [order.id, carts[index]?.cart._data[0]?.lines ?? []])),
    giftees: Object.fromEntries(
      own.flatMap((order, index) => {
        const name = nameOf(carts[index]?.cart._data[0]?.giftee);
        return name === "" ? [] : [[order.id, name]];
      }),
    ),
    sums: Object.fromEntries(own.map((order, index) => [order.id, sumsOf(carts[index]?.cart._data[0])])),
  };
  return embedInOrders(ask, reply, sent);
};

const nameOf = (giftee: Cart["giftee"] | undefined): string =>
  [giftee?.first_name, giftee?.last_name].filter(Boolean).join(" ");

const sumsOf = (cart: Cart | undefined): OrderReply["sums"][string] =>
  (cart ? totalsLines(cart) : []).flatMap((line): OrderReply["sums"][string] => {
    if (line.kind === "discount") return [{ kind: line.kind, name: line.name, amount: line.amount }];
    if (line.kind === "fee_fixed" || line.kind === "fee_percent")
      return [{ kind: line.kind, name: null, amount: line.amount }];
    return [];
  });

/** Which files there are of an order, as modules/orders/orderFiles.ts makes them. */
const filesOf = async (ask: Ask, order: OrderRow): Promise<OrderReply["files"][string]> => {
  const tickets = await ticketSheet(ask.db, ask.seller, order);
  return { tickets: tickets.length > 0, calendar: tickets.some(({ start_datetime }) => start_datetime !== null) };
};

export const readOrder = async (
  ask: Ask,
  { ticket_order_id, ...sent }: OrderWishes & { readonly ticket_order_id: string; readonly token?: string | undefined },
): Promise<OrderReply> => {
  const reply = await readOrders(ask, { ...sent, "id._in": [ticket_order_id] });
  if (reply.ticket_order._data.length === 0) throw noSuchOrder();
  return reply;
};
