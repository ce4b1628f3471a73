import { afterAll, beforeAll, expect, test } from "vitest";
import { openTestApp, type TestApp } from "../../../../test/app/testApp.ts";
import { createTestShop, type TestShop } from "../../../../test/shop/createTestShop.ts";
import { TestBuyer } from "../../../../test/shop/testBuyer.ts";
import { expectInvariants } from "../../../../test/database/expectInvariants.ts";

/** Two servers on one database. */
let one: TestApp;
let other: TestApp;
beforeAll(async () => {
  one = await openTestApp();
  other = await openTestApp({}, one);
});
afterAll(async () => {
  await expectInvariants(one.db);
  await other.close();
  await one.close();
});

const buy = async (server: TestApp, shop: TestShop): Promise<number> =>
  Number((await new TestBuyer(server, shop).buy(1)).body.ticket_order._data[0].order_number);

test("a seller's first order has the number 100001, whatever others have sold", async () => {
  const first = await createTestShop(one.db);
  expect([await buy(one, first), await buy(one, first)]).toEqual([100_001, 100_002]);
  expect(await buy(one, await createTestShop(one.db))).toBe(100_001);
});

test("orders that two servers sell at the same time have different numbers, without gaps", async () => {
  const shop = await createTestShop(one.db);
  const numbers = await Promise.all(Array.from({ length: 12 }, (_, nth) => buy(nth % 2 === 0 ? one : other, shop)));
  expect(numbers.toSorted()).toEqual(Array.from({ length: 12 }, (_, nth) => 100_001 + nth));
});
