import { describe, expect, test } from "vitest";
import type { Cart } from "@foyer/contract/shop/cart.ts";
import { recordStatements } from "../../../../test/database/statements/recordStatements.ts";
import { createTestShop } from "../../../../test/shop/createTestShop.ts";
import type { TestApp } from "../../../../test/app/testApp.ts";
import { TestBuyer, cards, recordPrices } from "../../../../test/shop/testBuyer.ts";
import { setUpRaceServers } from "../../../../test/database/raceServers.ts";

let one: TestApp;
let other: TestApp;
setUpRaceServers([], (first, second) => {
  one = first;
  other = second;
});

/** The buyer is declined at one server, removes a ticket and pays at the other, and returns to the first. */
const returnToFirstServer = async () => {
  const shop = await createTestShop(one.db, { event: { sessions: [{ capacity: 10 }] } });
  await recordPrices(one, shop);
  const here = new TestBuyer(one, shop);
  const two = await here.hold(2);
  await here.savePurchaser(two);
  expect((await here.pay(two, cards.declined)).status).not.toBe(200);

  const there = new TestBuyer(other, shop, here.cookie);
  const [ticket] = (await there.get(`/my/cart/${two.id}`)).body.ticket._data as { id: string }[];
  const { body } = await there.post(`/my/cart/${two.id}/modify`, { remove: [ticket?.id] });
  const left = body.cart._data[0] as Cart;
  expect((await there.pay(left, cards.good)).status).toBe(200);
  return { here, left };
};

describe("the cache of carts in checkout", () => {
  test("the cache of carts in checkout is not used for a cart that was changed and paid at another server", async () => {
    const { here, left } = await returnToFirstServer();
    const { status, body } = await here.checkOut(left);
    expect([status, body.outcome]).toEqual([200, "completed"]);
    expect(body.ticket._data.filter(({ state }: { state: string }) => state === "booked")).toHaveLength(1);
  });

  test("saves reading the tickets again at the same server only", async () => {
    const shop = await createTestShop(one.db, { event: { sessions: [{ capacity: 10 }] } });
    await recordPrices(one, shop);
    const here = new TestBuyer(one, shop);
    const there = new TestBuyer(other, shop);
    const readsOf = async (at: TestBuyer): Promise<number> => {
      const cart = await here.hold(1);
      await here.savePurchaser(cart);
      await here.pay(cart, cards.good);
      at.cookie = here.cookie;
      const { texts } = await recordStatements(async () => expect((await at.checkOut(cart)).status).toBe(200));
      return texts.filter((text) => text.includes("as type_name")).length;
    };
    expect(await readsOf(here)).toBe(0);
    expect(await readsOf(there)).toBe(2);
  });
});
