import { beforeAll, describe, expect, test } from "vitest";
import { createTestShop, type TestShop } from "../../../../test/shop/createTestShop.ts";
import { TestVisitor } from "../../../../test/accounts/login.ts";
import type { TestResponse, TestApp } from "../../../../test/app/testApp.ts";
import { TestBuyer, cards } from "../../../../test/shop/testBuyer.ts";
import {
  readCardBalance,
  createGiftCard,
  readCardEntries,
  giftCardSeller,
} from "../../../../test/payments/giftCards.ts";
import { setUpRaceServers } from "../../../../test/database/raceServers.ts";
import { roundsToday } from "../../../../../../scripts/sampling.ts";

let one: TestApp;
let other: TestApp;
setUpRaceServers([], (first, second) => {
  [one, other] = [first, second];
});
let shop: TestShop;
const roomy = { seller: giftCardSeller, event: { sessions: [{ capacity: -1 }] } };
beforeAll(async () => {
  shop = await createTestShop(one.db, roomy);
});
const byGiftCard = (number: string, amount: string) => ({
  gateway_id: "ledger",
  amount,
  gateway_data: { number, ledger_id: "cards" },
});
const byCard = (amount: string) => ({
  gateway_id: "test",
  amount,
  gateway_data: { card: { number: cards.good, expiry: "12/40", cvc: "123" } },
});
const offer = (buyer: TestBuyer, { id }: { readonly id: string }, ...list: object[]) =>
  buyer.post(`/my/cart/${id}/pay`, list);
/** The refusal, such as 'ledger: not_found', or '200'. */
const outcomeOf = ({ status, body }: TestResponse): string =>
  status === 200 ? "200" : `${body._data[0]._context}: ${body._data[0]._code}`;

/** Buyers at two servers, each with a cart of 20.00, share one gift card. */
const rush = async (amount: number, many: number) => {
  const card = await createGiftCard(one, shop, amount);
  const buyers = Array.from({ length: many }, (_, place) => new TestBuyer(place % 2 ? one : other, shop));
  const carts = await Promise.all(buyers.map(async (buyer) => ({ buyer, cart: await buyer.hold(1) })));
  const settlements = await Promise.allSettled(
    carts.map(async ({ buyer, cart }) => {
      const paid = await offer(buyer, cart, byGiftCard(card.number, "15.00"), byCard("5.00"));
      return paid.status === 200 ? String((await buyer.checkOut(cart)).body.outcome) : outcomeOf(paid);
    }),
  );
  const outcomes = settlements.map((one) => (one.status === "fulfilled" ? one.value : "500"));
  return { card, outcomes };
};

describe("one gift card in many checkouts at once", () => {
  test("makes as many orders as the balance covers and refuses the others", async () => {
    for (let round = 0; round < roundsToday(20); round++) {
      const { card, outcomes } = await rush(4000, 3);
      expect(outcomes.toSorted()).toEqual(["completed", "completed", "ledger: insufficient_balance"]);
      expect(await readCardBalance(one, card)).toBe(1000);
      expect((await readCardEntries(one, card)).filter((entry) => entry === "capture 0")).toHaveLength(2);
    }
  });
});

describe("guessing gift card numbers by paying", () => {
  test("guessing gift card numbers by paying needs a captcha after five wrong numbers a minute, look-ups included, and ends after twenty", async () => {
    const own = await createTestShop(one.db, roomy);
    const card = await createGiftCard(one, own, 5000);
    const buyer = new TestBuyer(one, own);
    buyer.clientAddress = "203.0.113.7";
    const cart = await buyer.hold(1);
    const wrong = () => offer(buyer, cart, byGiftCard(`ZZZZ-${crypto.randomUUID()}`, "20.00"));
    for (let times = 0; times < 3; times++) expect(outcomeOf(await wrong())).toBe("ledger: not_found");
    for (let times = 0; times < 2; times++)
      expect((await buyer.get(`/ledger/cards/${crypto.randomUUID()}`)).status).toBe(404);
    expect(outcomeOf(await wrong())).toBe("captcha: captcha_required");
    expect(outcomeOf(await offer(buyer, cart, byGiftCard(card.number, "20.00")))).toBe("captcha: captcha_required");
    const visitor = new TestVisitor(other, own, { from: buyer.clientAddress, cookie: buyer.cookie });
    const payWithCaptcha = async (number: string) =>
      outcomeOf(await visitor.postWithCaptcha(`/my/cart/${cart.id}/pay`, [byGiftCard(number, "20.00")]));
    for (let times = 0; times < 15; times++)
      expect(await payWithCaptcha(`ZZZZ-${crypto.randomUUID()}`)).toBe("ledger: not_found");
    expect(await payWithCaptcha(card.number)).toBe("ledger: too_many_requests");
    expect(await readCardBalance(one, card)).toBe(5000);
    // Other tenders are not limited.
    expect(outcomeOf(await offer(buyer, cart, byCard("20.00")))).toBe("200");
  });

  test("a correct number does not count, also with too little balance", async () => {
    const own = await createTestShop(one.db, roomy);
    const card = await createGiftCard(one, own, 100);
    const buyer = new TestBuyer(one, own);
    const cart = await buyer.hold(1);
    for (let times = 0; times < 7; times++)
      expect(outcomeOf(await offer(buyer, cart, byGiftCard(card.number, "20.00")))).toBe(
        "ledger: insufficient_balance",
      );
  });
});
