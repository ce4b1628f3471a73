import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestShop, type TestShop } from "../../../test/shop/createTestShop.ts";
import { openTestApp, type TestApp } from "../../../test/app/testApp.ts";
import { cards, recordPrices, TestBuyer } from "../../../test/shop/testBuyer.ts";

const purchaser = {
  first_name: "Ada",
  last_name: "Lovelace",
  email: "canary@secret-place.example",
  phone: "+12125550199",
  address: "7 Lantern Quay",
  city: "Birdsongville",
  zip_code: "90210",
  country: "US",
  state: "CA",
  additional_info: { diet: "Peppercorns" },
};
const secrets = ["secret-place", "2125550199", "Lantern Quay", "Birdsongville", "90210", "Peppercorns", "4242"];

let server: TestApp;
let shop: TestShop;
let buyer: TestBuyer;
let order: { readonly id: string; readonly token: string; readonly cart_id: string };
beforeAll(async () => {
  server = await openTestApp();
  const properties = { phone: {}, address: {}, city: {}, zip_code: {}, diet: { type: "string", title: "Diet" } };
  shop = await createTestShop(server.db, {
    seller: { configuration: JSON.stringify({ identity_form: { properties } }) },
  });
  await recordPrices(server, shop);
  buyer = new TestBuyer(server, shop);
  const cart = await buyer.hold(2);
  const saved = await buyer.savePurchaser(cart, purchaser);
  expect([saved.status, saved.body._data?.[0]]).toEqual([200, undefined]);
  await buyer.pay(cart, cards.good);
  order = (await buyer.checkOut(cart, { identity: purchaser })).body.ticket_order._data[0];
});
afterAll(() => server.close());

const link = () => `/api/ticket_order/${order.id}?token=${order.token}`;

test("an order's link shows its number and tickets, and no address, telephone number, answer or card", async () => {
  const embeds = "identity,membership,ticket_group,ticket_type,event_template,event_session";
  const answers = [
    await server.get(shop.slug, link()),
    await server.get(shop.slug, `${link()}&_embed=${embeds}`),
    await server.get(shop.slug, `/api/ticket_order?id._in=${order.id}&token=${order.token}&_embed=${embeds}`),
    await server.get(shop.slug, `/api/ticket_order/${order.id}/calendar.ics?token=${order.token}`),
    await server.get(shop.slug, `/api/cart/${order.cart_id}?_embed=identity,contact,ticket_order,ticket_type`),
  ];
  for (const { status, body } of answers) {
    expect(status).toBe(200);
    const text = JSON.stringify(body);
    expect(secrets.filter((secret) => text.includes(secret))).toEqual([]);
  }
  expect([answers[1]?.body.identity, answers[2]?.body.identity]).toEqual([{ _data: [] }, { _data: [] }]);
  expect(answers[0]?.body.ticket_order._data[0]).toMatchObject({ id: order.id, order_number: expect.anything() });
  const stored = await server.db
    .selectFrom("identity")
    .selectAll()
    .where("email", "=", purchaser.email)
    .executeTakeFirstOrThrow();
  // The hidden details are stored.
  for (const secret of secrets.filter((secret) => secret !== "4242")) expect(JSON.stringify(stored)).toContain(secret);
});

test("an order shows its buyer's name and e-mail address to themselves, if the call embeds them", async () => {
  const identity = {
    _data: [{ id: expect.any(String), first_name: "Ada", last_name: "Lovelace", email: purchaser.email }],
  };
  for (const path of [`/ticket_order/${order.id}?`, `/ticket_order?id._in=${order.id}&`]) {
    const { body } = await buyer.get(`${path}_embed=identity`);
    expect(body.identity).toEqual(identity);
    expect(body.identity._data[0].id).toBe(body.ticket_order._data[0].identity_id);
    expect((await buyer.get(`${path}_embed=ticket`)).body).not.toHaveProperty("identity");
  }
});
