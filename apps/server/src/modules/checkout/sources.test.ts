import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { checkInvariants } from "../../cli/check.ts";
import type { Shop } from "../../db/testShop.ts";
import { sellerFinder } from "../../http/sellers.ts";
import { openTestApp, type TestApp } from "../../testApp.ts";
import { outsideOf } from "../../testOutside.ts";
import { makeGiftCard } from "../../testGiftCard.ts";
import { byCard, byGiftCard, giftCardBook, makeGiftShop, PartsBuyer } from "../../testParts.ts";
import { giveBack } from "./refund.ts";

let server: TestApp;
let shop: Shop;
beforeAll(async () => {
  server = await openTestApp();
});
afterAll(async () => {
  expect(await checkInvariants(server.db)).toEqual([]);
  await server.close();
});
beforeEach(async () => {
  shop = await makeGiftShop(server);
});

const paying = async () => {
  const seller = await sellerFinder(server.db, 0)(shop.slug);
  if (!seller) throw new Error("The seller is gone.");
  return {
    db: server.connections.of(shop.seller_id),
    seller,
    outside: outsideOf(server),
  };
};
const statesOf = async (table: "payment" | "ticket") =>
  (await server.db.selectFrom(table).select("state").where("seller_id", "=", shop.seller_id).execute()).map(
    ({ state }) => String(state),
  );

test("an order paid with two gift cards and a card: each gets back what it gave, no more, and the order ends with the last", async () => {
  const [one, two] = [await makeGiftCard(server, shop, 1000), await makeGiftCard(server, shop, 2500)];
  const buyer = new PartsBuyer(server, shop);
  const cart = await buyer.hold(2);
  await buyer.offer(cart, byGiftCard(one, 1000), byGiftCard(two, 500), byCard(2500));
  expect((await buyer.checkOut(cart)).body.outcome).toBe("completed");
  const payments = await server.db
    .selectFrom("payment")
    .select(["id", "amount", "gateway_id"])
    .where("seller_id", "=", shop.seller_id)
    .orderBy("amount")
    .execute();
  const [ofTwo, ofOne, ofCard] = payments.map(({ id }) => id);

  // More than the card gave is not given back to it, though the order cost more.
  expect(await giveBack(await paying(), { payment_id: ofCard ?? "", amount: 2501, reason: "asked" })).toBeUndefined();
  expect(await giveBack(await paying(), { payment_id: ofTwo ?? "", amount: 501, reason: "asked" })).toBeUndefined();
  await giveBack(await paying(), { payment_id: ofTwo ?? "", reason: "asked" });
  expect(await giftCardBook(server, two)).toEqual({
    balance: 2500,
    entries: ["debit -500", "capture 0", "refund 500"],
  });
  expect((await giftCardBook(server, one)).balance).toBe(0);
  await giveBack(await paying(), { payment_id: ofCard ?? "", reason: "asked" });
  expect(
    await server.db
      .selectFrom("test_gateway_refund")
      .select("amount")
      .where("seller_id", "=", shop.seller_id)
      .execute(),
  ).toEqual([{ amount: 2500 }]);
  expect(await statesOf("ticket")).toEqual(["booked", "booked"]);
  await giveBack(await paying(), { payment_id: ofOne ?? "", reason: "asked" });
  expect((await giftCardBook(server, one)).entries).toEqual(["debit -1000", "capture 0", "refund 1000"]);
  expect(await statesOf("ticket")).toEqual(["cancelled", "cancelled"]);
  expect(await statesOf("payment")).toEqual(["refunded", "refunded", "refunded"]);
});
