import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { checkInvariants } from "../../cli/check.ts";
import type { Shop } from "../../db/testShop.ts";
import { sellerFinder } from "../../http/sellers.ts";
import { releaseExpired } from "../../jobs/releaseExpired.ts";
import { settleAll } from "../../jobs/settleAll.ts";
import { gateways } from "../../outside/gateways.ts";
import type { PaymentGateway } from "../../outside/payments/payments.ts";
import { openTestApp, type TestApp } from "../../testApp.ts";
import { cards } from "../../testBuyer.ts";
import { makeGiftCard, type TestCard } from "../../testGiftCard.ts";
import { byCard, byGiftCard, byReturn, giftCardBook, makeGiftShop, PartsBuyer, saidOf } from "../../testParts.ts";
import { noKeysKept } from "../../testOutside.ts";

let base: TestApp;
let server: TestApp;
let shop: Shop;
let buyer: PartsBuyer;
/** Two gift cards of 15.00 and 10.00. */
let first: TestCard;
let second: TestCard;

type Asked = Partial<Pick<PaymentGateway, "authorize" | "capture">>;
/** What becomes of calls to a gateway, by its name. */
let instead: Record<string, (gateway: PaymentGateway) => Asked> = {};

const outside = () => {
  const find = gateways({ databaseOf: (id) => base.connections.of(id), origin: "http://localhost" }, { test: true });
  return {
    sign: (text: string) => Buffer.from(text.padEnd(43)).toString("base64url"),
    gatewayOf: async (id: string, seller: string) => {
      const gateway = await find(id, seller);
      return gateway && { ...gateway, ...instead[id]?.(gateway) };
    },
    ...noKeysKept,
    mail: undefined,
    origin: "http://localhost",
  };
};
const logged: object[] = [];
const settle = () =>
  settleAll(
    {
      connections: server.connections,
      outside: outside(),
      findSeller: sellerFinder(server.db, 0),
      log: { info: () => undefined, warn: () => undefined, error: (fields) => void logged.push(fields) },
    },
    -1,
  );

beforeAll(async () => {
  base = await openTestApp();
  server = await openTestApp({ outside: outside() }, base);
});
afterAll(async () => {
  expect(logged).toEqual([]);
  expect(await checkInvariants(server.db)).toEqual([]);
  await server.close();
  await base.close();
});
beforeEach(async () => {
  instead = {};
  shop = await makeGiftShop(server);
  buyer = new PartsBuyer(server, shop);
  [first, second] = [await makeGiftCard(server, shop, 1500), await makeGiftCard(server, shop, 1000)];
});

const states = async () =>
  (
    await server.db
      .selectFrom("payment")
      .select(["gateway_id", "state", "amount"])
      .where("seller_id", "=", shop.seller_id)
      .orderBy("created_at")
      .execute()
  ).map(({ gateway_id, state, amount }) => `${gateway_id} ${amount} ${state}`);
const intents = async () =>
  (
    await server.db
      .selectFrom("test_gateway_intent")
      .select(["status", "amount"])
      .where("seller_id", "=", shop.seller_id)
      .orderBy("created_at")
      .execute()
  ).map(({ status, amount }) => `${amount} ${status}`);
const book = async () => [await giftCardBook(server, first), await giftCardBook(server, second)];
const anHourLater = (cart_id: string) =>
  sql`update cart set expires_at = expires_at - interval '1 hour', paying_until = paying_until - interval '1 hour' where id = ${cart_id}`.execute(
    server.db,
  );
const letItClear = () =>
  sql`update test_gateway_intent set created_at = created_at - interval '1 hour' where seller_id = ${shop.seller_id}`.execute(
    server.db,
  );
const atTheBank = (action_url: string, decision: "agree" | "refuse") =>
  server.app.inject({
    method: "POST",
    url: action_url.replace("http://localhost", ""),
    payload: `decision=${decision}`,
    headers: { "content-type": "application/x-www-form-urlencoded" },
  });
/** All three: 15.00 and 10.00 by gift card, 15.00 by a card. */
const three = (card: string = cards.good) => [byGiftCard(first, 1500), byGiftCard(second, 1000), byCard(1500, card)];
const untouched = [
  { balance: 1500, entries: ["debit -1500", "release 1500"] },
  { balance: 1000, entries: ["debit -1000", "release 1000"] },
];
const taken = [
  { balance: 0, entries: ["debit -1500", "capture 0"] },
  { balance: 0, entries: ["debit -1000", "capture 0"] },
];

describe("a cart is paid for", () => {
  test("with two gift cards and a card: one order, and each tells what it paid", async () => {
    const cart = await buyer.hold(2);
    const paid = await buyer.offer(cart, ...three());
    expect(paid.body.payment._data).toMatchObject([
      { gateway_id: "ledger", amount: "15.00", state: "authorized" },
      { gateway_id: "ledger", amount: "10.00", state: "authorized" },
      { gateway_id: "test", amount: "15.00", state: "authorized" },
    ]);
    expect((await buyer.checkOut(cart)).body.outcome).toBe("completed");
    expect(await states()).toEqual(["ledger 1500 captured", "ledger 1000 captured", "test 1500 captured"]);
    expect(await book()).toEqual(taken);
    expect(await intents()).toEqual(["1500 succeeded"]);
    const after = await buyer.cartOf(cart);
    expect(after.completed_payments).toMatchObject([
      { amount: "15.00", status: "captured", gateway_id: "ledger" },
      { amount: "10.00", status: "captured", gateway_id: "ledger" },
      { amount: "15.00", status: "captured", gateway_id: "test" },
    ]);
    expect(after).toMatchObject({ outstanding_balance: "0", payment_due_by_credit_card: "0" });
    expect(after.cart_fees[0]?.grand_totals).toMatchObject({ total_payments: "40.00", total_outstanding: "0" });
  });

  test("with gift cards alone", async () => {
    const cart = await buyer.hold(1);
    expect(saidOf(await buyer.offer(cart, byGiftCard(first, 1500), byGiftCard(second, 500)))).toBe("200");
    expect((await buyer.checkOut(cart)).body.outcome).toBe("completed");
    expect(await states()).toEqual(["ledger 1500 captured", "ledger 500 captured"]);
  });

  test("and no number of a gift card is kept", async () => {
    const cart = await buyer.hold(2);
    await buyer.offer(cart, ...three());
    const rows = await server.db.selectFrom("payment").selectAll().where("seller_id", "=", shop.seller_id).execute();
    expect(JSON.stringify(rows)).not.toContain(first.number);
    expect(new Set(rows.map(({ account_ref }) => account_ref)).size).toBe(3);
  });
});

describe("one part comes to nothing, and every other promise is given back once (T49)", () => {
  test("the card is refused", async () => {
    const cart = await buyer.hold(2);
    expect(saidOf(await buyer.offer(cart, ...three(cards.declined)))).toBe("payment: card_declined");
    expect(await book()).toEqual(untouched);
    expect(await states()).toEqual(["ledger 1500 voided", "ledger 1000 voided", "test 1500 failed"]);
    expect(await buyer.cartOf(cart)).toMatchObject({ payment_in_progress: false, outstanding_balance: "40.00" });
    await settle();
    expect(await book()).toEqual(untouched);

    expect(saidOf(await buyer.offer(cart, ...three()))).toBe("200");
    expect((await buyer.checkOut(cart)).body.outcome).toBe("completed");
    expect((await book()).map(({ balance }) => balance)).toEqual([0, 0]);
  });

  test("a gift card falls short: the card is never asked", async () => {
    const cart = await buyer.hold(2);
    const answer = await buyer.offer(cart, byGiftCard(first, 1500), byGiftCard(second, 1001), byCard(1499));
    expect(answer).toMatchObject({
      status: 409,
      body: { _data: [{ _code: "insufficient_balance", _context: "ledger", _extra: { place: 1 } }] },
    });
    expect(await intents()).toEqual([]);
    expect(await book()).toEqual([untouched[0], { balance: 1000, entries: [] }]);
    expect(await states()).toEqual(["ledger 1500 voided", "ledger 1001 failed", "test 1499 failed"]);
    expect(saidOf(await buyer.offer(cart, byCard(4000)))).toBe("200");
    expect((await buyer.checkOut(cart)).body.outcome).toBe("completed");
  });

  test("a gift card that is none", async () => {
    const cart = await buyer.hold(2);
    expect(saidOf(await buyer.offer(cart, byGiftCard({ number: "NOSUCHCARD" }, 1500), byCard(2500)))).toBe(
      "ledger: not_found",
    );
    expect(await intents()).toEqual([]);
  });

  test("numbers are guessed at: after some tries nobody looks any more, and nothing stays promised (T46)", async () => {
    const cart = await buyer.hold(2);
    const guess = (number: string) =>
      buyer.offer(cart, byGiftCard(first, 1500), byGiftCard({ number }, 2500)).then(saidOf);
    const said: string[] = [];
    for (let tries = 0; tries < 7; tries++) said.push(await guess(`7K3M-Q2XW-GUESS-${tries}`));
    expect(new Set(said)).toEqual(new Set(["ledger: not_found", "ledger: too_many_requests"]));
    expect(said.indexOf("ledger: too_many_requests")).toBeLessThanOrEqual(5);
    expect((await giftCardBook(server, first)).balance).toBe(1500);
    expect(await buyer.cartOf(cart)).toMatchObject({ payment_in_progress: false });
    expect(saidOf(await buyer.offer(cart, byCard(4000)))).toBe("200");
  });

  test("the card is refused when it is taken: it comes before the gift cards, which were only promised", async () => {
    const cart = await buyer.hold(2);
    await buyer.offer(cart, ...three());
    instead.test = () => ({
      capture: async ({ ref }) => ({
        status: "failed",
        ref,
        code: "card_declined",
        message: "Your card was declined.",
      }),
    });
    expect(saidOf(await buyer.checkOut(cart))).toBe("payment: payment_incomplete");
    expect(await book()).toEqual(untouched);
    instead = {};
    expect(saidOf(await buyer.offer(cart, ...three()))).toBe("200");
    expect((await buyer.checkOut(cart)).body.outcome).toBe("completed");
  });

  test("the server dies before it has given anything back: settling does, and paying again does too", async () => {
    for (const who of ["the job", "the buyer"]) {
      const cart = await buyer.hold(2);
      // As if killed just after the card's refusal was written down.
      instead.ledger = (gateway) => ({ ...gateway, find: () => Promise.reject(new Error("killed")) });
      await expect(buyer.offer(cart, ...three(cards.declined))).rejects.toThrow("killed");
      instead = {};
      expect((await buyer.cartOf(cart)).payment_in_progress).toBe(true);
      expect(saidOf(await buyer.checkOut(cart))).toBe("payment: payment_incomplete");
      if (who === "the job") await settle();
      else expect(saidOf(await buyer.offer(cart, ...three()))).toBe("200");
      expect((await book()).map(({ balance }) => balance)).toEqual(who === "the job" ? [1500, 1000] : [0, 0]);
      if (who === "the buyer") expect((await buyer.checkOut(cart)).body.outcome).toBe("completed");
    }
  });
});

describe("the card's bank asks for a further step", () => {
  const asked = async () => {
    const cart = await buyer.hold(2);
    await buyer.savePurchaser(cart);
    const { body } = await buyer.offer(cart, ...three(cards.asks));
    expect(body._data[0]._code).toBe("intent_requires_action");
    return { cart, ...(body._data[0]._extra as { payment_id: string; action_url: string }) };
  };

  test.each([
    ["naming the card's payment alone", (id: string) => [byReturn(id)]],
    [
      "with its gift cards said again",
      (id: string) => [byGiftCard(first, 1500), byGiftCard(second, 1000), byReturn(id)],
    ],
  ])("the buyer comes back %s, and goes on with all of them", async (_, offers) => {
    const { cart, payment_id, action_url } = await asked();
    await settle();
    expect((await book()).map(({ balance }) => balance)).toEqual([0, 0]);
    await atTheBank(action_url, "agree");
    const back = await buyer.offer(cart, ...offers(payment_id));
    expect(back.body.payment._data).toMatchObject([
      { gateway_id: "ledger", state: "authorized" },
      { gateway_id: "ledger", state: "authorized" },
      { id: payment_id, state: "authorized" },
    ]);
    expect((await buyer.checkOut(cart, {})).body.outcome).toBe("completed");
    expect(await book()).toEqual(taken);
    expect(await intents()).toEqual(["1500 succeeded"]);
  });

  test("and they refuse there: the gift cards have their money again", async () => {
    const { cart, payment_id, action_url } = await asked();
    await atTheBank(action_url, "refuse");
    expect(saidOf(await buyer.offer(cart, byReturn(payment_id)))).toBe("payment: card_declined");
    expect(await book()).toEqual(untouched);
  });

  test("and they agree but never come back: the order is made of all of them", async () => {
    const { cart, action_url } = await asked();
    await atTheBank(action_url, "agree");
    await settle();
    expect((await buyer.cartOf(cart)).ticket_order_id).not.toBeNull();
    expect(await book()).toEqual(taken);
  });

  test("and they never do: with the lease everything is given back, and the cart goes", async () => {
    const { cart } = await asked();
    await anHourLater(cart.id);
    await releaseExpired(server.db);
    await settle();
    expect(await book()).toEqual(untouched);
    expect(await intents()).toEqual(["1500 canceled"]);
    expect((await buyer.get(`/my/cart/${cart.id}`)).status).toBe(410);
  });

  test("meanwhile nothing can be checked out, and nothing else pays", async () => {
    const { cart } = await asked();
    expect(saidOf(await buyer.checkOut(cart, {}))).toBe("payment: payment_incomplete");
    expect(saidOf(await buyer.offer(cart, byCard(4000)))).toBe("payment: payment_in_progress");
    expect(saidOf(await buyer.offer(cart, byGiftCard(first, 1400), byGiftCard(second, 1000), byCard(1600)))).toBe(
      "payment: payment_in_progress",
    );
    expect(await intents()).toEqual(["1500 requires_action"]);
  });
});

describe("a debit beside gift cards", () => {
  test.each([
    ["clears: all of it is taken then, and not before", cards.clearsLater, taken, "1500 succeeded"],
    ["comes back: the gift cards are as they were", cards.neverClears, untouched, "1500 failed"],
  ])("%s", async (_, card, books, intent) => {
    const cart = await buyer.hold(2);
    await buyer.offer(cart, ...three(card));
    expect((await buyer.checkOut(cart)).body.outcome).toBe("pending");
    await anHourLater(cart.id);
    await settle();
    await releaseExpired(server.db);
    expect((await book()).map(({ entries }) => entries.length)).toEqual([1, 1]);
    await letItClear();
    await settle();
    expect(await book()).toEqual(books);
    expect(await intents()).toEqual([intent]);
    expect((await buyer.cartOf(cart)).ticket_order_id === null).toBe(books === untouched);
  });
});

describe("answers that are lost (F20)", () => {
  test.each(["ledger", "test"])(
    "the promise of '%s' is made and unheard of: paying again finds it",
    async (gateway_id) => {
      const cart = await buyer.hold(2);
      let left = 1;
      instead[gateway_id] = (gateway) => ({
        authorize: async (charge) => {
          const standing = await gateway.authorize(charge);
          if (left-- > 0) throw new Error("nobody heard");
          return standing;
        },
      });
      await expect(buyer.offer(cart, ...three())).rejects.toThrow("nobody heard");
      expect(saidOf(await buyer.offer(cart, ...three()))).toBe("200");
      expect((await buyer.checkOut(cart)).body.outcome).toBe("completed");
      expect(await book()).toEqual(taken);
      expect(await intents()).toEqual(["1500 succeeded"]);
    },
  );

  test.each(["ledger", "test"])(
    "'%s' has taken it and nobody heard: checking out again makes the order",
    async (id) => {
      const cart = await buyer.hold(2);
      await buyer.offer(cart, ...three());
      let left = 1;
      instead[id] = (gateway) => ({
        capture: async (payment) => {
          const standing = await gateway.capture(payment);
          if (left-- > 0) throw new Error("nobody heard");
          return standing;
        },
      });
      await expect(buyer.checkOut(cart)).rejects.toThrow("nobody heard");
      expect((await buyer.checkOut(cart)).body.outcome).toBe("completed");
      expect(await book()).toEqual(taken);
      expect(await intents()).toEqual(["1500 succeeded"]);
    },
  );
});

test("every clock runs out while the card is taken, and the tickets are still theirs (T57)", async () => {
  const cart = await buyer.hold(2);
  await buyer.offer(cart, ...three());
  instead.test = (gateway) => ({
    capture: async (payment) => {
      const standing = await gateway.capture(payment);
      await anHourLater(cart.id);
      await releaseExpired(server.db);
      return standing;
    },
  });
  expect((await buyer.checkOut(cart)).body.outcome).toBe("completed");
  expect(await book()).toEqual(taken);
});

test("promised by nobody who is known: everything is given back, whoever it was may pay again", async () => {
  const cart = await buyer.hold(2);
  await buyer.offer(cart, ...three());
  await settle();
  expect(await book()).toEqual(untouched);
  expect(await intents()).toEqual(["1500 canceled"]);
  expect(saidOf(await buyer.offer(cart, ...three()))).toBe("200");
  expect((await buyer.checkOut(cart)).body.outcome).toBe("completed");
});
