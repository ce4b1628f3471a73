import { describe, expect, test } from "vitest";
import type { Cart } from "@foyer/contract/cart.ts";
import { removeGuard } from "../../db/faults.ts";
import { askedDuring } from "../../db/testStatements.ts";
import { makeShop } from "../../db/testShop.ts";
import type { TestApp } from "../../testApp.ts";
import { Buyer, cards, logPrices } from "../../testBuyer.ts";
import { raceOn } from "../../testRace.ts";

let one: TestApp;
let other: TestApp;
raceOn([], (first, second) => {
  one = first;
  other = second;
});

/** Who was refused at one server, took a ticket out at the other and paid there, comes back to the first. */
const backAtTheFirst = async () => {
  const shop = await makeShop(one.db, { event: { sessions: [{ capacity: 10 }] } });
  await logPrices(one, shop);
  const here = new Buyer(one, shop);
  const two = await here.hold(2);
  await here.savePurchaser(two);
  expect((await here.pay(two, cards.declined)).status).not.toBe(200);

  const there = new Buyer(other, shop, here.cookie);
  const [ticket] = (await there.get(`/my/cart/${two.id}`)).body.ticket._data as { id: string }[];
  const { body } = await there.post(`/my/cart/${two.id}/modify`, { remove: [ticket?.id] });
  const left = body.cart._data[0] as Cart;
  expect((await there.pay(left, cards.good)).status).toBe(200);
  return { here, left };
};

describe("what a server remembers of a cart that is being paid for", () => {
  test("is not taken for what it holds now: changed and paid at another server, it is read anew", async () => {
    const { here, left } = await backAtTheFirst();
    const { status, body } = await here.checkOut(left);
    expect([status, body.outcome]).toEqual([200, "completed"]);
    expect(body.ticket._data.filter(({ state }: { state: string }) => state === "booked")).toHaveLength(1);
  });

  test("without that look the first server would go by what was taken out", async () => {
    removeGuard("till_as_remembered");
    const { here, left } = await backAtTheFirst();
    expect((await here.checkOut(left)).status).not.toBe(200);
  });

  test("saves reading the tickets again, and nowhere else", async () => {
    const shop = await makeShop(one.db, { event: { sessions: [{ capacity: 10 }] } });
    await logPrices(one, shop);
    const here = new Buyer(one, shop);
    const there = new Buyer(other, shop);
    const readsOf = async (at: Buyer): Promise<number> => {
      const cart = await here.hold(1);
      await here.savePurchaser(cart);
      await here.pay(cart, cards.good);
      at.cookie = here.cookie;
      const { texts } = await askedDuring(async () => expect((await at.checkOut(cart)).status).toBe(200));
      return texts.filter((text) => text.includes("as type_name")).length;
    };
    expect(await readsOf(here)).toBe(0);
    expect(await readsOf(there)).toBe(2);
  });
});
