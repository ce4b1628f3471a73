import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, expect, inject, test } from "vitest";
import { Connections } from "../connections.ts";
import { expectInvariants } from "../../../test/database/expectInvariants.ts";
import { openTestApp, type TestApp } from "../../../test/app/testApp.ts";
import { openDatabaseProxy, type DatabaseProxy } from "../../../test/database/databaseProxy.ts";
import { createTestShop, type TestShop } from "../../../test/shop/createTestShop.ts";
import { cards, recordPrices, TestBuyer } from "../../../test/shop/testBuyer.ts";
import { ticketLine } from "../../../test/shop/ticketLine.ts";

let base: TestApp;
let server: TestApp;
let proxy: DatabaseProxy;
let shop: TestShop;
beforeAll(async () => {
  base = await openTestApp();
  proxy = await openDatabaseProxy(base.databaseConfig);
  server = await openTestApp({}, { databaseConfig: proxy.config });
  shop = await createTestShop(base.db, { event: { sessions: [{ capacity: 10 }] } });
  await recordPrices(base, shop);
});
afterEach(() => Object.assign(proxy, { delayMs: 0, cutBefore: undefined, isSilent: false }));
afterAll(async () => {
  await expectInvariants(base.db);
  await server.close();
  await proxy.close();
  await base.close();
});

const ticketsIn = async (state: string): Promise<number> =>
  (
    await base.db
      .selectFrom("ticket")
      .select("id")
      .where("seller_id", "=", shop.seller_id)
      .where("state", "=", state as never)
      .execute()
  ).length;

test("a purchase over a slow line to the database takes longer, and is one", async () => {
  proxy.delayMs = 200;
  const before = await ticketsIn("booked");
  const order = await new TestBuyer(server, shop).buy(2);
  expect(order.status).toBe(200);
  expect((await ticketsIn("booked")) - before).toBe(2);
});

test("a server with a slow database still serves requests that need no database", async () => {
  proxy.delayMs = 1000;
  const buyers = Array.from({ length: 30 }, () => new TestBuyer(server, shop).get(`/events/${shop.event.id}`));
  const startedAt = performance.now();
  const { statusCode } = await server.app.inject({ url: "/livez" });
  expect([statusCode, performance.now() - startedAt < 500]).toEqual([200, true]);
  for (const { status } of await Promise.all(buyers)) expect([200, 503]).toContain(status);
});

test("with two seconds per packet, requests that get no connection in time are refused with a time to retry", async () => {
  const owner = new TestBuyer(server, shop);
  const cart = await owner.hold(1);
  const connections = new Connections({ ...proxy.config, max: 1 });
  const narrow = await openTestApp({ connections }, server);
  const buyer = new TestBuyer(narrow, shop, owner.cookie);
  const read = () => buyer.get(`/my/cart/${cart.id}`);
  expect((await read()).status).toBe(200);
  proxy.delayMs = 2000;
  const answers = await Promise.all(Array.from({ length: 8 }, read));
  const refused = answers.filter(({ status }) => status !== 200);
  expect(refused.length).toBeGreaterThan(0);
  for (const { status, headers, body } of refused)
    expect([status, headers["retry-after"], body._data[0]._code]).toEqual([503, "2", "unavailable"]);
  proxy.delayMs = 0;
  await expect.poll(async () => (await read()).status, { timeout: 20_000 }).toBe(200);
  await narrow.close();
  await connections.close();
}, 60_000);

test.skipIf(inject("pooler"))(
  "a database that falls silent is unavailable, and is used again when it answers",
  async () => {
    // Held through the server with longer timeouts: on a busy machine, a reply may take longer than this server waits.
    const owner = new TestBuyer(server, shop);
    const cart = await owner.hold(1);
    const connections = new Connections({
      ...proxy.config,
      max: 2,
      connectionTimeoutMillis: 1500,
      statement_timeout: 600,
      graceMs: 400,
    });
    const impatient = await openTestApp({ connections }, server);
    const buyer = new TestBuyer(impatient, shop, owner.cookie);
    // The connections are open when the database stops answering.
    await expect.poll(async () => (await buyer.get(`/my/cart/${cart.id}`)).status, { timeout: 20_000 }).toBe(200);
    proxy.isSilent = true;
    const requests = [
      buyer.get(`/my/cart/${cart.id}`),
      buyer.post(`/my/cart/${cart.id}/apply_code`, { code: "NONE" }),
      new TestBuyer(impatient, shop).get(`/events/${shop.event.id}`),
    ];
    const answers = await Promise.race([Promise.all(requests), sleep(15_000, [])]);
    expect(answers.map(({ status, headers }) => [status, headers["retry-after"]])).toEqual(
      requests.map(() => [503, "2"]),
    );
    proxy.isSilent = false;
    await expect.poll(async () => (await buyer.get(`/my/cart/${cart.id}`)).status, { timeout: 20_000 }).toBe(200);
    await impatient.close();
    await connections.close();
  },
  60_000,
);

test("a hold whose commit was sent and whose answer is lost happens once, repeated with its key", async () => {
  const buyer = new TestBuyer(server, shop);
  await buyer.hold(1);
  const before = await ticketsIn("held");
  const request = { add: [ticketLine(shop.event, 1)] };
  const headers = { cookie: buyer.cookie, "idempotency-key": crypto.randomUUID() };
  const send = () => server.post(shop.slug, "/api/my/cart/modify", request, { headers });
  proxy.cutBefore = "COMMIT";
  const first = await send();
  expect(proxy.cuts).toBe(1);
  expect([200, 503]).toContain(first.status);
  proxy.cutBefore = undefined;
  await expect.poll(async () => (await send()).status, { timeout: 20_000 }).not.toBe(503);
  const tickets = (await ticketsIn("held")) - before;
  expect(tickets).toBe(1);
});

test("a card is charged once when the connection breaks while the checkout is committed", async () => {
  const buyer = new TestBuyer(server, shop);
  const cart = await buyer.hold(1);
  await buyer.pay(cart, cards.good);
  const before = proxy.cuts;
  proxy.cutBefore = "COMMIT";
  const first = await buyer.checkOut(cart);
  expect(proxy.cuts).toBe(before + 1);
  expect([200, 503]).toContain(first.status);
  await expect.poll(async () => (await buyer.checkOut(cart)).status, { timeout: 20_000 }).toBe(200);
  const payments = await base.db
    .selectFrom("payment")
    .select("state")
    .where("seller_id", "=", shop.seller_id)
    .where("cart_id", "=", cart.id)
    .execute();
  expect(payments.map(({ state }) => state)).toEqual(["captured"]);
});
