import type { Cart } from "@foyer/contract/shop/cart.ts";
import type { PendingChange } from "@foyer/contract/shop/aftersale/pendingChange.ts";
import { expect } from "vitest";
import type { TestApp, TestResponse } from "../app/testApp.ts";
import type { TestShop } from "../shop/createTestShop.ts";
import type { TestBuyer } from "../shop/testBuyer.ts";
import type { TestOrder } from "./changedOrders.ts";

/** Tickets of the shop's event, one request each; `session` and `type` by index. */
export const newTickets = (shop: TestShop, { session = 1, type = 0, group = 0, quantity = 1 } = {}) =>
  Array.from({ length: quantity }, () => ({
    event_session_id: shop.event.sessions[session]?.id ?? "",
    ticket_type_id: shop.event.groups[group]?.types[type]?.id ?? "",
  }));

type Change = {
  readonly add?: readonly object[];
  readonly remove?: readonly string[];
  readonly refund_to?: string;
  readonly preReservePromoCodes?: object;
};

/** Opens a change of an order by its link; the reply may be a refusal. */
export const requestChange = (who: TestBuyer, { cart_id, token }: TestOrder, change: Change): Promise<TestResponse> =>
  who.post(`/cart/${cart_id}/modify?token=${token}`, change);

export type ChangeCart = Cart & { readonly change: PendingChange };

/** The change cart of a reply that must not be a refusal. */
export const changeCartOf = ({ status, body }: TestResponse): ChangeCart => {
  expect(body._data?.[0]).toBeUndefined();
  expect(status).toBe(200);
  return body.cart._data[0];
};

export type NewTickets = { readonly session_id: string; readonly type_id: string; readonly quantity: number };

export type ChangeToOpen = {
  readonly order: TestOrder;
  /** Tickets of the order that the change gives up. */
  readonly gives_up: readonly string[];
  readonly add?: readonly NewTickets[];
  readonly refund_to?: "same_means" | "gift_card";
};

/** Opens a change of an order by its link. */
export const openChange = async (
  who: TestBuyer,
  { order, gives_up, add = [], refund_to }: ChangeToOpen,
): Promise<ChangeCart> =>
  changeCartOf(
    await requestChange(who, order, {
      remove: gives_up,
      add: add.flatMap(({ session_id, type_id, quantity }) =>
        Array.from({ length: quantity }, () => ({ event_session_id: session_id, ticket_type_id: type_id })),
      ),
      ...(refund_to && { refund_to }),
    }),
  );

/** The states of the carts that change an order, oldest first. */
export const changeStates = async (server: TestApp, { id }: Pick<TestOrder, "id">): Promise<readonly string[]> =>
  (
    await server.db
      .selectFrom("cart")
      .select("state")
      .where("changes_order_id", "=", id)
      .orderBy("cart_number")
      .execute()
  ).map(({ state }) => state);

/** The state of a cart. */
export const cartState = async (server: TestApp, { id }: Pick<Cart, "id">): Promise<string> =>
  (await server.db.selectFrom("cart").select("state").where("id", "=", id).executeTakeFirstOrThrow()).state;

/** The used capacity of each of the shop's sessions. */
export const usedPlaces = async (server: TestApp, shop: TestShop): Promise<readonly number[]> => {
  const rows = await server.db
    .selectFrom("event_session")
    .select(["id", "used_capacity"])
    .where("event_template_id", "=", shop.event.id)
    .execute();
  return shop.event.sessions.map(({ id }) => rows.find((row) => row.id === id)?.used_capacity ?? 0);
};
