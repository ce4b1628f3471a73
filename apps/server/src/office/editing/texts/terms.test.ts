import { afterAll, beforeAll, expect, test } from "vitest";
import { letCachesExpire } from "../../../../test/app/letCachesExpire.ts";
import { openTestApp, type TestApp } from "../../../../test/app/testApp.ts";
import {
  editChapter,
  openEditing,
  publishPlan,
  revisionsOf,
  type Manager,
} from "../../../../test/office/catalogueShop.ts";
import { orderOf } from "../../../../test/orders/changedOrders.ts";
import type { TestShop } from "../../../../test/shop/createTestShop.ts";
import { ada, cards, TestBuyer } from "../../../../test/shop/testBuyer.ts";

let server: TestApp;
let shop: TestShop;
let manager: Manager;
beforeAll(async () => {
  server = await openTestApp();
  ({ shop, manager } = await openEditing(server));
});
afterAll(() => server.close());

const publishTerms = async (version: string, html: string): Promise<void> => {
  await editChapter(manager, "seller", (seller) => ({
    ...seller,
    configuration: { gateway: "test" },
    web: { terms: { version, html } },
  }));
  expect((await publishPlan(manager)).status).toBe(200);
};

/** Buys under a version of the terms, or without accepting any; returns the order number. */
const buyUnder = async (terms_version: string | undefined): Promise<number> => {
  letCachesExpire();
  const buyer = new TestBuyer(server, shop);
  const cart = await buyer.hold(1);
  await buyer.pay(cart, cards.good);
  const terms = terms_version === undefined ? {} : { terms_accepted: true, terms_version };
  const order = orderOf(await buyer.checkOut(cart, { identity: ada, ...terms }));
  const { order_number } = await server.db
    .selectFrom("ticket_order")
    .select("order_number")
    .where("id", "=", order.id)
    .executeTakeFirstOrThrow();
  return order_number;
};
const acceptedIn = async (number: number) => (await manager.get(`/orders/${number}`)).body.terms_version;

test("an order keeps the version of the terms that was accepted, and history has its text", async () => {
  await publishTerms("1", "<p>No refunds.</p>");
  const first = await buyUnder("1");
  await publishTerms("2", "<p>Refunds until the day before.</p>");
  const second = await buyUnder("2");
  expect([await acceptedIn(first), await acceptedIn(second)]).toEqual(["1", "2"]);
  const revisions = await revisionsOf(server.db, shop.seller_id);
  const texts = revisions.map(({ document }) => JSON.stringify(document));
  expect(texts.filter((text) => text.includes("No refunds."))).toHaveLength(1);
});

test("a checkout asks for no consent to terms without a word", async () => {
  await publishTerms("3", "<p> </p>");
  expect(await acceptedIn(await buyUnder(undefined))).toBeNull();
});
