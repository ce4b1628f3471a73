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
  /** The cart that it was bought with. */
  readonly cart_id: string;
  readonly tickets: readonly string[];
};

/** A shop with rules for changes after the sale; undefined: it has none. */
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

/** Somebody who has the order's link only. */
export const withLink = (server: TestApp, shop: TestShop): TestBuyer => new TestBuyer(server, shop);

export const cancelTickets = (
  who: TestBuyer,
  { id, token }: TestOrder,
  tickets: readonly string[],
  body: object = {},
): Promise<TestResponse> =>
  who.post(`/ticket_order/${id}/cancel?token=${token}`, {
    gateway_data: {},
    tickets: tickets.map((ticket_id) => ({ ticket_id })),
    ...body,
  });

/** A refusal's status and code, or '200'. */
export const refusalOf = ({ status, body }: TestResponse): string =>
  status === 200 ? "200" : `${status} ${body._data?.[0]?._code}`;

type Table = "ticket" | "payment" | "refund" | "order_change" | "outbox";

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
