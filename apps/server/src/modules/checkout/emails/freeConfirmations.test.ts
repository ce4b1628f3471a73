import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { recordStatements } from "../../../../test/database/statements/recordStatements.ts";
import { openTestApp, type TestApp } from "../../../../test/app/testApp.ts";
import { createTestShop, type TestShop } from "../../../../test/shop/createTestShop.ts";
import { ada, cards, recordPrices, TestBuyer } from "../../../../test/shop/testBuyer.ts";
import { expectInvariants } from "../../../../test/database/expectInvariants.ts";

let server: TestApp;
let other: TestApp;
let shop: TestShop;
beforeAll(async () => {
  server = await openTestApp();
  other = await openTestApp({}, server);
});
afterAll(async () => {
  await expectInvariants(server.db);
  await other.close();
  await server.close();
});
const openShop = async (currency_amount = 0): Promise<TestShop> => {
  const opened = await createTestShop(server.db, {
    event: { sessions: [{ capacity: 500 }], groups: [{ types: [{ currency_amount }] }] },
  });
  await recordPrices(server, opened);
  return opened;
};
beforeEach(async () => {
  shop = await openShop();
});

/** Makes a free order as a new visitor, and returns the order of the reply. */
const orderFree = async (email = ada.email, at = server, who = new TestBuyer(at, shop)) => {
  const cart = await who.hold(1);
  await who.payFree(cart);
  const { status, body } = await who.checkOut(cart, { identity: { ...ada, email } });
  expect(status).toBe(200);
  return body.ticket_order._data[0];
};
const heldOf = async (many: number, email = ada.email): Promise<boolean[]> => {
  const held: boolean[] = [];
  for (let nth = 0; nth < many; nth++) held.push((await orderFree(email)).confirmation_held);
  return held;
};
const emailCount = async (email = ada.email): Promise<number> =>
  (
    await server.db
      .selectFrom("outbox")
      .select("id")
      .where("seller_id", "=", shop.seller_id)
      .where("to_address", "=", email)
      .execute()
  ).length;

test("an address gets ten confirmations of free orders a day; further orders are made without an e-mail", async () => {
  expect(await heldOf(12)).toEqual([...Array(10).fill(false), true, true]);
  expect(await heldOf(1, " Ada@Example.org ")).toEqual([true]);
  expect(await emailCount()).toBe(10);
  const orders = await server.db
    .selectFrom("ticket_order")
    .select("id")
    .where("seller_id", "=", shop.seller_id)
    .execute();
  expect(orders).toHaveLength(13);
  // Other addresses and sellers have their own limits.
  expect(await heldOf(1, "grace@example.org")).toEqual([false]);
  shop = await openShop();
  expect(await heldOf(1)).toEqual([false]);
});

test("simultaneous free orders at two servers send no more than ten confirmations", async () => {
  const orders = await Promise.all(
    Array.from({ length: 16 }, (_, nth) => orderFree(ada.email, nth % 2 ? server : other)),
  );
  expect(orders.filter(({ confirmation_held }) => confirmation_held)).toHaveLength(6);
  expect(await emailCount()).toBe(10);
});

test("a confirmation that is requested again counts too", async () => {
  const buyer = new TestBuyer(server, shop);
  const order = await orderFree(ada.email, server, buyer);
  const resend = async () => (await buyer.post(`/ticket_order/${order.id}/email`, {})).status;
  expect(await resend()).toBe(200);
  expect(await heldOf(9)).toEqual([...Array(8).fill(false), true]);
  expect(await resend()).toBe(429);
});

test("an order says that no e-mail was sent only until one is sent again", async () => {
  await heldOf(10);
  const buyer = new TestBuyer(server, shop);
  const order = await orderFree(ada.email, server, buyer);
  const isHeld = async () =>
    (await buyer.get(`/ticket_order/${order.id}`)).body.ticket_order._data[0].confirmation_held;
  const resend = async () => (await buyer.post(`/ticket_order/${order.id}/email`, {})).status;
  expect(await isHeld()).toBe(true);
  expect(await resend()).toBe(429);
  expect(await isHeld()).toBe(true);
  await sql`delete from rate_limit`.execute(server.db);
  expect(await resend()).toBe(200);
  expect(await isHeld()).toBe(false);
  expect(await emailCount()).toBe(11);
  expect(await resend()).toBe(200);
  expect(await emailCount()).toBe(12);
});

test("orders with money are never held back and count nothing", async () => {
  await heldOf(11);
  await server.db
    .updateTable("ticket_type")
    .set({ currency_amount: 2000 })
    .where("seller_id", "=", shop.seller_id)
    .execute();
  await recordPrices(server, shop);
  const buyer = new TestBuyer(server, shop);
  const cart = await buyer.hold(1);
  await buyer.pay(cart, cards.good);
  const { texts } = await recordStatements(async () => {
    expect((await buyer.checkOut(cart)).body.ticket_order._data[0].confirmation_held).toBe(false);
  });
  expect(texts.filter((text) => text.includes("rate_limit"))).toEqual([]);
  expect(await emailCount()).toBe(11);
});
