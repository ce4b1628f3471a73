import { createHash } from "node:crypto";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { expectInvariants } from "../../../../test/database/expectInvariants.ts";
import type { TestShop } from "../../../../test/shop/createTestShop.ts";
import { sellerFinder } from "../../../http/sellerFinder.ts";
import { releaseExpiredHolds } from "../../../jobs/releaseExpiredHolds.ts";
import { settleOpenPayments } from "../../../jobs/settleOpenPayments.ts";
import { gatewayFinder } from "../../../providers/payments/gatewayRegistry.ts";
import type { PaymentGateway } from "../../../providers/payments/paymentGateway.ts";
import { openTestApp, type TestApp } from "../../../../test/app/testApp.ts";
import { cards } from "../../../../test/shop/testBuyer.ts";
import { createGiftCard, type TestGiftCard } from "../../../../test/payments/giftCards.ts";
import {
  cardTender,
  giftCardTender,
  returnTender,
  readGiftCard,
  createGiftCardShop,
  SplitPaymentBuyer,
  paymentOutcome,
} from "../../../../test/payments/splitPayments.ts";
import { keylessProviders } from "../../../../test/app/testProviders.ts";

let base: TestApp;
let server: TestApp;
let shop: TestShop;
let buyer: SplitPaymentBuyer;
/** Two gift cards of 15.00 and 10.00. */
let first: TestGiftCard;
let second: TestGiftCard;

type GatewayCalls = Partial<Pick<PaymentGateway, "authorize" | "capture">>;
/** Replacements for a gateway's calls, by gateway id. */
let instead: Record<string, (gateway: PaymentGateway) => GatewayCalls> = {};

const outside = () => {
  const find = gatewayFinder({ databaseOf: (id) => base.connections.forSeller(id) }, { test: true });
  return {
    sign: (text: string) => createHash("sha256").update(text).digest("base64url"),
    findGateway: async (id: string, seller: string) => {
      const gateway = await find(id, seller);
      return gateway && { ...gateway, ...instead[id]?.(gateway) };
    },
    ...keylessProviders,
    mail: undefined,
    origin: "http://localhost",
  };
};
const logged: object[] = [];
const settle = () =>
  settleOpenPayments(
    {
      connections: server.connections,
      providers: outside(),
      findSeller: sellerFinder(server.db, 0),
      log: { info: () => undefined, warn: () => undefined, error: (fields) => void logged.push(fields) },
    },
    -1,
  );

beforeAll(async () => {
  base = await openTestApp();
  server = await openTestApp({ providers: outside() }, base);
});
afterAll(async () => {
  expect(logged).toEqual([]);
  await expectInvariants(server.db);
  await server.close();
  await base.close();
});
beforeEach(async () => {
  instead = {};
  shop = await createGiftCardShop(server);
  buyer = new SplitPaymentBuyer(server, shop);
  [first, second] = [await createGiftCard(server, shop, 1500), await createGiftCard(server, shop, 1000)];
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
const giftCardLedger = async () => [await readGiftCard(server, first), await readGiftCard(server, second)];
const passAnHour = (cart_id: string) =>
  sql`update cart set expires_at = (expires_at at time zone 'utc' - interval '1 hour') at time zone 'utc', leased_until = (leased_until at time zone 'utc' - interval '1 hour') at time zone 'utc' where id = ${cart_id}`.execute(
    server.db,
  );
const clearDebit = () =>
  sql`update test_gateway_intent set created_at = (created_at at time zone 'utc' - interval '1 hour') at time zone 'utc' where seller_id = ${shop.seller_id}`.execute(
    server.db,
  );
const atTheBank = (action_url: string, decision: "agree" | "refuse") =>
  server.app.inject({
    method: "POST",
    url: action_url.replace("http://localhost", ""),
    payload: `decision=${decision}`,
    headers: { "content-type": "application/x-www-form-urlencoded" },
  });
/** 15.00 and 10.00 by gift card, 15.00 by card. */
const three = (card: string = cards.good) => [
  giftCardTender(first, 1500),
  giftCardTender(second, 1000),
  cardTender(1500, card),
];
const untouched = [
  { balance: 1500, entries: ["debit -1500", "release 1500"] },
  { balance: 1000, entries: ["debit -1000", "release 1000"] },
];
const taken = [
  { balance: 0, entries: ["debit -1500", "capture 0"] },
  { balance: 0, entries: ["debit -1000", "capture 0"] },
];

describe("a split payment", () => {
  test("a split payment with two gift cards and a card makes one order that lists each payment", async () => {
    const cart = await buyer.hold(2);
    const paid = await buyer.payWith(cart, ...three());
    expect(paid.body.payment._data).toMatchObject([
      { gateway_id: "ledger", amount: "15.00", state: "authorized" },
      { gateway_id: "ledger", amount: "10.00", state: "authorized" },
      { gateway_id: "test", amount: "15.00", state: "authorized" },
    ]);
    expect((await buyer.checkOut(cart)).body.outcome).toBe("completed");
    expect(await states()).toEqual(["ledger 1500 captured", "ledger 1000 captured", "test 1500 captured"]);
    expect(await giftCardLedger()).toEqual(taken);
    expect(await intents()).toEqual(["1500 succeeded"]);
    const after = await buyer.readCart(cart);
    expect(after.completed_payments).toMatchObject([
      { amount: "15.00", status: "captured", gateway_id: "ledger" },
      { amount: "10.00", status: "captured", gateway_id: "ledger" },
      { amount: "15.00", status: "captured", gateway_id: "test" },
    ]);
    expect(after).toMatchObject({ outstanding_balance: "0", payment_due_by_credit_card: "0" });
    expect(after.cart_fees[0]?.grand_totals).toMatchObject({ total_payments: "40.00", total_outstanding: "0" });
  });

  test("a split payment with gift cards alone makes an order", async () => {
    const cart = await buyer.hold(1);
    expect(paymentOutcome(await buyer.payWith(cart, giftCardTender(first, 1500), giftCardTender(second, 500)))).toBe(
      "200",
    );
    expect((await buyer.checkOut(cart)).body.outcome).toBe("completed");
    expect(await states()).toEqual(["ledger 1500 captured", "ledger 500 captured"]);
  });

  test("stores no gift card number", async () => {
    const cart = await buyer.hold(2);
    await buyer.payWith(cart, ...three());
    const rows = await server.db.selectFrom("payment").selectAll().where("seller_id", "=", shop.seller_id).execute();
    expect(JSON.stringify(rows)).not.toContain(first.number);
    expect(new Set(rows.map(({ account_ref }) => account_ref)).size).toBe(3);
  });
});

describe("a failed payment voids the others once", () => {
  test("when the card is declined", async () => {
    const cart = await buyer.hold(2);
    expect(paymentOutcome(await buyer.payWith(cart, ...three(cards.declined)))).toBe("payment: card_declined");
    expect(await giftCardLedger()).toEqual(untouched);
    expect(await states()).toEqual(["ledger 1500 voided", "ledger 1000 voided", "test 1500 failed"]);
    expect(await buyer.readCart(cart)).toMatchObject({ payment_in_progress: false, outstanding_balance: "40.00" });
    await settle();
    expect(await giftCardLedger()).toEqual(untouched);

    expect(paymentOutcome(await buyer.payWith(cart, ...three()))).toBe("200");
    expect((await buyer.checkOut(cart)).body.outcome).toBe("completed");
    expect((await giftCardLedger()).map(({ balance }) => balance)).toEqual([0, 0]);
  });

  test("when a gift card has too little: the card is never asked", async () => {
    const cart = await buyer.hold(2);
    const answer = await buyer.payWith(
      cart,
      giftCardTender(first, 1500),
      giftCardTender(second, 1001),
      cardTender(1499),
    );
    expect(answer).toMatchObject({
      status: 409,
      body: { _data: [{ _code: "insufficient_balance", _context: "ledger", _extra: { index: 1 } }] },
    });
    expect(await intents()).toEqual([]);
    expect(await giftCardLedger()).toEqual([untouched[0], { balance: 1000, entries: [] }]);
    expect(await states()).toEqual(["ledger 1500 voided", "ledger 1001 failed", "test 1499 failed"]);
    expect(paymentOutcome(await buyer.payWith(cart, cardTender(4000)))).toBe("200");
    expect((await buyer.checkOut(cart)).body.outcome).toBe("completed");
  });

  test("when a gift card does not exist", async () => {
    const cart = await buyer.hold(2);
    expect(
      paymentOutcome(await buyer.payWith(cart, giftCardTender({ number: "NOSUCHCARD" }, 1500), cardTender(2500))),
    ).toBe("ledger: not_found");
    expect(await intents()).toEqual([]);
  });

  test("when numbers are guessed: the limit applies and nothing stays authorized", async () => {
    // A single public address; a private network is shared and may try more numbers.
    buyer.clientAddress = "203.0.113.7";
    const cart = await buyer.hold(2);
    const guess = (number: string) =>
      buyer.payWith(cart, giftCardTender(first, 1500), giftCardTender({ number }, 2500)).then(paymentOutcome);
    const outcomes: string[] = [];
    for (let attempt = 0; attempt < 7; attempt++) outcomes.push(await guess(`7K3M-Q2XW-GUESS-${attempt}`));
    expect(new Set(outcomes)).toEqual(new Set(["ledger: not_found", "captcha: captcha_required"]));
    expect(outcomes.indexOf("captcha: captcha_required")).toBeLessThanOrEqual(5);
    expect((await readGiftCard(server, first)).balance).toBe(1500);
    expect(await buyer.readCart(cart)).toMatchObject({ payment_in_progress: false });
    expect(paymentOutcome(await buyer.payWith(cart, cardTender(4000)))).toBe("200");
  });

  test("a card declined at capture comes before the gift cards, which are released", async () => {
    const cart = await buyer.hold(2);
    await buyer.payWith(cart, ...three());
    instead.test = () => ({
      capture: async ({ ref }) => ({
        status: "failed",
        ref,
        code: "card_declined",
        message: "Your card was declined.",
      }),
    });
    expect(paymentOutcome(await buyer.checkOut(cart))).toBe("payment: payment_incomplete");
    expect(await giftCardLedger()).toEqual(untouched);
    instead = {};
    expect(paymentOutcome(await buyer.payWith(cart, ...three()))).toBe("200");
    expect((await buyer.checkOut(cart)).body.outcome).toBe("completed");
  });

  test("when the server dies first: settled by the job, or by paying again", async () => {
    for (const who of ["the job", "the buyer"]) {
      const cart = await buyer.hold(2);
      // As if killed right after the decline was recorded.
      instead.ledger = (gateway) => ({ ...gateway, findStatus: () => Promise.reject(new Error("killed")) });
      await expect(buyer.payWith(cart, ...three(cards.declined))).rejects.toThrow("killed");
      instead = {};
      expect((await buyer.readCart(cart)).payment_in_progress).toBe(true);
      expect(paymentOutcome(await buyer.checkOut(cart))).toBe("payment: payment_incomplete");
      if (who === "the job") await settle();
      else expect(paymentOutcome(await buyer.payWith(cart, ...three()))).toBe("200");
      expect((await giftCardLedger()).map(({ balance }) => balance)).toEqual(who === "the job" ? [1500, 1000] : [0, 0]);
      if (who === "the buyer") expect((await buyer.checkOut(cart)).body.outcome).toBe("completed");
    }
  });
});

describe("a further step at the card's bank", () => {
  const asked = async () => {
    const cart = await buyer.hold(2);
    await buyer.savePurchaser(cart);
    const { body } = await buyer.payWith(cart, ...three(cards.requiresAction));
    expect(body._data[0]._code).toBe("intent_requires_action");
    return { cart, ...(body._data[0]._extra as { payment_id: string; action_url: string }) };
  };

  test.each([
    ["naming the card's payment alone", (id: string) => [returnTender(id)]],
    [
      "with its gift cards said again",
      (id: string) => [giftCardTender(first, 1500), giftCardTender(second, 1000), returnTender(id)],
    ],
  ])("the buyer returns %s and continues with all payments", async (_, offers) => {
    const { cart, payment_id, action_url } = await asked();
    await settle();
    expect((await giftCardLedger()).map(({ balance }) => balance)).toEqual([0, 0]);
    await atTheBank(action_url, "agree");
    const back = await buyer.payWith(cart, ...offers(payment_id));
    expect(back.body.payment._data).toMatchObject([
      { gateway_id: "ledger", state: "authorized" },
      { gateway_id: "ledger", state: "authorized" },
      { id: payment_id, state: "authorized" },
    ]);
    expect((await buyer.checkOut(cart, {})).body.outcome).toBe("completed");
    expect(await giftCardLedger()).toEqual(taken);
    expect(await intents()).toEqual(["1500 succeeded"]);
  });

  test("releases the gift cards when the payer refuses", async () => {
    const { cart, payment_id, action_url } = await asked();
    await atTheBank(action_url, "refuse");
    expect(paymentOutcome(await buyer.payWith(cart, returnTender(payment_id)))).toBe("payment: card_declined");
    expect(await giftCardLedger()).toEqual(untouched);
  });

  test("makes the order when the payer agrees and does not return", async () => {
    const { cart, action_url } = await asked();
    await atTheBank(action_url, "agree");
    await settle();
    expect((await buyer.readCart(cart)).ticket_order_id).not.toBeNull();
    expect(await giftCardLedger()).toEqual(taken);
  });

  test("voids everything when the lease ends, and the cart expires", async () => {
    const { cart } = await asked();
    await passAnHour(cart.id);
    await releaseExpiredHolds(server.db);
    await settle();
    expect(await giftCardLedger()).toEqual(untouched);
    expect(await intents()).toEqual(["1500 canceled"]);
    expect((await buyer.get(`/my/cart/${cart.id}`)).status).toBe(410);
  });

  test("allows no checkout and no other payment meanwhile", async () => {
    const { cart } = await asked();
    expect(paymentOutcome(await buyer.checkOut(cart, {}))).toBe("payment: payment_incomplete");
    expect(paymentOutcome(await buyer.payWith(cart, cardTender(4000)))).toBe("payment: payment_in_progress");
    expect(
      paymentOutcome(
        await buyer.payWith(cart, giftCardTender(first, 1400), giftCardTender(second, 1000), cardTender(1600)),
      ),
    ).toBe("payment: payment_in_progress");
    expect(await intents()).toEqual(["1500 requires_action"]);
  });
});

describe("a debit beside gift cards", () => {
  test.each([
    ["clears: everything is captured then", cards.clearsLater, taken, "1500 succeeded"],
    ["fails: the gift cards are released", cards.neverClears, untouched, "1500 failed"],
  ])("%s", async (_, card, books, intent) => {
    const cart = await buyer.hold(2);
    await buyer.payWith(cart, ...three(card));
    expect((await buyer.checkOut(cart)).body.outcome).toBe("pending");
    await passAnHour(cart.id);
    await settle();
    await releaseExpiredHolds(server.db);
    expect((await giftCardLedger()).map(({ entries }) => entries.length)).toEqual([1, 1]);
    await clearDebit();
    await settle();
    expect(await giftCardLedger()).toEqual(books);
    expect(await intents()).toEqual([intent]);
    expect((await buyer.readCart(cart)).ticket_order_id === null).toBe(books === untouched);
  });
});

describe("lost answers", () => {
  test.each(["ledger", "test"])(
    "the promise of '%s' is made and unheard of: paying again finds it",
    async (gateway_id) => {
      const cart = await buyer.hold(2);
      let left = 1;
      instead[gateway_id] = (gateway) => ({
        authorize: async (charge) => {
          const providerStatus = await gateway.authorize(charge);
          if (left-- > 0) throw new Error("nobody heard");
          return providerStatus;
        },
      });
      await expect(buyer.payWith(cart, ...three())).rejects.toThrow("nobody heard");
      expect(paymentOutcome(await buyer.payWith(cart, ...three()))).toBe("200");
      expect((await buyer.checkOut(cart)).body.outcome).toBe("completed");
      expect(await giftCardLedger()).toEqual(taken);
      expect(await intents()).toEqual(["1500 succeeded"]);
    },
  );

  test.each(["ledger", "test"])(
    "'%s' has taken it and nobody heard: checking out again makes the order",
    async (id) => {
      const cart = await buyer.hold(2);
      await buyer.payWith(cart, ...three());
      let left = 1;
      instead[id] = (gateway) => ({
        capture: async (payment) => {
          const providerStatus = await gateway.capture(payment);
          if (left-- > 0) throw new Error("nobody heard");
          return providerStatus;
        },
      });
      await expect(buyer.checkOut(cart)).rejects.toThrow("nobody heard");
      expect((await buyer.checkOut(cart)).body.outcome).toBe("completed");
      expect(await giftCardLedger()).toEqual(taken);
      expect(await intents()).toEqual(["1500 succeeded"]);
    },
  );
});

test("tickets stay held however long a capture takes", async () => {
  const cart = await buyer.hold(2);
  await buyer.payWith(cart, ...three());
  instead.test = (gateway) => ({
    capture: async (payment) => {
      const providerStatus = await gateway.capture(payment);
      await passAnHour(cart.id);
      await releaseExpiredHolds(server.db);
      return providerStatus;
    },
  });
  expect((await buyer.checkOut(cart)).body.outcome).toBe("completed");
  expect(await giftCardLedger()).toEqual(taken);
});

test("an attempt without a purchaser is voided, and the buyer may pay again", async () => {
  const cart = await buyer.hold(2);
  await buyer.payWith(cart, ...three());
  await settle();
  expect(await giftCardLedger()).toEqual(untouched);
  expect(await intents()).toEqual(["1500 canceled"]);
  expect(paymentOutcome(await buyer.payWith(cart, ...three()))).toBe("200");
  expect((await buyer.checkOut(cart)).body.outcome).toBe("completed");
});
