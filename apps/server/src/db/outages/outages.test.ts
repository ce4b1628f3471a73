import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { expectInvariants } from "../../../test/database/expectInvariants.ts";
import { openTestApp, type TestApp, type TestResponse } from "../../../test/app/testApp.ts";
import { ownerOf } from "../../../test/database/cloneDatabase.ts";
import { openDatabaseProxy, type DatabaseProxy } from "../../../test/database/databaseProxy.ts";
import { crashRepeats } from "../../../test/process/crashRepeats.ts";
import { createTestShop, type TestShop } from "../../../test/shop/createTestShop.ts";
import { cards, recordPrices, TestBuyer } from "../../../test/shop/testBuyer.ts";
import { Connections } from "../connections.ts";

/** A minute in `npm run soak`. */
const awaySeconds = crashRepeats > 1 ? 60 : 3;

let base: TestApp;
let shop: TestShop;
let line: DatabaseProxy;
let connections: Connections;
let server: TestApp;
beforeAll(async () => {
  base = await openTestApp();
  shop = await createTestShop(base.db, { event: { sessions: [{ capacity: 2000 }] } });
  await recordPrices(base, shop);
  line = await openDatabaseProxy(base.databaseConfig);
  // Statements time out after a second, so that the test need not wait for ten.
  connections = new Connections({ ...line.config, max: 4, statement_timeout: 1000, connectionTimeoutMillis: 1000 });
  server = await openTestApp({ connections }, base);
});
afterAll(async () => {
  await expectInvariants(base.db);
  await server.close();
  await connections.close();
  await line.close();
  await base.close();
});

let buyers = 0;
const newBuyer = (): TestBuyer => {
  const buyer = new TestBuyer(server, shop);
  buyer.clientAddress = `198.51.${Math.floor(++buyers / 250)}.${buyers % 250}`;
  return buyer;
};
const answersOf = (answers: readonly TestResponse[]): string[] => [
  ...new Set(answers.map(({ status, headers }) => JSON.stringify([status, headers["retry-after"]]))),
];
const heldTickets = async (): Promise<number> =>
  (
    await base.db
      .selectFrom("ticket")
      .select("id")
      .where("seller_id", "=", shop.seller_id)
      .where("state", "=", "held")
      .execute()
  ).length;

test.skipIf(inject("pooler"))(
  "while a lock is held, holds are refused with a time to retry, others are served, and the server recovers by itself",
  async () => {
    const locker = new pg.Client({ ...ownerOf(base.databaseConfig), options: "-c app.seller=*" });
    await locker.connect();
    await locker.query("begin");
    await locker.query("select 1 from event_session where seller_id = $1 and id = $2 for update", [
      shop.seller_id,
      shop.session.id,
    ]);
    const before = await heldTickets();
    const startedAt = performance.now();
    const waiting = Array.from({ length: 60 }, () => newBuyer().requestTickets(1));
    // Requests that do not need the row are served meanwhile.
    await sleep(200);
    expect((await newBuyer().get(`/events/${shop.event.id}`)).status).toBe(200);
    expect((await server.app.inject({ url: "/readyz" })).statusCode).toBe(200);
    const refused = await Promise.all(waiting);
    expect(answersOf(refused)).toEqual(['[503,"2"]']);
    // Not one after the other: all wait for the same statement.
    expect(performance.now() - startedAt).toBeLessThan(30_000);
    await locker.query("rollback");
    await locker.end();

    await expect.poll(async () => (await newBuyer().requestTickets(1)).status).toBe(200);
    expect((await heldTickets()) - before).toBe(1);
  },
);

test.skipIf(inject("pooler"))(
  "a lost database is reported as unavailable at once, and is used again without a restart when it is back",
  async () => {
    const buyer = newBuyer();
    const cart = await buyer.hold(1);
    line.goAway();
    const answers: TestResponse[] = [];
    for (const until = performance.now() + awaySeconds * 1000; performance.now() < until; await sleep(100)) {
      const startedAt = performance.now();
      answers.push(
        ...(await Promise.all([
          newBuyer().requestTickets(1),
          buyer.pay(cart, cards.good),
          buyer.get(`/my/cart/${cart.id}`),
        ])),
      );
      expect(performance.now() - startedAt).toBeLessThan(10_000);
    }
    expect(answersOf(answers)).toEqual(['[503,"2"]']);
    expect((await server.app.inject({ url: "/readyz" })).statusCode).toBe(503);
    expect((await server.app.inject({ url: "/livez" })).statusCode).toBe(200);

    line.comeBack();
    await expect.poll(async () => (await server.app.inject({ url: "/readyz" })).statusCode).toBe(200);
    expect((await buyer.pay(cart, cards.good)).status).toBe(200);
    expect((await buyer.checkOut(cart)).body.outcome).toBe("completed");
  },
  120_000,
);

test.each([
  ["forward by a day", 86_400],
  ["back by a day", -86_400],
  ["forward by a minute", 60],
  ["back by a minute", -60],
])("a server whose clock jumps %s between hold and payment only takes money for orders", async (_, seconds) => {
  let offset = 0;
  const jumping = await openTestApp({ clock: () => Temporal.Now.instant().add({ seconds: offset }) }, base);
  const buyer = new TestBuyer(jumping, shop);
  buyer.clientAddress = `198.52.0.${++buyers}`;
  const cart = await buyer.hold(2);
  offset = seconds;
  await buyer.pay(cart, cards.good);
  const { body } = await buyer.checkOut(cart);
  // The database's clock decides whether a hold has expired.
  expect(body.outcome).toBe("completed");
  offset = 0;
  expect((await buyer.get(`/ticket_order/${body.ticket_order._data[0].id}`)).status).toBe(200);
  await jumping.close();
});
