import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { checkInvariants } from "../../../cli/checkInvariants.ts";
import { pauseAt } from "../../../db/faultPoints.ts";
import type { TestShop } from "../../../../test/shop/createTestShop.ts";
import { openTestApp, type TestResponse, type TestApp } from "../../../../test/app/testApp.ts";
import { cards } from "../../../../test/shop/testBuyer.ts";
import { createGiftCard, type TestGiftCard } from "../../../../test/payments/giftCards.ts";
import {
  cardTender,
  giftCardTender,
  readGiftCard,
  createGiftCardShop,
  SplitPaymentBuyer,
  paymentOutcome,
} from "../../../../test/payments/splitPayments.ts";
import { roundsToday } from "../../../../../../scripts/sampling.ts";

let server: TestApp;
/** A second server on the same database, because one server serialises the requests for a cart. */
let other: TestApp;
let shop: TestShop;
let buyer: SplitPaymentBuyer;
beforeEach(async () => {
  server = await openTestApp();
  other = await openTestApp({}, server);
  shop = await createGiftCardShop(server, { event: { sessions: [{ capacity: -1 }] } });
  buyer = new SplitPaymentBuyer(server, shop);
});
afterEach(async () => {
  pauseAt("after_live_payment_check", undefined);
  pauseAt("after_order_check", undefined);
  await other.close();
  await server.close();
});

/** Holds requests at `point` until `many` have arrived, or until a lock blocks the others. */
const meetAt = (point: Parameters<typeof pauseAt>[0], many: number, patience = 40): void => {
  let here = 0;
  const { promise, resolve } = Promise.withResolvers<void>();
  pauseAt(point, async () => {
    here += 1;
    if (here >= many) resolve();
    await Promise.race([promise, sleep(patience)]);
  });
};
/** The same visitor, alternating between both servers. */
const atOnce = (many: number, work: (buyer: SplitPaymentBuyer) => Promise<TestResponse>): Promise<string[]> =>
  Promise.all(
    Array.from({ length: many }, (_, place) =>
      work(place % 2 ? new SplitPaymentBuyer(other, shop, buyer.cookie) : buyer).then(
        (replies) => (replies.status === 200 ? (replies.body.outcome ?? "200") : paymentOutcome(replies)),
        () => "500",
      ),
    ),
  );
const charges = async () =>
  (await server.db.selectFrom("test_gateway_intent").selectAll().where("seller_id", "=", shop.seller_id).execute())
    .length;
const twoGiftCards = async () =>
  [await createGiftCard(server, shop, 5000), await createGiftCard(server, shop, 5000)] as const;
const offers = ([one, two]: readonly [TestGiftCard, TestGiftCard], card: string = cards.good) => [
  giftCardTender(one, 700),
  giftCardTender(two, 300),
  cardTender(1000, card),
];

describe("a split payment by many clicks at once", () => {
  test("charges each gift card and the card once, in each round", async () => {
    for (let round = 0; round < roundsToday(20); round++) {
      const gifts = await twoGiftCards();
      const cart = await buyer.hold(1);
      meetAt("after_live_payment_check", 2);
      expect(await atOnce(5, (buyer) => buyer.payWith(cart, ...offers(gifts)))).toEqual(Array(5).fill("200"));
      meetAt("after_order_check", 2);
      expect(await atOnce(3, (buyer) => buyer.checkOut(cart))).toEqual(Array(3).fill("completed"));
      expect(await readGiftCard(server, gifts[0])).toEqual({
        balance: 4300,
        entries: ["debit -700", "capture 0"],
      });
      expect(await readGiftCard(server, gifts[1])).toEqual({
        balance: 4700,
        entries: ["debit -300", "capture 0"],
      });
    }
    expect(await charges()).toBe(roundsToday(20));
    expect(await checkInvariants(server.db)).toEqual([]);
  });
});

test("a declined card releases each gift card once, however many clicked, in each round", async () => {
  const gifts = await twoGiftCards();
  for (let round = 0; round < roundsToday(20); round++) {
    // A new visitor each time, because the number of open carts is limited.
    buyer = new SplitPaymentBuyer(server, shop);
    const cart = await buyer.hold(1);
    meetAt("after_live_payment_check", 2, 20);
    const replies = await atOnce(4, () => buyer.payWith(cart, ...offers(gifts, cards.declined)));
    expect(replies.filter((one) => one !== "payment: card_declined" && one !== "payment: payment_in_progress")).toEqual(
      [],
    );
    for (const gift of gifts) {
      const { balance, entries } = await readGiftCard(server, gift);
      expect(balance).toBe(5000);
      expect(entries.filter((entry) => entry.startsWith("debit")).length).toBe(
        entries.filter((entry) => entry.startsWith("release")).length,
      );
    }
    expect(await buyer.readCart(cart)).toMatchObject({ payment_in_progress: false });
  }
  expect(await checkInvariants(server.db)).toEqual([]);
});

test("two tabs with different tenders: one pays and the other is refused", async () => {
  for (let round = 0; round < roundsToday(10); round++) {
    const gifts = await twoGiftCards();
    const cart = await buyer.hold(1);
    const replies = (
      await Promise.all([buyer.payWith(cart, ...offers(gifts)), buyer.payWith(cart, cardTender(2000))])
    ).map(paymentOutcome);
    expect(replies.toSorted()).toEqual(["200", "payment: payment_in_progress"]);
    expect((await buyer.checkOut(cart)).body.outcome).toBe("completed");
    const debited = (await readGiftCard(server, gifts[0])).balance === 4300;
    expect(debited).toBe(replies[0] === "200");
  }
  expect(await checkInvariants(server.db)).toEqual([]);
});

test("a cart paid for while it is closed: one of the two wins and no money is left behind, in each round", async () => {
  const seen = new Set<string>();
  for (let round = 0; round < roundsToday(20); round++) {
    const gifts = await twoGiftCards();
    const cart = await buyer.hold(1);
    const giveUp = async () => {
      await sleep(round % 10);
      const { statusCode } = await server.app.inject({
        method: "DELETE",
        url: `/api/my/cart/${cart.id}?_seller=${shop.slug}`,
        headers: { cookie: buyer.cookie, "x-application": "ecomm" },
      });
      return String(statusCode);
    };
    const [paid, given] = await Promise.all([buyer.payWith(cart, ...offers(gifts)).then(paymentOutcome), giveUp()]);
    seen.add(`${paid} ${given}`);
    const isPaid = paid === "200";
    expect(given).toBe(isPaid ? "409" : "200");
    expect((await readGiftCard(server, gifts[0])).balance).toBe(isPaid ? 4300 : 5000);
    if (isPaid) expect((await buyer.checkOut(cart)).body.outcome).toBe("completed");
  }
  expect([...seen].every((one) => one === "200 409" || one === "cart: cart_expired 200")).toBe(true);
  expect(await checkInvariants(server.db)).toEqual([]);
});
