import { expect, test } from "vitest";
import type { TestApp, TestResponse } from "../../../test/app/testApp.ts";
import { setUpRaceServers } from "../../../test/database/raceServers.ts";
import { startAtPause } from "../../../test/database/startAtPause.ts";
import { openEditing, refusal } from "../../../test/office/catalogueShop.ts";
import type { OfficeBrowser } from "../../../test/office/testStaff.ts";
import { shopRows } from "../../../test/orders/changedOrders.ts";
import type { TestShop } from "../../../test/shop/createTestShop.ts";
import { cards, TestBuyer } from "../../../test/shop/testBuyer.ts";

let one: TestApp;
let other: TestApp;
setUpRaceServers(["catalogue_planned", "moved_carts_locked", "after_order_check"], (first, second) => {
  [one, other] = [first, second];
});

const move = (manager: OfficeBrowser, { session }: TestShop) =>
  manager.post("/catalogue/events/visit/sessions/change", {
    session_ids: [session.id],
    change: { move_minutes: 45 },
    reason: "The boat comes later",
    expected: { orders: 0 },
  });
const confirmationOf = async (shop: TestShop): Promise<string> => {
  const [email] = (await shopRows(one, "outbox", shop)).filter(({ kind }) => kind === "order_confirmation");
  return JSON.stringify(email?.["message"]);
};

test("whoever pays at the moment at which their session is moved waits, and is confirmed its new time", async () => {
  const { shop, manager } = await openEditing(one);
  const buyer = new TestBuyer(other, shop);
  const cart = await buyer.hold(1);
  const paid = startAtPause(one.db, "catalogue_planned", () => buyer.pay(cart, cards.good));
  expect((await move(manager, shop)).status).toBe(200);
  expect(((await paid()) as TestResponse).status).toBe(200);
  expect((await buyer.checkOut(cart)).status).toBe(200);
  expect(await confirmationOf(shop)).toContain("10:45");
});

test("a cart that comes between the locks of carts and sessions waits as well", async () => {
  const { shop, manager } = await openEditing(one);
  const buyer = new TestBuyer(other, shop);
  const held = startAtPause(one.db, "moved_carts_locked", () => buyer.hold(1));
  const paid = startAtPause(one.db, "catalogue_planned", async () => {
    const cart = await held();
    return cart && buyer.pay(cart, cards.good);
  });
  // If a cart is held meanwhile, the locks are tried again, and the cart is then locked first like the others.
  expect((await move(manager, shop)).status).toBe(200);
  const cart = await held();
  expect(((await paid()) as TestResponse).status).toBe(200);
  expect(cart && (await buyer.checkOut(cart)).status).toBe(200);
  expect(await confirmationOf(shop)).toContain("10:45");
});

test("an order that is completed while its session is being moved is counted among the affected orders", async () => {
  const { shop, manager } = await openEditing(one);
  const buyer = new TestBuyer(other, shop);
  const cart = await buyer.hold(1);
  await buyer.pay(cart, cards.good);
  const moved = startAtPause(one.db, "after_order_check", () => move(manager, shop));
  expect((await buyer.checkOut(cart)).status).toBe(200);
  expect(refusal((await moved()) as TestResponse)).toMatchObject({ status: 409, _code: "has_buyers" });
});
