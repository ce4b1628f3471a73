import { expect } from "vitest";
import type { SelfEdit } from "@foyer/contract/shop/aftersale/changePolicy.ts";
import type { TestApp, TestResponse } from "../app/testApp.ts";
import { createGiftCardShop } from "../payments/splitPayments.ts";
import type { EventOverrides, SellerOverrides, TestShop } from "../shop/createTestShop.ts";
import { TestBuyer } from "../shop/testBuyer.ts";

/** Buyers may change everything, with and without a login. */
export const everyChange: SelfEdit = { enabled: true, anon_editing: true };

export type TestOrder = {
  readonly id: string;
  readonly token: string;
  /** The cart of the purchase. */
  readonly cart_id: string;
  readonly tickets: readonly string[];
};

/** A shop with rules for changes after the sale; undefined means that it has none. */
export const createChangeShop = (
  server: TestApp,
  self_edit: SelfEdit | undefined = everyChange,
  event: EventOverrides = {},
  seller: SellerOverrides = {},
): Promise<TestShop> =>
  createGiftCardShop(server, {
    seller: { configuration: JSON.stringify({ ledger_id: "cards", ...(self_edit && { self_edit }) }), ...seller },
    event,
  });

/** The order of a completed checkout. */
export const orderOf = ({ status, body }: TestResponse): TestOrder => {
  expect(status).toBe(200);
  const [order] = body.ticket_order._data;
  const tickets = body.ticket._data.map(({ id }: { id: string }) => id);
  return { id: order.id, token: order.token, cart_id: order.cart_id, tickets };
};

/** A buyer with an order of tickets for the first session. */
export const buyToChange = async (server: TestApp, shop: TestShop, quantity = 2) => {
  const buyer = new TestBuyer(server, shop);
  return { shop, buyer, order: orderOf(await buyer.buy(quantity)) };
};

type ToBuy = { readonly self_edit?: SelfEdit; readonly event?: EventOverrides; readonly quantity?: number };

/** The same in a new shop with rules for changes. */
export const buyInChangeShop = async (server: TestApp, { self_edit, event, quantity }: ToBuy = {}) =>
  buyToChange(server, await createChangeShop(server, self_edit, event), quantity);

/** A visitor who only has the order's link. */
export const withLink = (server: TestApp, shop: TestShop): TestBuyer => new TestBuyer(server, shop);

type OfOrder = Pick<TestOrder, "id" | "token">;
/** Tickets in the form of a request. */
export const ticketList = (tickets: readonly string[]) => tickets.map((ticket_id) => ({ ticket_id }));

export const cancelTickets = (
  who: TestBuyer,
  { id, token }: TestOrder,
  tickets: readonly string[],
  body: object = {},
): Promise<TestResponse> =>
  who.post(`/ticket_order/${id}/cancel?token=${token}`, {
    gateway_data: {},
    tickets: ticketList(tickets),
    ...body,
  });

/** The amounts of cancelling tickets. */
export const quoteCancellation = (
  who: TestBuyer,
  { id, token }: OfOrder,
  tickets: readonly string[],
): Promise<TestResponse> =>
  who.post(`/ticket_order/${id}/cancel_quote?token=${token}`, { tickets: ticketList(tickets) });

/** An order as opened by its link. */
export const fetchOrder = (who: TestBuyer, { id, token }: OfOrder): Promise<TestResponse> =>
  who.get(`/ticket_order/${id}?token=${token}`);

/** The actions that are possible for the tickets of an order, and its history. */
export const fetchActions = (who: TestBuyer, { id, token }: OfOrder): Promise<TestResponse> =>
  who.get(`/ticket_order/${id}/actions?token=${token}`);

/** A refusal's status and code, or '200'. */
export const refusalOf = ({ status, body }: TestResponse): string =>
  status === 200 ? "200" : `${status} ${body._data?.[0]?._code}`;

type Table = "ticket" | "payment" | "refund" | "order_change" | "outbox" | "ledger_account";

export const shopRows = async (
  server: TestApp,
  table: Table,
  shop: TestShop,
): Promise<readonly Record<string, unknown>[]> =>
  (await server.db
    .selectFrom(table as "payment")
    .selectAll()
    .where("seller_id", "=", shop.seller_id)
    .execute()) as unknown as Record<string, unknown>[];

export const shopStates = async (
  server: TestApp,
  table: "ticket" | "payment" | "refund",
  shop: TestShop,
): Promise<readonly string[]> => (await shopRows(server, table, shop)).map(({ state }) => String(state)).toSorted();

/** The ticket of a shop for an event. */
export const ticketOfEvent = async (server: TestApp, shop: TestShop, event: { readonly id: string }): Promise<string> =>
  String((await shopRows(server, "ticket", shop)).find((row) => row["event_template_id"] === event.id)?.["id"]);
