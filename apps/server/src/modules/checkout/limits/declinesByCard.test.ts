import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Cart } from "@foyer/contract/shop/cart.ts";
import { paymentLimits } from "@foyer/contract/limits.ts";
import { expectInvariants } from "../../../../test/database/expectInvariants.ts";
import { pauseAt } from "../../../db/faultPoints.ts";
import { createTestShop, type TestShop } from "../../../../test/shop/createTestShop.ts";
import type { TestApp } from "../../../../test/app/testApp.ts";
import { TestBuyer, cards, recordPrices } from "../../../../test/shop/testBuyer.ts";
import { openStripeTestApp, StripeTestBuyer, type StripeTestApp } from "../../../../test/payments/stripeApp.ts";
import { setUpRaceServers } from "../../../../test/database/raceServers.ts";
import { createGiftCard } from "../../../../test/payments/giftCards.ts";
import {
  cardTender,
  createGiftCardShop,
  giftCardTender,
  SplitPaymentBuyer,
} from "../../../../test/payments/splitPayments.ts";

const { declines_of_card, declined_cards_of_cart, pause_after_decline } = paymentLimits;
const tooMany = { status: 429, body: { _data: [{ _code: "too_many_requests", _context: "payment" }] } };
const ofCard = { status: 429, body: { _data: [{ _extra: { card_only: true } }] } };

describe("with the test gateway", () => {
  let server: TestApp;
  let other: TestApp;
  let shop: TestShop;
  setUpRaceServers(["payment_attempts_locked"], (one, second) => {
    server = one;
    other = second;
  });
  beforeEach(async () => {
    shop = await createTestShop(server.db, { event: { sessions: [{ capacity: 500 }] } });
    await recordPrices(server, shop);
  });

  const bad = [cards.declined, cards.noFunds, cards.wrongCvc, "4000000000000069", "4000000000000119"];
  const decline = async (buyer: TestBuyer, cart: Cart, numbers: readonly string[]) => {
    for (const number of numbers) expect((await buyer.pay(cart, number)).status).toBe(402);
  };

  test("a good card pays for a cart at once after five different bad ones", async () => {
    const buyer = new TestBuyer(server, shop);
    const cart = await buyer.hold(1);
    await decline(buyer, cart, bad);
    expect((await buyer.pay(cart, cards.good)).status).toBe(200);
    expect((await buyer.checkOut(cart)).body.outcome).toBe("completed");
  });

  test("six different bad cards stop a cart for the hour, good cards too", async () => {
    const buyer = new TestBuyer(server, shop);
    const cart = await buyer.hold(1);
    await decline(buyer, cart, [...bad, "4000000000000010"]);
    expect(bad).toHaveLength(declined_cards_of_cart - 1);
    const stopped = await buyer.pay(cart, cards.good);
    expect(stopped).toMatchObject(tooMany);
    expect(stopped.body._data[0]._extra.retry_after).toBeGreaterThan(pause_after_decline * 4);
    expect(stopped.body._data[0]._extra).not.toHaveProperty("card_only");
  });

  test("a card waits in every cart of the seller from its second try there on, and in no other seller's", async () => {
    const first = new TestBuyer(server, shop);
    await decline(first, await first.hold(1), Array<string>(declines_of_card - 1).fill(cards.declined));
    const second = new TestBuyer(server, shop);
    const cart = await second.hold(1);
    await decline(second, cart, [cards.declined]);
    expect(await second.pay(cart, cards.declined)).toMatchObject(ofCard);
    shop = await createTestShop(server.db);
    await recordPrices(server, shop);
    const elsewhere = new TestBuyer(server, shop);
    await decline(elsewhere, await elsewhere.hold(1), [cards.declined, cards.declined]);
  });

  test("a card beside a gift card waits too, and the gift card is released", async () => {
    shop = await createGiftCardShop(server);
    const gift = await createGiftCard(server, shop, 500);
    const buyer = new SplitPaymentBuyer(server, shop);
    const cart = await buyer.hold(1);
    await decline(buyer, cart, Array<string>(declines_of_card).fill(cards.declined));
    expect(await buyer.payWith(cart, giftCardTender(gift, 500), cardTender(1500, cards.declined))).toMatchObject(
      ofCard,
    );
    expect((await buyer.payWith(cart, giftCardTender(gift, 500), cardTender(1500))).status).toBe(200);
    expect((await buyer.checkOut(cart)).body.outcome).toBe("completed");
  });

  test("tries of one card are counted one after another, on all servers", async () => {
    const [first, second] = [new TestBuyer(server, shop), new TestBuyer(other, shop)];
    const carts = [await first.hold(1), await second.hold(1)] as const;
    await decline(first, carts[0], Array<string>(declines_of_card - 2).fill(cards.declined));
    await decline(second, carts[1], [cards.declined]);
    // Two tries that have both counted continue together; one that waits alone continues after a timeout.
    let goOn: (() => void) | undefined;
    pauseAt("payment_attempts_locked", async () => {
      if (goOn) return goOn();
      await Promise.race([
        new Promise<void>((resolve) => (goOn = resolve)),
        new Promise((resolve) => setTimeout(resolve, 300)),
      ]);
      goOn = undefined;
    });
    const answers = await Promise.all([first.pay(carts[0], cards.declined), second.pay(carts[1], cards.declined)]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([402, 429]);
  });

  test("a card's number cannot be read in the database", async () => {
    const buyer = new TestBuyer(server, shop);
    await decline(buyer, await buyer.hold(1), [cards.declined]);
    const rows = await server.db
      .selectFrom("payment_attempt")
      .select("fingerprint")
      .where("seller_id", "=", shop.seller_id)
      .execute();
    expect(rows).toEqual([{ fingerprint: expect.stringMatching(/^[\w-]{40,}$/) }]);
    expect(JSON.stringify(rows)).not.toContain(cards.declined);
  });
});

describe("with Stripe", () => {
  let app: StripeTestApp;
  let buyer: StripeTestBuyer;
  let cart: Cart;
  beforeAll(async () => {
    app = await openStripeTestApp();
  });
  afterAll(async () => {
    await expectInvariants(app.server.db);
    await app.close();
  });
  beforeEach(async () => {
    buyer = new StripeTestBuyer(app.server, await app.createShop());
    cart = await buyer.hold(1);
  });
  afterEach(() => {
    expect(app.double.violations).toEqual([]);
    expect(app.logged.splice(0)).toEqual([]);
  });
  const token = (kind: string, nth: number) => ({
    confirmation_token_id: `ctoken_card_${kind}_${nth}${cart.id.replaceAll(/\D/g, "")}`,
  });
  const declineFive = async (kind = "chargeDeclined") => {
    for (let nth = 1; nth <= declines_of_card; nth++)
      expect((await buyer.payWith(cart, token(kind, nth))).status).toBe(402);
  };

  test("a card waits after five declines, by its fingerprint, and another pays at once", async () => {
    await declineFive();
    expect(await buyer.payWith(cart, token("chargeDeclined", 6))).toMatchObject(ofCard);
    expect((await buyer.payWith(cart, token("visa", 7))).status).toBe(200);
    expect((await buyer.checkOut(cart)).body.outcome).toBe("completed");
  });

  test("Stripe is asked which card it is only after a decline", async () => {
    const before = app.double.callCount("token");
    expect((await buyer.payWith(cart, token("chargeDeclined", 1))).status).toBe(402);
    expect(app.double.callCount("token") - before).toBe(0);
    expect((await buyer.payWith(cart, token("visa", 2))).status).toBe(200);
    expect(app.double.callCount("token") - before).toBe(1);
  });

  test("while Stripe does not tell, all declines of a cart count as those of one card", async () => {
    app.double.state.hidesFingerprints = true;
    try {
      await declineFive();
      const answer = await buyer.payWith(cart, token("visa", 6));
      expect(answer).toMatchObject(tooMany);
      expect(answer.body._data[0]._extra).not.toHaveProperty("card_only");
    } finally {
      app.double.state.hidesFingerprints = false;
    }
  });

  test("a good card waits like any other while Stripe does not answer which card it is", async () => {
    await declineFive();
    app.double.failNext("token", "fails");
    expect(await buyer.payWith(cart, token("visa", 6))).toMatchObject(tooMany);
    expect((await buyer.payWith(cart, token("visa", 7))).status).toBe(200);
  });
});
