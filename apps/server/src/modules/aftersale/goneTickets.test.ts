import { expect, test } from "vitest";
import type { TestApp, TestResponse } from "../../../test/app/testApp.ts";
import { setUpTestApp } from "../../../test/app/setUpTestApp.ts";
import {
  buyInChangeShop,
  cancelTickets,
  createChangeShop,
  orderOf,
  quoteCancellation,
  refusalOf,
  withLink,
  type TestOrder,
} from "../../../test/orders/changedOrders.ts";
import { newTickets, requestChange } from "../../../test/orders/requestChange.ts";
import { sendOn, takeBack } from "../../../test/orders/sentTickets.ts";
import type { TestShop } from "../../../test/shop/createTestShop.ts";
import { TestBuyer } from "../../../test/shop/testBuyer.ts";

let server: TestApp;
setUpTestApp((opened) => void (server = opened));

const ofOrder = "Some of these tickets are no longer part of this order.";
const ofCart = "Some of these tickets are no longer in your cart.";
const textOf = ({ body }: TestResponse): string => body._data[0]._description;

type Call = (who: TestBuyer, order: TestOrder, tickets: readonly string[], shop: TestShop) => Promise<TestResponse>;
const calls: readonly (readonly [name: string, call: Call])[] = [
  ["cancelling", (who, order, tickets) => cancelTickets(who, order, tickets)],
  ["asking what cancelling comes to", (who, order, tickets) => quoteCancellation(who, order, tickets)],
  [
    "correcting names",
    (who, { id, token }, tickets) =>
      who.post(`/ticket_order/${id}/names?token=${token}`, {
        tickets: tickets.map((ticket_id) => ({ ticket_id, admit_name: "Grace Hopper" })),
      }),
  ],
  ["sending on", (who, order, tickets) => sendOn(who, order, tickets)],
  ["taking back", (who, order, tickets) => takeBack(who, order, tickets)],
  ["moving", (who, order, remove, shop) => requestChange(who, order, { remove, add: newTickets(shop) })],
];

test.each(calls)("%s names the order in its refusal of another order's ticket", async (_, call) => {
  const { shop, order } = await buyInChangeShop(server, {
    event: { sessions: [{ inDays: 7 }, { inDays: 8 }] },
    quantity: 1,
  });
  const other = orderOf(await new TestBuyer(server, shop).buy(1));
  const reply = await call(withLink(server, shop), order, other.tickets, shop);
  expect(refusalOf(reply)).toBe("404 ticket_not_found");
  expect(textOf(reply)).toBe(ofOrder);
});

test("removing from a cart names the cart", async () => {
  const shop = await createChangeShop(server);
  const buyer = new TestBuyer(server, shop);
  const cart = await buyer.hold(1);
  const reply = await buyer.post(`/cart/${cart.id}/remove`, { tickets: [crypto.randomUUID()] });
  expect([refusalOf(reply), textOf(reply)]).toEqual(["404 ticket_not_found", ofCart]);
});
