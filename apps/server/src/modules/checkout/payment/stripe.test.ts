import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Cart } from "@foyer/contract/shop/cart.ts";
import { sql } from "kysely";
import type { TestShop } from "../../../../test/shop/createTestShop.ts";
import { releaseExpiredHolds } from "../../../jobs/releaseExpiredHolds.ts";
import { openTestApp, type TestApp } from "../../../../test/app/testApp.ts";
import { StripeTestBuyer, type StripeTestApp } from "../../../../test/payments/stripeApp.ts";
import { roundsToday } from "../../../../../../scripts/sampling.ts";
import { setUpStripeTestApp } from "../../../../test/payments/setUpStripeTestApp.ts";

let app: StripeTestApp;
let shop: TestShop;
let buyer: StripeTestBuyer;

setUpStripeTestApp((opened) => void (app = opened));
beforeEach(async () => {
  shop = await app.createShop();
  buyer = new StripeTestBuyer(app.server, shop);
});
afterEach(() => {
  expect(app.logged.splice(0)).toEqual([]);
});

const rows = async (table: "payment" | "ticket_order" | "outbox" | "payment_audit") =>
  (await app.server.db.selectFrom(table).selectAll().where("seller_id", "=", shop.seller_id).execute()) as Record<
    string,
    unknown
  >[];
const intents = () =>
  [...app.double.state.intents.values()].filter(({ metadata }) => metadata.seller_id === shop.seller_id);
const states = async () => (await rows("payment")).map(({ state }) => state);
const anHourLater = (cart: Cart) =>
  sql`update cart set expires_at = (expires_at at time zone 'utc' - interval '1 hour') at time zone 'utc', leased_until = (leased_until at time zone 'utc' - interval '1 hour') at time zone 'utc' where id = ${cart.id}`.execute(
    app.server.db,
  );
const codeAndContext = (answer: { body: { _data: { _code: string; _context: string }[] } }) =>
  `${answer.body._data[0]?._context}: ${answer.body._data[0]?._code}`;

describe("a guest buys with Stripe", () => {
  test.each([
    ["a payment method", { payment_method_id: "pm_card_visa" }],
    ["a confirmation token", { confirmation_token_id: "ctoken_card_visa" }],
  ])("a guest buys with Stripe with %s is authorized, then captured with one order", async (_, data) => {
    const cart = await buyer.hold(2);
    expect(await buyer.payWith(cart, data)).toMatchObject({
      status: 200,
      body: { payment: { _data: [{ state: "authorized", amount: "40.00", gateway_id: "stripe" }] } },
    });
    expect(intents()).toMatchObject([{ status: "requires_capture", amountReceived: 0 }]);
    expect((await buyer.checkOut(cart)).body.outcome).toBe("completed");
    const [intent] = intents();
    expect(intent).toMatchObject({ status: "succeeded", amountReceived: 4000 });
    expect(await rows("payment")).toMatchObject([{ state: "captured", provider_ref: intent?.id }]);
    expect(await rows("payment_audit")).toMatchObject([
      { audit_action: "capture", amount: 4000, currency: "USD", provider_ref: intent?.id },
    ]);
    expect(await rows("outbox")).toHaveLength(1);
  });

  test.each([
    ["chargeDeclined", "card_declined", "card_declined", "Your card was declined."],
    ["incorrectCvc", "incorrect_cvc", "incorrect_cvc", "Your card's security code is incorrect."],
    ["invalidCvc", "incorrect_cvc", "invalid_cvc", "Your card's security code is invalid."],
    ["incorrectZip", "card_declined", "incorrect_zip", "Your card's zip code failed validation."],
  ])(
    "a guest buys with Stripe may try another card after a declined one (%s)",
    async (card, code, decline_code, message) => {
      const cart = await buyer.hold();
      expect(await buyer.payCard(cart, card)).toMatchObject({
        status: 402,
        body: {
          _data: [
            {
              _code: code,
              _context: "payment",
              _description: `Your card has not been charged. ${message}`,
              _extra: { decline_code },
            },
          ],
        },
      });
      expect((await buyer.payCard(cart, "visa")).status).toBe(200);
      expect((await buyer.checkOut(cart)).body.outcome).toBe("completed");
      expect(intents().map(({ status }) => status)).toEqual(["canceled", "succeeded"]);
    },
  );

  test("a guest buys with Stripe is refused by a seller without keys, and for names that are not Stripe's", async () => {
    shop = await app.createShop({ keys: false });
    buyer = new StripeTestBuyer(app.server, shop);
    const cart = await buyer.hold();
    expect(codeAndContext(await buyer.payCard(cart, "visa"))).toBe("stripe_gateway: not_configured");
    const wrong = { payment_method_id: "4242424242424242" };
    expect(await buyer.payWith(cart, wrong)).toMatchObject({
      status: 422,
      body: { _data: [{ _code: "validation_failed" }] },
    });
    expect(await states()).toEqual([]);
  });
});

describe("a further step at the bank", () => {
  const asked = async (data: object = { payment_method_id: "pm_card_threeDSecure2Required" }) => {
    const cart = await buyer.hold();
    await buyer.savePurchaser(cart);
    const answer = await buyer.payWith(cart, data);
    expect(codeAndContext(answer)).toBe("payment: intent_requires_action");
    const [intent] = intents();
    if (!intent) throw new Error("no intent");
    return { cart, intent, extra: answer.body._data[0]._extra };
  };

  test("the payer returns from the bank with our payment id", async () => {
    const { cart, intent, extra } = await asked();
    expect(extra).toMatchObject({ action_url: intent.bankPage, client_secret: intent.client_secret });
    app.double.state.completeChallenge(intent.id, true);
    expect((await buyer.payWith(cart, { payment_id: extra.payment_id })).status).toBe(200);
    expect((await buyer.checkOut(cart, {})).body.outcome).toBe("completed");
    expect(intents()).toMatchObject([{ status: "succeeded" }]);
  });

  test("the payer's page completes it and returns Stripe's id", async () => {
    const data = { payment_method_id: "pm_card_threeDSecure2Required", use_stripe_sdk: true };
    const { cart, intent, extra } = await asked(data);
    expect(extra).toMatchObject({ action_url: null, client_secret: intent.client_secret });
    app.double.state.completeChallenge(intent.id, true);
    expect((await buyer.payWith(cart, { payment_intent_id: intent.id })).status).toBe(200);
    expect((await buyer.checkOut(cart, {})).body.outcome).toBe("completed");
  });

  test("a failed step charges nothing, and another card may be used", async () => {
    const { cart, intent, extra } = await asked();
    app.double.state.completeChallenge(intent.id, false);
    const answer = await buyer.payWith(cart, { payment_id: extra.payment_id });
    expect(answer.body._data[0]).toMatchObject({
      _code: "card_declined",
      _extra: { decline_code: "payment_intent_authentication_failure" },
    });
    await buyer.payCard(cart, "visa");
    expect((await buyer.checkOut(cart, {})).body.outcome).toBe("completed");
    expect(intents().map(({ status }) => status)).toEqual(["canceled", "succeeded"]);
  });

  test("another cart's intent is refused", async () => {
    const { cart, intent } = await asked();
    const other = new StripeTestBuyer(app.server, shop);
    const theirs = await other.hold();
    await other.payCard(theirs, "visa");
    const [, paid] = intents();
    expect(codeAndContext(await buyer.payWith(cart, { payment_intent_id: paid?.id }))).toBe(
      "payment: payment_incomplete",
    );
    expect(codeAndContext(await other.payWith(theirs, { payment_intent_id: intent.id }))).toBe(
      "payment: payment_incomplete",
    );
    expect(codeAndContext(await buyer.checkOut(cart, {}))).toBe("payment: payment_incomplete");
  });

  test("a further step at the bank without a return is voided when the lease ends", async () => {
    const { cart, intent } = await asked();
    await app.settle();
    expect(intents()).toMatchObject([{ status: "requires_action" }]);
    await anHourLater(cart);
    await app.settle();
    expect(await states()).toEqual(["voided"]);
    expect(intents()).toMatchObject([{ id: intent.id, status: "canceled" }]);
  });

  test("a further step at the bank without a return makes the order once the payer agrees", async () => {
    const { intent } = await asked();
    app.double.state.completeChallenge(intent.id, true);
    await app.settle();
    expect(await rows("ticket_order")).toHaveLength(1);
    expect(intents()).toMatchObject([{ status: "succeeded" }]);
  });
});

describe("a processing payment", () => {
  const pending = async () => {
    const cart = await buyer.hold();
    await buyer.savePurchaser(cart);
    expect((await buyer.payCard(cart, "pm_usBankAccount")).body.payment._data[0].state).toBe("processing");
    expect((await buyer.checkOut(cart, {})).body.outcome).toBe("pending");
    const [intent] = intents();
    return { cart, ref: intent?.id ?? "" };
  };

  test("a processing payment that arrives without a webhook makes the order", async () => {
    const { cart, ref } = await pending();
    await anHourLater(cart);
    await releaseExpiredHolds(app.server.db);
    app.double.state.settleDebit(ref, true);
    await app.settle();
    expect(await rows("ticket_order")).toMatchObject([{ cart_id: cart.id, total: 4000 }]);
    expect(await rows("payment_audit")).toMatchObject([{ audit_action: "capture", amount: 4000 }]);
  });

  test("a processing payment that is cancelled at Stripe makes no order and releases the cart", async () => {
    const { cart, ref } = await pending();
    const intent = app.double.state.intents.get(ref);
    if (intent) intent.status = "canceled";
    await app.settle();
    expect(await states()).toEqual(["failed"]);
    expect((await buyer.get(`/my/cart/${cart.id}`)).body.cart._data[0].payment_in_progress).toBe(false);
  });

  test.each([
    ["the settling job", () => app.settle()],
    ["the buyer who pays again", (cart: Cart) => buyer.payCard(cart, "visa")],
  ])("a processing payment that fails is reported once by e-mail, whatever finds out first: %s", async (_, findOut) => {
    const { cart, ref } = await pending();
    app.double.state.settleDebit(ref, false);
    await findOut(cart);
    await app.settle();
    expect(await states()).toContain("failed");
    const emails = (await rows("outbox")).filter(({ kind }) => kind === "payment_returned");
    expect(emails).toHaveLength(1);
    expect(JSON.stringify(emails)).toContain("Your bank did not complete your payment of $40.00");
  });

  test("a processing payment that fails is recorded only together with its e-mail", async () => {
    const { ref } = await pending();
    app.double.state.settleDebit(ref, false);
    const { origin } = app.providers;
    const setOrigin = (get: () => string) =>
      Object.defineProperty(app.providers, "origin", { get, configurable: true });
    // Fails while the e-mail is written, as a crash would.
    setOrigin(() => {
      throw new Error("the e-mail could not be written");
    });
    await app.settle();
    setOrigin(() => origin);
    expect(app.logged.splice(0)).toMatchObject([{ err: "the e-mail could not be written" }]);
    expect(await states()).toEqual(["processing"]);
    await app.settle();
    expect(await states()).toEqual(["failed"]);
    expect((await rows("outbox")).filter(({ kind }) => kind === "payment_returned")).toHaveLength(1);
  });

  test("a processing payment that fails makes no order, and the buyer may pay otherwise", async () => {
    const { cart, ref } = await pending();
    app.double.state.settleDebit(ref, false);
    await app.settle();
    expect(await states()).toEqual(["failed"]);
    await buyer.payCard(cart, "visa");
    expect((await buyer.checkOut(cart, {})).body.outcome).toBe("completed");
  });
});

describe("lost answers", () => {
  test.each(["create", "confirm"] as const)("an outage of %s is followed by a new attempt", async (call) => {
    const cart = await buyer.hold();
    app.double.failNext(call, "fails");
    expect(await buyer.payCard(cart, "visa")).toMatchObject({
      status: 402,
      body: { _data: [{ _description: "Your card has not been charged. Please try again." }] },
    });
    expect((await buyer.payCard(cart, "visa")).status).toBe(200);
    expect((await buyer.checkOut(cart)).body.outcome).toBe("completed");
    expect(intents().filter(({ amountReceived }) => amountReceived > 0)).toMatchObject([{ amountReceived: 4000 }]);
  });

  test.each(["loses", "busy"] as const)("an intent that %s is paid once when repeated", async (what) => {
    const cart = await buyer.hold();
    app.double.failNext("create", what);
    expect(await buyer.payCard(cart, "visa")).toMatchObject({ status: 503, headers: { "retry-after": "2" } });
    expect((await buyer.payCard(cart, "visa")).status).toBe(200);
    expect((await buyer.checkOut(cart)).body.outcome).toBe("completed");
    expect(intents().map(({ status }) => status)).toEqual(["succeeded"]);
  });

  test("a lost authorization is found when paying again", async () => {
    const cart = await buyer.hold();
    app.double.failNext("confirm", "loses");
    expect((await buyer.payCard(cart, "visa")).status).toBe(503);
    expect((await buyer.payCard(cart, "visa")).status).toBe(200);
    expect((await buyer.checkOut(cart)).body.outcome).toBe("completed");
    expect(intents()).toMatchObject([{ status: "succeeded", amountReceived: 4000 }]);
  });

  test("after a lost answer, a known purchaser gets the order and an unknown one's authorization is voided", async () => {
    const cart = await buyer.hold();
    await buyer.savePurchaser(cart);
    app.double.failNext("confirm", "loses");
    await buyer.payCard(cart, "visa");
    const other = new StripeTestBuyer(app.server, shop);
    const theirs = await other.hold();
    app.double.failNext("confirm", "loses");
    await other.payCard(theirs, "visa");
    await app.settle();
    expect(await rows("ticket_order")).toMatchObject([{ cart_id: cart.id }]);
    expect(intents().map(({ status }) => status)).toEqual(["succeeded", "canceled"]);
  });

  test("a lost capture makes the order when checking out again", async () => {
    const cart = await buyer.hold();
    await buyer.payCard(cart, "visa");
    app.double.failNext("capture", "loses");
    expect((await buyer.checkOut(cart)).status).toBe(503);
    expect((await buyer.checkOut(cart)).body.outcome).toBe("completed");
    expect(await rows("payment_audit")).toHaveLength(1);
  });

  test("an expired authorization books nothing", async () => {
    const cart = await buyer.hold();
    await buyer.payCard(cart, "visa");
    app.double.state.expireIntent(intents()[0]?.id ?? "");
    expect(codeAndContext(await buyer.checkOut(cart))).toBe("payment: payment_incomplete");
    expect(await states()).toEqual(["voided"]);
    expect(await rows("ticket_order")).toEqual([]);
  });
});

describe("repeated requests", () => {
  test("two clicks on pay and on checkout make one charge and one order, in each round", async () => {
    for (let round = 0; round < roundsToday(10); round++) {
      shop = await app.createShop();
      buyer = new StripeTestBuyer(app.server, shop);
      const cart = await buyer.hold();
      // Settling may run before both checkouts, and would void an authorization without a purchaser.
      await buyer.savePurchaser(cart);
      app.double.failNext("confirm", "delays");
      const paid = await Promise.all([buyer.payCard(cart, "visa"), buyer.payCard(cart, "visa")]);
      expect(paid.map(({ status }) => status)).toEqual([200, 200]);
      const done = await Promise.all([buyer.checkOut(cart), buyer.checkOut(cart), app.settle()]);
      expect(done.slice(0, 2)).toMatchObject([{ body: { outcome: "completed" } }, { body: { outcome: "completed" } }]);
      expect(intents()).toMatchObject([{ status: "succeeded", amountReceived: 4000 }]);
      expect(await rows("ticket_order")).toHaveLength(1);
      expect(await rows("payment_audit")).toHaveLength(1);
    }
  });
});

test("no gateway is opened inside a transaction, as requests would wait for each other's connections", async () => {
  const busy: number[] = [];
  const watched: TestApp = await openTestApp(
    {
      providers: {
        ...app.providers,
        findGateway: (id, sellerId) => {
          busy.push(watched.connections.busyCount);
          return app.providers.findGateway(id, sellerId);
        },
      },
    },
    app.server,
  );
  const one = new StripeTestBuyer(watched, shop);
  const cart = await one.hold(1);
  expect((await one.payCard(cart, "visa")).status).toBe(200);
  expect((await one.checkOut(cart)).body.outcome).toBe("completed");
  await watched.close();
  expect(busy.length).toBeGreaterThan(1);
  expect(busy).toEqual(busy.map(() => 0));
});
