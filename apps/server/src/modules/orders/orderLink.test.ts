import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createTestShop, type TestShop } from "../../../test/shop/createTestShop.ts";
import { openTestApp, type TestApp } from "../../../test/app/testApp.ts";
import { cards, TestBuyer } from "../../../test/shop/testBuyer.ts";

let server: TestApp;
let shop: TestShop;
let buyer: TestBuyer;
let people: readonly string[];
let order: { readonly id: string; readonly token: string; readonly cart_id: string };
let pending: string;
beforeAll(async () => {
  server = await openTestApp();
  shop = await createTestShop(server.db);
  buyer = new TestBuyer(server, shop);
  const cart = await buyer.hold(1);
  const purchaser = await buyer.savePurchaser(cart);
  await buyer.pay(cart, cards.good);
  order = (await buyer.checkOut(cart)).body.ticket_order._data[0];
  const next = await buyer.hold(1);
  const saved = await buyer.savePurchaser(next);
  pending = next.id;
  people = [cart.identity_id, saved.body.identity_id, purchaser.body.identity_id];
});
afterAll(() => server.close());

const orderEmbeds = "_embed=membership,ticket_group,ticket_type,event_template,event_session";
const cartEmbeds = "_embed=identity,contact,ticket_order,ticket_type,event_template";

describe("a visitor with only the link is not told who the buyer is", () => {
  test.each([
    ["an order", () => `/ticket_order/${order.id}?token=${order.token}&${orderEmbeds}`],
    ["orders", () => `/ticket_order?id._in=${order.id}&token=${order.token}`],
    ["a cart", () => `/cart/${pending}?${cartEmbeds}`],
    ["a bought cart", () => `/cart/${order.cart_id}?${cartEmbeds}`],
  ])("a visitor with only the link is not told who the buyer is by %s", async (_, path) => {
    const { status, body } = await server.get(shop.slug, `/api${path()}`);
    expect(status).toBe(200);
    for (const id of people) expect(JSON.stringify(body)).not.toContain(id);
  });

  test("the buyer is told who the buyer is", async () => {
    const own = await buyer.get(`/ticket_order/${order.id}?token=${order.token}`);
    expect(people).toContain(own.body.ticket_order._data[0].identity_id);
    const cart = await buyer.get(`/my/cart/${pending}?${cartEmbeds}`);
    expect(people).toContain(cart.body.cart._data[0].identity_id);
  });
});
