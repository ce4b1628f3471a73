import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createChangeShop, orderOf, withLink } from "../../../../test/orders/changedOrders.ts";
import { changeCartOf, newTickets, requestChange } from "../../../../test/orders/requestChange.ts";
import { createTestEvent, createTestShop, type TestShop } from "../../../../test/shop/createTestShop.ts";
import { openTestApp, type TestApp } from "../../../../test/app/testApp.ts";
import { ada, TestBuyer, cards } from "../../../../test/shop/testBuyer.ts";

let server: TestApp;
let shop: TestShop;
let buyer: TestBuyer;
let stranger: TestBuyer;
const picture = crypto.randomUUID();
const tabs = [
  { label: "Early", start: "0000", end: "1200" },
  { label: "Late", start: "1200", end: "2400" },
];
beforeAll(async () => {
  server = await openTestApp();
  shop = await createTestShop(server.db, {
    seller: {
      configuration: JSON.stringify({ identity_form: { properties: { phone: { type: "string", title: "Phone" } } } }),
    },
    event: {
      meta: JSON.stringify({ image_cover: picture }),
      config: JSON.stringify({ session_picker_tabs: tabs, next_route: "/events" }),
      groups: [{}, { name: "not in the cart" }],
    },
  });
  await createTestEvent(server.db, shop, { name: "not in the cart either" });
  [buyer, stranger] = [new TestBuyer(server, shop), new TestBuyer(server, shop)];
});
afterAll(() => server.close());

const names =
  "identity,contact,ticket,ticket_type,ticket_group,meta,event_session,event_template,venue,config,scheduled_payment,seller,ticket_order";
const ids = (rows: { _data: { id: string }[] }) => rows._data.map(({ id }) => id);

describe("a cart with _embed", () => {
  test("includes only the requested rows that its tickets refer to", async () => {
    const cart = await buyer.hold(2);
    const { body } = await buyer.get(`/my/cart/${cart.id}?_embed=${names}&_limit=1000`);
    expect([ids(body.event_template), ids(body.ticket_group), ids(body.ticket_type), ids(body.event_session)]).toEqual([
      [shop.event.id],
      [shop.group.id],
      [shop.type.id],
      [shop.session.id],
    ]);
    expect(body.venue._data).toMatchObject([{ id: shop.venue_id }]);
    expect(body.event_session._data).toMatchObject([{ sold_out: false, min_price: "10.00", left: 50 }]);
    expect(body.meta._data).toEqual([
      { resource_id: shop.event.id, meta: { image_cover: picture } },
      { resource_id: shop.group.id, meta: {} },
    ]);
    expect(body.config._data).toEqual([
      { resource_id: shop.event.id, config: { session_picker_tabs: tabs, next_route: "/events" } },
    ]);
    expect(body.seller._data).toMatchObject([{ slug: shop.slug, default_currency_code: "USD" }]);
    expect([body.scheduled_payment, body.ticket_order, body.identity, body.contact]).toEqual(
      Array.from({ length: 4 }, () => ({ _data: [] })),
    );
    expect(Object.keys((await buyer.get(`/my/cart/${cart.id}`)).body).toSorted()).toEqual(["cart", "ticket"]);
    expect(Object.keys((await buyer.get(`/my/cart/${cart.id}?_embed=venue`)).body).toSorted()).toEqual([
      "cart",
      "ticket",
      "venue",
    ]);
  });

  test("narrows config to the requested keys", async () => {
    const cart = await buyer.hold(1);
    const config = async (keys: string) =>
      (await buyer.get(`/my/cart/${cart.id}?_embed=config&config.key=${keys}`)).body.config._data[0].config;
    expect(await config("config.image,web.session_picker_tabs")).toEqual({ image: picture, session_picker_tabs: tabs });
    expect(await config("config.image")).toEqual({ image: picture });
    expect((await buyer.get(`/my/cart/${cart.id}?config.key=web.secret`)).status).toBe(400);
    expect((await buyer.get(`/my/cart/${cart.id}?_embed=password`)).status).toBe(400);
  });

  test("limits every list to _limit", async () => {
    const cart = await buyer.hold(3);
    const { body } = await buyer.get(`/my/cart/${cart.id}?_limit=2&_embed=meta`);
    expect([body.ticket._data.length, body.meta._data.length, body.cart._data[0].lines[0].types[0].count]).toEqual([
      2, 2, 3,
    ]);
    expect((await buyer.get(`/my/cart/${cart.id}?_limit=1&_embed=meta`)).body.meta._data).toHaveLength(1);
  });

  test("shows the purchaser to the owner, and not to visitors with the link", async () => {
    const cart = await buyer.hold(1);
    await buyer.savePurchaser(cart, { ...ada, phone: "+1 212 736 5000" });
    const mine = (await buyer.get(`/my/cart/${cart.id}?_embed=identity,contact`)).body;
    expect(mine.identity._data).toMatchObject([{ first_name: "Ada", email: "ada@example.org" }]);
    expect(mine.contact._data).toMatchObject([{ email: "ada@example.org", phone: "+1 212 736 5000" }]);
    const linked = (await stranger.get(`/cart/${cart.id}?_embed=${names}`)).body;
    expect([linked.identity, linked.contact, linked.ticket_order]).toEqual(
      Array.from({ length: 3 }, () => ({ _data: [] })),
    );
    expect(JSON.stringify(linked)).not.toMatch(/Lovelace|ada@example|5000/);
    expect(ids(linked.event_template)).toEqual([shop.event.id]);
  });
});

const answered = (at: TestShop) => ({ ticket_group_id: at.group.id, answers: { diet: "No nuts" } });
const writeAnswers = (cart_id: string, at = shop) =>
  server.db
    .updateTable("cart")
    .set({ additional_info: JSON.stringify({ [at.group.id]: answered(at).answers }) })
    .where("id", "=", cart_id)
    .execute();
const answersIn = async (who: TestBuyer, cart_id: string): Promise<unknown> =>
  (await who.get(`/my/cart/${cart_id}?_embed=additional_info`)).body.additional_info._data;

describe("survey answers with _embed", () => {
  test("shows them to the owner", async () => {
    const cart = await buyer.hold(1);
    await buyer.savePurchaser(cart, ada);
    await writeAnswers(cart.id);
    expect(await answersIn(buyer, cart.id)).toEqual([answered(shop)]);
  });

  test("survey answers with _embed does not show those of a change of an order, which a visitor with the order's link may open", async () => {
    const other = await createChangeShop(server, undefined, { sessions: [{ inDays: 7 }, { inDays: 8 }] });
    const order = orderOf(await new TestBuyer(server, other).buy(1));
    const who = withLink(server, other);
    const change = changeCartOf(await requestChange(who, order, { remove: order.tickets, add: newTickets(other) }));
    await writeAnswers(change.id, other);
    await sql`update cart c set purchaser_identity_id = o.identity_id from ticket_order o
      where o.seller_id = c.seller_id and o.id = ${order.id} and c.id = ${change.id}`.execute(server.db);
    expect(await answersIn(who, change.id)).toEqual([]);
  });
});

describe("the checkout with _embed", () => {
  test("includes the order, which the owner also finds in the cart later", async () => {
    const cart = await buyer.hold(1);
    await buyer.pay(cart, cards.good);
    const { body } = await buyer.post(
      `/my/cart/${cart.id}/guest_checkout?_embed=ticket_order,identity,contact,ticket`,
      {
        identity: ada,
      },
    );
    expect(body.outcome).toBe("completed");
    expect(body.identity._data).toMatchObject([{ last_name: "Lovelace" }]);
    expect(body.contact._data).toMatchObject([{ email: "ada@example.org" }]);
    expect(ids(body.ticket_order)).toHaveLength(1);
    const after = (await buyer.get(`/my/cart/${cart.id}?_embed=ticket_order`)).body;
    expect(after.ticket_order).toEqual(body.ticket_order);
    expect((await stranger.get(`/cart/${cart.id}?_embed=ticket_order`)).body.ticket_order._data).toEqual([]);
  });
});
