import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { Cart } from "@foyer/contract/cart.ts";
import { checkInvariants } from "./check.ts";
import type { Shop } from "../db/testShop.ts";
import { openTestApp, type TestApp } from "../testApp.ts";
import { makeGiftCard } from "../testGiftCard.ts";
import { byCard, byGiftCard, giftCardBook, makeGiftShop, PartsBuyer, saidOf } from "../testParts.ts";
import { outsideOf } from "../testOutside.ts";
import { payments } from "./payments.ts";

let server: TestApp;
let shop: Shop;
let buyer: PartsBuyer;
const plan = [
  { basis_points: 3000, due_days: 0 },
  { basis_points: 7000, due_days: 14 },
];

beforeAll(async () => {
  server = await openTestApp();
});
afterAll(async () => {
  expect(await checkInvariants(server.db)).toEqual([]);
  await server.close();
});
beforeEach(async () => {
  shop = await makeGiftShop(server, {
    event: { sessions: [{ inDays: 90, capacity: 2 }], groups: [{ payment_plan: JSON.stringify(plan) }] },
  });
  buyer = new PartsBuyer(server, shop);
});

const run = async (...args: string[]) => {
  const printed: string[] = [];
  const code = await payments.run(args, {
    open: async () => server.connections,
    now: Temporal.Now.instant(),
    print: (line) => void printed.push(line),
    read: () => Promise.reject(new Error("nothing is read")),
    sealer: () => {
      throw new Error("nothing is sealed");
    },
    outside: async () => outsideOf(server),
  });
  return { code, said: printed.join("\n") };
};
const paymentsOfShop = () =>
  server.db
    .selectFrom("payment")
    .select(["id", "gateway_id", "amount", "state"])
    .where("seller_id", "=", shop.seller_id)
    .orderBy("gateway_id")
    .execute();
const used = async () =>
  (
    await server.db
      .selectFrom("event_session")
      .select("used_capacity")
      .where("id", "=", shop.session.id)
      .executeTakeFirstOrThrow()
  ).used_capacity;
const daysLater = (cart: Cart, days: number) =>
  server.owner(
    `set app.seller = '*'; update scheduled_payment set due_date = due_date - ${days} where cart_id = '${cart.id}';
     update payment_audit set occurred_on = occurred_on - interval '${days} days' where payment_id in (select id from payment where cart_id = '${cart.id}')`,
  );
/** Two tickets of 20.00: 5.00 of a gift card and 7.00 of a card are paid. */
const partPaid = async () => {
  const card = await makeGiftCard(server, shop, 500);
  const cart = await buyer.hold(2);
  await buyer.offer(cart, byGiftCard(card, 500), byCard(700));
  expect((await buyer.checkOut(cart)).body.outcome).toBe("partial");
  return { cart, card };
};

test("a cart of which a part is paid needs nobody until the next part has been due for a week", async () => {
  const { cart } = await partPaid();
  await daysLater(cart, 20);
  expect(await run(shop.slug)).toMatchObject({ code: 0 });
  await daysLater(cart, 2);
  const { code, said } = await run(shop.slug);
  expect(code).toBe(1);
  expect(said).toContain(`a part of the cart has been due for a week (cart ${cart.cart_number})`);
  expect(said).toContain("1 to look at.");
  // Its buyer pays: nobody is needed any more.
  await buyer.offer(cart, byCard(2800));
  expect((await buyer.checkOut(cart)).body.outcome).toBe("completed");
  expect(await run(shop.slug)).toMatchObject({ code: 0 });
});

test("one that is never paid for whole ends when all that was paid went back: each where it came from, and its places are free", async () => {
  const { cart, card } = await partPaid();
  const [byGift, byBank] = await paymentsOfShop();
  expect(await run("refund", byBank?.id ?? "")).toMatchObject({ code: 0 });
  expect(await used()).toBe(2);
  expect(await run("refund", byGift?.id ?? "")).toMatchObject({ code: 0 });
  expect((await paymentsOfShop()).map(({ gateway_id, state }) => [gateway_id, state])).toEqual([
    ["ledger", "refunded"],
    ["test", "refunded"],
  ]);
  expect((await giftCardBook(server, card)).balance).toBe(500);
  expect(await used()).toBe(0);
  expect(saidOf(await buyer.get(`/my/cart/${cart.id}`))).toBe("cart: cart_expired");
  // Somebody else has the places; whoever paid in parts cannot go on.
  expect(await new PartsBuyer(server, shop).hold(2)).toMatchObject({ state: "pending" });
  expect(saidOf(await buyer.offer(cart, byCard(4000)))).toBe("cart: cart_expired");
});

test("not while another part is under way", async () => {
  const { cart } = await partPaid();
  await buyer.offer(cart, byCard(2800, "4000000000003220"));
  for (const { id, state } of await paymentsOfShop()) if (state === "captured") await run("refund", id);
  expect(await used()).toBe(2);
});
