import type { Cart } from "@foyer/contract/shop/cart.ts";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { letCachesExpire } from "../../../test/app/letCachesExpire.ts";
import { openTestApp, type TestApp } from "../../../test/app/testApp.ts";
import { orderOf } from "../../../test/orders/changedOrders.ts";
import { signedIn } from "../../../test/office/testStaff.ts";
import { createTestShop, type TestShop } from "../../../test/shop/createTestShop.ts";
import { cards, recordPrices, TestBuyer } from "../../../test/shop/testBuyer.ts";
import { ticketLine } from "../../../test/shop/ticketLine.ts";

let server: TestApp;
let shop: TestShop;
let guest: TestBuyer;
let friend: TestBuyer;
let cart: Cart;
beforeAll(async () => {
  server = await openTestApp();
});
/** A guest's cart with a ticket and a purchaser, at a seller that was suspended since. */
beforeEach(async () => {
  shop = await createTestShop(server.db);
  await recordPrices(server, shop);
  guest = new TestBuyer(server, shop);
  friend = new TestBuyer(server, shop);
  cart = await guest.hold(1);
  await guest.savePurchaser(cart);
});
afterAll(() => server.close());

const suspend = async () => {
  const operator = await signedIn(server, shop, [], { is_operator: true });
  expect((await operator.post(`/operator/sellers/${shop.slug}/suspend`, { reason: "Contract ended" })).status).toBe(
    200,
  );
  letCachesExpire();
};
const oneMore = () => ({ add: [ticketLine(shop.event, 1)] });
const codeOf = ({ status, body }: { status: number; body: { _data?: { _code: string }[] } }) => [
  status,
  body._data?.[0]?._code,
];
const suspended = [422, "seller_suspended"];
const ticketsHeld = async (): Promise<number> =>
  (
    await server.db
      .selectFrom("ticket")
      .select("id")
      .where("seller_id", "=", shop.seller_id)
      .where("state", "in", ["held", "in_cart", "booked"])
      .execute()
  ).length;

describe("a cart at a suspended seller", () => {
  test("takes no more tickets, however it is reached", async () => {
    const bought = orderOf(await friend.buy(1));
    await suspend();
    const ways: readonly (readonly [string, TestBuyer, string, object])[] = [
      ["by its owner", guest, `/my/cart/${cart.id}/modify`, oneMore()],
      ["by its owner through its link", guest, `/cart/${cart.id}/modify`, oneMore()],
      ["beside an order", guest, `/my/cart/${cart.id}/modify`, { ...oneMore(), ticket_order_id: bought.id }],
      ["in place of others", guest, `/cart/${cart.id}/modify`, { ...oneMore(), remove: [] }],
    ];
    for (const [way, who, path, body] of ways)
      expect([way, ...codeOf(await who.post(path, body))]).toEqual([way, ...suspended]);
    expect(codeOf(await friend.post(`/cart/${cart.id}/modify`, oneMore()))).toEqual([403, "access_denied"]);
    expect(await ticketsHeld()).toBe(2);
  });

  test("is read and taken over by its link, and buys nothing there either", async () => {
    await suspend();
    expect((await friend.get(`/cart/${cart.id}`)).status).toBe(200);
    const taken = await friend.post(`/my/cart/${cart.id}/transfer`, {});
    expect(taken.status).toBe(200);
    const [{ id }] = taken.body.cart._data;
    const own = { ...cart, id };
    expect(codeOf(await friend.post(`/cart/${id}/modify`, oneMore()))).toEqual(suspended);
    expect((await friend.savePurchaser(own)).status).toBe(200);
    expect(codeOf(await friend.pay(own, cards.good))).toEqual(suspended);
    expect(await ticketsHeld()).toBe(1);
  });

  test("releases its tickets", async () => {
    await suspend();
    const [ticket] = cart.lines[0]?.types[0]?.ticket_ids ?? [];
    expect((await guest.post(`/cart/${cart.id}/remove`, { tickets: [ticket] })).status).toBe(200);
    expect(await ticketsHeld()).toBe(0);
    expect(codeOf(await guest.post(`/cart/${cart.id}/modify`, oneMore()))).toEqual(suspended);
  });
});
