import { beforeEach, expect, test } from "vitest";
import type { TestShop } from "../../../../test/shop/createTestShop.ts";
import { sellerFinder } from "../../../http/sellerFinder.ts";
import { setUpTestApp } from "../../../../test/app/setUpTestApp.ts";
import type { TestApp } from "../../../../test/app/testApp.ts";
import { testProviders } from "../../../../test/app/testProviders.ts";
import { createGiftCard } from "../../../../test/payments/giftCards.ts";
import {
  cardTender,
  giftCardTender,
  readGiftCard,
  createGiftCardShop,
  SplitPaymentBuyer,
} from "../../../../test/payments/splitPayments.ts";
import { refundPayment } from "./refundPayment.ts";

let server: TestApp;
let shop: TestShop;
setUpTestApp((opened) => void (server = opened));
beforeEach(async () => {
  shop = await createGiftCardShop(server);
});

const paying = async () => {
  const seller = await sellerFinder(server.db, 0)(shop.slug);
  if (!seller) throw new Error("The seller is missing.");
  return {
    db: server.connections.forSeller(shop.seller_id),
    seller,
    providers: testProviders(server),
  };
};
const statesOf = async (table: "payment" | "ticket") =>
  (await server.db.selectFrom(table).select("state").where("seller_id", "=", shop.seller_id).execute()).map(
    ({ state }) => String(state),
  );

test("refunds each payment of a split payment up to its amount; the last refund cancels the order", async () => {
  const [one, two] = [await createGiftCard(server, shop, 1000), await createGiftCard(server, shop, 2500)];
  const buyer = new SplitPaymentBuyer(server, shop);
  const cart = await buyer.hold(2);
  await buyer.payWith(cart, giftCardTender(one, 1000), giftCardTender(two, 500), cardTender(2500));
  expect((await buyer.checkOut(cart)).body.outcome).toBe("completed");
  const payments = await server.db
    .selectFrom("payment")
    .select(["id", "amount", "gateway_id"])
    .where("seller_id", "=", shop.seller_id)
    .orderBy("amount")
    .execute();
  const [ofTwo, ofOne, ofCard] = payments.map(({ id }) => id);

  // A refund never exceeds its own payment, even though the order cost more.
  expect(
    await refundPayment(await paying(), { payment_id: ofCard ?? "", amount: 2501, reason: "requested" }),
  ).toBeUndefined();
  expect(
    await refundPayment(await paying(), { payment_id: ofTwo ?? "", amount: 501, reason: "requested" }),
  ).toBeUndefined();
  await refundPayment(await paying(), { payment_id: ofTwo ?? "", reason: "requested" });
  expect(await readGiftCard(server, two)).toEqual({
    balance: 2500,
    entries: ["debit -500", "capture 0", "refund 500"],
  });
  expect((await readGiftCard(server, one)).balance).toBe(0);
  await refundPayment(await paying(), { payment_id: ofCard ?? "", reason: "requested" });
  expect(
    await server.db
      .selectFrom("test_gateway_refund")
      .select("amount")
      .where("seller_id", "=", shop.seller_id)
      .execute(),
  ).toEqual([{ amount: 2500 }]);
  expect(await statesOf("ticket")).toEqual(["booked", "booked"]);
  await refundPayment(await paying(), { payment_id: ofOne ?? "", reason: "requested" });
  expect((await readGiftCard(server, one)).entries).toEqual(["debit -1000", "capture 0", "refund 1000"]);
  expect(await statesOf("ticket")).toEqual(["cancelled", "cancelled"]);
  expect(await statesOf("payment")).toEqual(["refunded", "refunded", "refunded"]);
});
