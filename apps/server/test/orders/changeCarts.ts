import { expect } from "vitest";
import { sql } from "kysely";
import type { Cart } from "@foyer/contract/shop/cart.ts";
import type { TestApp } from "../app/testApp.ts";
import type { TestBuyer } from "../shop/testBuyer.ts";
import type { TestOrder } from "./changedOrders.ts";

export type NewTickets = { readonly session_id: string; readonly type_id: string; readonly quantity: number };

export type OpenedChange = {
  readonly order: TestOrder;
  /** Tickets of the order that are given up. */
  readonly gives_up: readonly string[];
  readonly add?: readonly NewTickets[];
  /** A cart that holds the new tickets already. */
  readonly held?: Cart;
  readonly actor?: "guest" | "member";
  readonly refund_to?: "same_means" | "gift_card";
};

/**
 * A change of an order that is not confirmed yet: the new tickets are held through the API, and the cart is then written
 * as one that changes the order.
 */
export const openChange = async (
  server: Pick<TestApp, "db">,
  who: TestBuyer,
  { order, gives_up, actor = "guest", refund_to, ...tickets }: OpenedChange,
): Promise<Cart> => {
  const cart = tickets.held ?? (await holdNewTickets(who, tickets.add ?? []));
  await sql`update cart set changes_order_id = ${order.id}, gives_up = ${gives_up}::uuid[], change_actor = ${actor},
    change_refund_to = ${refund_to ?? null},
    purchaser_identity_id = (select identity_id from ticket_order where id = ${order.id}) where id = ${cart.id}`.execute(
    server.db,
  );
  return cart;
};

/** A cart with these tickets, or an empty one that held a ticket before. */
const holdNewTickets = async (who: TestBuyer, add: readonly NewTickets[]): Promise<Cart> => {
  const { event, session, type } = who.shop;
  const wanted = add.length > 0 ? add : [{ session_id: session.id, type_id: type.id, quantity: 1 }];
  const held = await who.post("/my/cart/modify", {
    add: wanted.map(({ session_id, type_id, quantity }) => ({
      event_template_id: event.id,
      event_session_id: session_id,
      ticket_types_required: [{ ticket_type_id: type_id, quantity }],
    })),
  });
  expect(held.status).toBe(200);
  const cart: Cart = held.body.cart._data[0];
  if (add.length > 0) return cart;
  const remove = held.body.ticket._data.map(({ id }: { id: string }) => id);
  expect((await who.post(`/my/cart/${cart.id}/modify`, { remove })).status).toBe(200);
  return cart;
};
