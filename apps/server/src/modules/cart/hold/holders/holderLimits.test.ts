import { beforeEach, describe, expect, test } from "vitest";
import { sql } from "kysely";
import { createTestShop, type TestShop } from "../../../../../test/shop/createTestShop.ts";
import { setUpTestApp } from "../../../../../test/app/setUpTestApp.ts";
import type { TestResponse, TestApp } from "../../../../../test/app/testApp.ts";
import { TestBuyer, recordPrices } from "../../../../../test/shop/testBuyer.ts";
import { ticketLine } from "../../../../../test/shop/ticketLine.ts";

let server: TestApp;
let shop: TestShop;

setUpTestApp((opened) => void (server = opened));
beforeEach(async () => {
  shop = await createTestShop(server.db, { event: { sessions: [{ capacity: 50 }] } });
  await recordPrices(server, shop);
});

const bot = "198.51.100.66";
const buyerFrom = (address: string, cookie = ""): TestBuyer => {
  const buyer = new TestBuyer(server, shop, cookie);
  buyer.clientAddress = address;
  return buyer;
};
const addRequest = (quantity: number) => ({ add: [ticketLine(shop.event, quantity)] });
const hold = (buyer: TestBuyer, quantity: number, cart = ""): Promise<TestResponse> =>
  buyer.post(`/my/cart${cart && `/${cart}`}/modify`, addRequest(quantity));
const used = async () =>
  (
    await server.db
      .selectFrom("event_session")
      .select("used_capacity")
      .where("id", "=", shop.session.id)
      .executeTakeFirstOrThrow()
  ).used_capacity;
const tooManyRequests = { status: 429, body: { _data: [{ _code: "too_many_requests", _context: "reserve" }] } };

const rush = (address: string, carts = 120) =>
  Promise.all(Array.from({ length: carts }, () => hold(buyerFrom(address), 5))).then((replies) =>
    replies.filter(({ status }) => status === 200),
  );

describe("one address with a bot", () => {
  test("holds no more than its share of a session, and other buyers can still buy", async () => {
    await rush(bot);
    expect(await used()).toBe(30);
    expect(await hold(buyerFrom(bot), 1)).toMatchObject(tooManyRequests);
    const honest = buyerFrom("198.51.100.7");
    expect((await honest.buy(4)).body.outcome).toBe("completed");
  });

  test("opens five hundred carts in vain: its share stays held, no refused cart leaves a row, buyers buy meanwhile", async () => {
    const replies: Promise<TestResponse>[] = [];
    const orders: TestResponse[] = [];
    for (let nth = 0; nth < 500; nth++) {
      replies.push(hold(buyerFrom(bot), 1));
      if (nth % 100 === 99) orders.push(await buyerFrom(`198.51.100.${nth % 97}`).buy(2));
    }
    const statuses = (await Promise.all(replies)).map(({ status }) => status);
    expect(new Set(statuses)).toEqual(new Set([200, 429]));
    expect(orders.map(({ body }) => body.outcome)).toEqual(Array.from({ length: 5 }, () => "completed"));
    const held = statuses.filter((status) => status === 200).length;
    expect(held).toBeLessThanOrEqual(30);
    expect(await used()).toBe(held + 10);
    const { carts } = await server.db
      .selectFrom("cart")
      .select(({ fn }) => fn.countAll<number>().as("carts"))
      .where("seller_id", "=", shop.seller_id)
      .executeTakeFirstOrThrow();
    expect(Number(carts)).toBe(held + orders.length);
  });

  test("one address with a bot cannot evade the limit by adding to small carts or by transferring them", async () => {
    const carts: { buyer: TestBuyer; id: string }[] = [];
    for (let time = 0; time < 12; time++) {
      const buyer = buyerFrom(bot);
      carts.push({ buyer, id: (await hold(buyer, 1)).body.cart._data[0].id });
    }
    for (const { buyer, id } of carts) await hold(buyer, 6, id);
    expect(await used()).toBeLessThanOrEqual(30);
    for (const { id } of carts) await buyerFrom(bot).post(`/cart/${id}/transfer`, {});
    expect(await hold(buyerFrom(bot), 6)).toMatchObject(tooManyRequests);
  });

  test("one address with a bot is limited only by what it holds now", async () => {
    await rush(bot);
    await sql`update cart set expires_at = app_now() - interval '1 second' where seller_id = ${shop.seller_id}`.execute(
      server.db,
    );
    expect((await hold(buyerFrom(bot), 5)).status).toBe(200);
  });

  test("one address with a bot is limited in its number of carts, for sessions without a capacity too", async () => {
    shop = await createTestShop(server.db, {
      seller: { configuration: JSON.stringify({ hold_limits: { carts_of_address: 6 } }) },
      event: { sessions: [{ capacity: -1 }] },
    });
    expect(await rush(bot, 20)).toHaveLength(6);
  });
});

describe("one visitor with many tabs", () => {
  test("holds a third of a session with several carts, from whatever address", async () => {
    const first = buyerFrom("203.0.113.1");
    expect((await hold(first, 10)).status).toBe(200);
    const others = ["203.0.113.2", "203.0.113.3"].map((address) => buyerFrom(address, first.cookie));
    expect(await Promise.all(others.map(async (other) => (await hold(other, 7)).status))).toEqual(
      expect.arrayContaining([200, 429]),
    );
    expect(await used()).toBe(17);
  });

  test("one visitor with many tabs may fill one cart up to the limits of an order", async () => {
    expect((await hold(buyerFrom("203.0.113.1"), 45)).status).toBe(200);
  });

  test("one visitor with many tabs cannot begin a ninth cart", async () => {
    const buyer = buyerFrom("203.0.113.1");
    for (let time = 0; time < 8; time++) expect((await hold(buyer, 1)).status).toBe(200);
    expect(await hold(buyer, 1)).toMatchObject(tooManyRequests);
  });
});

describe("a school behind one router", () => {
  test("a school behind one router can hold a ticket for each of thirty children", async () => {
    const replies = await Promise.all(Array.from({ length: 30 }, () => hold(buyerFrom("192.0.2.10"), 1)));
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(30);
  });

  test("a school behind one router can hold again after it has bought", async () => {
    for (let time = 0; time < 8; time++) expect((await buyerFrom("192.0.2.10").buy(5)).body.outcome).toBe("completed");
    expect((await hold(buyerFrom("192.0.2.10"), 5)).status).toBe(200);
  });

  test("a school behind one router is not shut out by a private proxy missing from the configuration", async () => {
    expect((await rush("10.0.0.2", 10)).length).toBe(10);
    expect(await used()).toBe(50);
  });
});
