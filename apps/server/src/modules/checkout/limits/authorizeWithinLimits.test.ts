import { beforeEach, describe, expect, test } from "vitest";
import { sql } from "kysely";
import { paymentLimits } from "@foyer/contract/limits.ts";
import type { Cart } from "@foyer/contract/shop/cart.ts";
import { pauseAt } from "../../../db/faultPoints.ts";
import { createTestShop, type TestShop } from "../../../../test/shop/createTestShop.ts";
import type { TestApp } from "../../../../test/app/testApp.ts";
import { TestBuyer, cards, recordPrices } from "../../../../test/shop/testBuyer.ts";
import { setUpRaceServers } from "../../../../test/database/raceServers.ts";
import { createGiftCard } from "../../../../test/payments/giftCards.ts";
import {
  cardTender,
  giftCardTender,
  readGiftCard,
  createGiftCardShop,
  SplitPaymentBuyer,
} from "../../../../test/payments/splitPayments.ts";
import { deleteOldPaymentTries } from "./tries.sql.ts";

let server: TestApp;
/** A second server on the same database, because one server serialises its own requests. */
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

const school = "203.0.113.7";
const from = (address: string, at = server): TestBuyer => {
  const buyer = new TestBuyer(at, shop);
  buyer.clientAddress = address;
  return buyer;
};
const payNewCart = async (buyer: TestBuyer, card: string) => buyer.pay(await buyer.hold(1), card);
const refusals = async (many: number, address: string, at = server) => {
  for (let time = 0; time < many; time++)
    expect((await payNewCart(from(address, at), cards.declined)).status).toBe(402);
};
const authorizations = async () =>
  (await server.db.selectFrom("test_gateway_intent").select("id").where("seller_id", "=", shop.seller_id).execute())
    .length;
const tooMany = { status: 429, body: { _data: [{ _code: "too_many_requests", _context: "payment" }] } };
/** Makes all tries older by the given seconds. */
const later = (seconds: number) =>
  sql`update payment_attempt set created_at = (created_at at time zone 'utc' - make_interval(secs => ${seconds})) at time zone 'utc' where seller_id = ${shop.seller_id}`.execute(
    server.db,
  );
const anHourLater = () => later(61 * 60);
const { declines_of_card, declines_of_cart_at_most, pause_after_decline } = paymentLimits;
const declineFive = async (buyer: TestBuyer, cart: Cart) => {
  for (let time = 0; time < declines_of_card; time++) expect((await buyer.pay(cart, cards.declined)).status).toBe(402);
};

describe("card testing", () => {
  test("pauses a card after five declines, without charging it; a good card pays for the same cart at once", async () => {
    const buyer = from("127.0.0.1");
    const cart = await buyer.hold(1);
    await declineFive(buyer, cart);
    const answer = await buyer.pay(cart, cards.declined);
    expect(answer).toMatchObject(tooMany);
    expect(answer.body._data[0]._extra).toEqual({ retry_after: expect.any(Number), card_only: true });
    expect(answer.headers["retry-after"]).toBe(String(answer.body._data[0]._extra.retry_after));
    expect(Number(answer.headers["retry-after"])).toBeGreaterThan(pause_after_decline - 20);
    expect(Number(answer.headers["retry-after"])).toBeLessThanOrEqual(pause_after_decline);
    expect(await authorizations()).toBe(5);
    const rows = await server.db.selectFrom("payment").select("id").where("seller_id", "=", shop.seller_id).execute();
    expect(rows).toHaveLength(5);
    expect((await buyer.pay(cart, cards.good)).status).toBe(200);
    expect((await buyer.checkOut(cart)).body.outcome).toBe("completed");
  });

  test("lets the same card be tried again after the pause", async () => {
    const buyer = from("127.0.0.1");
    const cart = await buyer.hold(1);
    await declineFive(buyer, cart);
    await later(pause_after_decline + 1);
    expect((await buyer.pay(cart, cards.declined)).status).toBe(402);
  });

  test("waits longer after each further decline of a card, and stops the cart at eight, whatever the card", async () => {
    const buyer = from("127.0.0.1");
    const cart = await buyer.hold(1);
    await declineFive(buyer, cart);
    for (let nth = 1; nth <= declines_of_cart_at_most - declines_of_card; nth++) {
      await later(nth * pause_after_decline - 20);
      expect(await buyer.pay(cart, cards.declined)).toMatchObject(tooMany);
      await later(30);
      expect((await buyer.pay(cart, cards.declined)).status).toBe(402);
    }
    await later(600);
    const stopped = await buyer.pay(cart, cards.good);
    expect(stopped).toMatchObject(tooMany);
    expect(Number(stopped.headers["retry-after"])).toBeGreaterThan(pause_after_decline * 4);
    expect(await authorizations()).toBe(declines_of_cart_at_most);
  });

  test("leaves gift cards to a cart with declined cards", async () => {
    shop = await createGiftCardShop(server);
    const gift = await createGiftCard(server, shop, 5000);
    const buyer = new SplitPaymentBuyer(server, shop);
    const cart = await buyer.hold(1);
    await declineFive(buyer, cart);
    expect(await buyer.pay(cart, cards.declined)).toMatchObject(tooMany);
    expect((await buyer.payWith(cart, giftCardTender(gift, 2000))).status).toBe(200);
    expect((await buyer.checkOut(cart)).body.outcome).toBe("completed");
  });

  test("card testing is stopped after ten declined cards of one address within an hour; other addresses and sellers may pay", async () => {
    await refusals(10, school);
    expect(await payNewCart(from(school), cards.good)).toMatchObject(tooMany);
    expect((await payNewCart(from("203.0.113.8"), cards.good)).status).toBe(200);
    shop = await createTestShop(server.db);
    await recordPrices(server, shop);
    expect((await payNewCart(from(school), cards.good)).status).toBe(200);
  });

  test("releases the gift card of a split payment at once", async () => {
    shop = await createGiftCardShop(server, { event: { sessions: [{ capacity: 500 }] } });
    const gift = await createGiftCard(server, shop, 500);
    const buyer = new SplitPaymentBuyer(server, shop);
    buyer.clientAddress = school;
    const cart = await buyer.hold(1);
    // Others in the same network test cards between this buyer's request and the call to the provider.
    let goOn = () => {};
    const gate = new Promise<void>((resolve) => (goOn = resolve));
    const arrived = new Promise<void>((reached) =>
      pauseAt("after_live_payment_check", () => {
        pauseAt("after_live_payment_check", undefined);
        reached();
        return gate;
      }),
    );
    const paying = buyer.payWith(cart, giftCardTender(gift, 500), cardTender(1500));
    await arrived;
    await refusals(10, school, other);
    goOn();
    expect(await paying).toMatchObject(tooMany);
    expect(await readGiftCard(server, gift)).toEqual({ balance: 500, entries: ["debit -500", "release 500"] });
    expect((await buyer.readCart(cart)).payment_in_progress).toBe(false);
  });

  test("declined cards and their networks are forgotten after an hour", async () => {
    await refusals(10, school);
    await anHourLater();
    expect((await payNewCart(from(school), cards.good)).status).toBe(200);
    await anHourLater();
    await deleteOldPaymentTries(server.db);
    const kept = await server.db
      .selectFrom("payment_attempt")
      .select("client_network")
      .where("seller_id", "=", shop.seller_id)
      .execute();
    expect(kept).toEqual([]);
  });

  test("card testing counts the first half of an IPv6 address", async () => {
    for (let time = 0; time < 10; time++)
      expect((await payNewCart(from(`2001:db8:1:2::${time + 1}`), cards.declined)).status).toBe(402);
    expect(await payNewCart(from("2001:db8:1:2:9::9"), cards.good)).toMatchObject(tooMany);
    expect((await payNewCart(from("2001:db8:1:3::1"), cards.good)).status).toBe(200);
  });

  test("an unlisted proxy of our own blocks nobody", async () => {
    await refusals(12, "10.1.2.3");
    expect((await payNewCart(from("10.1.2.3"), cards.good)).status).toBe(200);
  });

  test("addresses cannot be read in the database", async () => {
    await refusals(1, school);
    const rows = await server.db
      .selectFrom("payment_attempt")
      .selectAll()
      .where("seller_id", "=", shop.seller_id)
      .execute();
    expect(rows).toHaveLength(1);
    expect(JSON.stringify(rows)).not.toContain(school);
  });
});

describe("a school behind one router", () => {
  test("a school behind one router may make any number of successful purchases", async () => {
    for (let round = 0; round < 5; round++) {
      const answers = await Promise.all(Array.from({ length: 5 }, () => payNewCart(from(school), cards.good)));
      expect(answers.map(({ status }) => status)).toEqual(Array(5).fill(200));
    }
  });

  test("a school behind one router may still return from the bank after others were declined", async () => {
    const buyer = from(school);
    const cart = await buyer.hold(1);
    const { payment_id, action_url } = (await buyer.pay(cart, cards.requiresAction)).body._data[0]._extra;
    await refusals(10, school);
    await server.app.inject({
      method: "POST",
      url: action_url.replace("http://localhost", ""),
      payload: "decision=agree",
      headers: { "content-type": "application/x-www-form-urlencoded" },
    });
    expect((await buyer.resumePayment(cart, payment_id)).status).toBe(200);
    expect((await buyer.checkOut(cart)).body.outcome).toBe("completed");
  });
});

describe("sixty cards at once", () => {
  const atOnce = async (): Promise<number> => {
    const buyers = await Promise.all(
      Array.from({ length: 60 }, async (_, place) => {
        const buyer = from("127.0.0.1", place % 2 ? other : server);
        const cart = await buyer.hold(1);
        buyer.clientAddress = school;
        return { buyer, cart };
      }),
    );
    // Without a lock, all tries would be counted before any is refused.
    let here = 0;
    const { promise, resolve } = Promise.withResolvers<void>();
    pauseAt("payment_attempts_locked", async () => {
      if (++here >= 2) resolve();
      await Promise.race([promise, new Promise((go) => setTimeout(go, 20))]);
    });
    await Promise.all(buyers.map(({ buyer, cart }) => buyer.pay(cart, cards.declined)));
    return authorizations();
  };

  test("reach the provider only up to the limit, and none for an hour afterwards", async () => {
    expect(await atOnce()).toBeLessThanOrEqual(paymentLimits.declines_of_address + paymentLimits.concurrent_of_address);
    expect(await payNewCart(from(school), cards.good)).toMatchObject(tooMany);
  });
});

test("tries of one network are counted one after another, on all servers", async () => {
  let [inside, most] = [0, 0];
  pauseAt("payment_attempts_locked", async () => {
    inside += 1;
    most = Math.max(most, inside);
    await new Promise((go) => setTimeout(go, 15));
    inside -= 1;
  });
  const buyers = await Promise.all(
    Array.from({ length: 4 }, async (_, index) => {
      const buyer = from("203.0.113.20", index % 2 ? other : server);
      return { buyer, cart: await buyer.hold(1) };
    }),
  );
  await Promise.all(buyers.map(({ buyer, cart }) => buyer.pay(cart, cards.declined)));
  expect(most).toBe(1);
});
