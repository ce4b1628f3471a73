import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { removeGuard, restoreGuards } from "../../../db/faultPoints.ts";
import { newId } from "../../../db/newId.ts";
import { createTestShop } from "../../../../test/shop/createTestShop.ts";
import { Refused } from "../../../errors/refused.ts";
import { openTestApp, type TestApp } from "../../../../test/app/testApp.ts";
import type { Charge, PaymentGateway } from "../paymentGateway.ts";
import { stripeGateway } from "./stripeGateway.ts";
import { StripeDouble, type Failure } from "../../../../test/payments/stripeDouble.ts";
import type { StripeKeys } from "./stripeKeys.ts";
import { answerViolations, requestViolations, objectViolations } from "../../../../test/payments/stripeSchema.ts";

const keys: StripeKeys = { publishable_key: "pk_test_abcdefgh", secret_key: "sk_test_abcdefgh" };

let server: TestApp;
let double: StripeDouble;
let seller_id: string;
let gateway: PaymentGateway;

const gatewayWith = (more: Partial<StripeKeys> = {}): PaymentGateway =>
  stripeGateway(
    { databaseOf: (id) => server.connections.forSeller(id), origin: "http://localhost" },
    { keysOf: async () => undefined, baseUrl: double.baseUrl, timeoutMs: 1000 },
    { ...keys, ...more },
  );
beforeAll(async () => {
  server = await openTestApp();
});
afterAll(() => server.close());
beforeEach(async () => {
  double = await StripeDouble.open();
  seller_id = (await createTestShop(server.db)).seller_id;
  gateway = gatewayWith();
});
afterEach(async () => {
  expect(double.violations).toEqual([]);
  await double.close();
});

const chargeOf = (data: Charge["data"], more: Partial<Charge> = {}): Charge => ({
  id: newId(),
  sellerId: seller_id,
  cartId: newId(),
  amount: 4000,
  currency: "USD",
  returnUrl: "http://localhost/s/checkout/c",
  data,
  ...more,
});
const card = (name: string): Charge["data"] => ({ payment_method_id: `pm_card_${name}` });
const refused = async (answer: Promise<unknown>): Promise<string> => {
  const error: unknown = await answer.catch((error: unknown) => error);
  return error instanceof Refused ? `${error.context}: ${error.code}` : String(error);
};
const same = ({ sellerId, id }: Charge) => ({ sellerId, id });

describe("how a payment begins", () => {
  test.each([
    ["a good card", card("visa"), "authorized", "requires_capture"],
    ["a confirmation token", { confirmation_token_id: "ctoken_card_visa" }, "authorized", "requires_capture"],
    ["a card whose bank asks", card("threeDSecure2Required"), "requires_action", "requires_action"],
    ["a debit", { payment_method_id: "pm_usBankAccount" }, "processing", "processing"],
  ])("%s", async (_, data, standing, status) => {
    const charge = chargeOf(data);
    expect((await gateway.authorize(charge)).status).toBe(standing);
    const { metadata, capture_method, amount, currency, status: kept } = double.state.intentOfPayment(charge.id);
    expect({ metadata, capture_method, amount, currency, kept }).toEqual({
      metadata: { payment_id: charge.id, cart_id: charge.cartId, seller_id },
      capture_method: "manual",
      amount: 4000,
      currency: "usd",
      kept: status,
    });
  });

  test.each([
    ["chargeDeclined", "card_declined", "Your card was declined."],
    ["insufficientFunds", "card_declined", "Your card has insufficient funds."],
    ["expired", "expired_card", "Your card has expired."],
    ["incorrectCvc", "incorrect_cvc", "Your card's security code is incorrect."],
    ["invalidCvc", "invalid_cvc", "Your card's security code is invalid."],
    ["incorrectZip", "incorrect_zip", "Your card's zip code failed validation."],
    ["processingError", "processing_error", "An error occurred while processing your card. Try again in a little bit."],
  ])("a card that is refused, %s: nobody can go on with its intent", async (name, code, message) => {
    const charge = chargeOf(card(name));
    const failed = { status: "failed", code, message };
    expect(await gateway.authorize(charge)).toMatchObject(failed);
    expect(double.state.intentOfPayment(charge.id).status).toBe("canceled");
    expect(await gateway.findStatus(same(charge))).toMatchObject(failed);
    expect(await gateway.authorize(charge)).toMatchObject(failed);
    expect(double.callCount("confirm")).toBe(1);
  });

  test.each([
    ["nothing to pay with", {}, "payment_method_missing", 0],
    ["a payment method that is not there", card("none"), "resource_missing", 1],
  ])("%s", async (_, data, code, intents) => {
    const answer = await gateway.authorize(chargeOf(data));
    expect(answer).toMatchObject({
      status: "failed",
      code,
      message: "Please edit your payment details and try again.",
    });
    expect([...double.state.intents.values()].map(({ status }) => status)).toEqual(
      Array.from({ length: intents }, () => "canceled"),
    );
  });

  test("at the bank's page, or in the payer's own with the secret of the intent", async () => {
    const away = chargeOf(card("threeDSecure2Required"));
    const left = await gateway.authorize(away);
    const kept = double.state.intentOfPayment(away.id);
    expect(left).toEqual({
      status: "requires_action",
      ref: kept.id,
      actionUrl: kept.bankPage,
      clientSecret: kept.client_secret,
    });
    const inPage = await gateway.authorize(chargeOf({ ...card("threeDSecure2Required"), use_stripe_sdk: true }));
    expect(inPage).toMatchObject({ actionUrl: null, clientSecret: expect.stringContaining("_secret_") });
  });

  test("in a currency that Stripe counts in hundredths", async () => {
    const charge = chargeOf(card("visa"), { currency: "ISK", amount: 4000 });
    expect((await gateway.authorize(charge)).status).toBe("authorized");
    expect(double.state.intentOfPayment(charge.id).amount).toBe(400_000);
  });

  test("with the seller's choice of payment methods", async () => {
    const charge = chargeOf(card("visa"));
    expect((await gatewayWith({ payment_method_configuration: "pmc_abcd" }).authorize(charge)).status).toBe(
      "authorized",
    );
  });
});

describe("said more than once", () => {
  test("at the same moment there is one intent and one confirmation, ten times", async () => {
    for (let round = 0; round < 10; round++) {
      const charge = chargeOf(card("visa"));
      double.failNext("create", "delays");
      double.failNext("confirm", "delays");
      const answers = await Promise.all([gateway.authorize(charge), gateway.authorize(charge)]);
      expect(answers.map(({ status }) => status)).toEqual(["authorized", "authorized"]);
      expect(double.state.intentOfPayment(charge.id).status).toBe("requires_capture");
    }
  });

  test.each([
    ["visa", "chargeDeclined", "authorized"],
    ["chargeDeclined", "visa", "failed"],
  ])("with another card, the first counts: %s before %s", async (first, second, status) => {
    const charge = chargeOf(card(first));
    double.failNext("confirm", "delays");
    const began = gateway.authorize(charge);
    await expect.poll(() => double.callCount("confirm")).toBe(1);
    const answers = await Promise.all([began, gateway.authorize({ ...charge, data: card(second) })]);
    expect(answers.map((answer) => answer.status)).toEqual([status, status]);
    expect(double.state.intentOfPayment(charge.id).card).toBe(`pm_card_${first}`);
  });

  test("at the bank: the same card goes on there, another one ends that attempt, whoever comes first", async () => {
    const charge = chargeOf({ ...card("threeDSecure2Required"), use_stripe_sdk: true });
    const asked = await gateway.authorize(charge);
    expect(asked).toMatchObject({ status: "requires_action" });
    expect(await Promise.all([gateway.authorize(charge), gateway.authorize(charge)])).toEqual([asked, asked]);
    const other = { ...charge, data: { ...card("visa"), use_stripe_sdk: true } };
    expect(await gateway.authorize(other)).toMatchObject({ status: "failed", code: "other_means" });
    expect(double.state.intentOfPayment(charge.id).status).toBe("canceled");

    const agreed = chargeOf(card("threeDSecure2Required"));
    await gateway.authorize(agreed);
    double.state.completeChallenge(double.state.intentOfPayment(agreed.id).id, true);
    expect(await gateway.authorize({ ...agreed, data: card("visa") })).toMatchObject({ status: "authorized" });
    expect(double.state.intentOfPayment(agreed.id).card).toBe("pm_card_threeDSecure2Required");
  });

  test("it is taken once, and given up for good", async () => {
    const charge = chargeOf(card("visa"));
    await gateway.authorize(charge);
    const payment = { ...same(charge), ref: double.state.intentOfPayment(charge.id).id };
    const captured = { status: "captured", ref: payment.ref };
    expect(await Promise.all([gateway.capture(payment), gateway.capture(payment)])).toEqual([captured, captured]);
    expect(await gateway.void(payment)).toEqual(captured);

    const other = chargeOf(card("visa"));
    await gateway.authorize(other);
    const given = { ...same(other), ref: double.state.intentOfPayment(other.id).id };
    expect(await gateway.void(given)).toEqual({ status: "voided", ref: given.ref });
    expect(await gateway.void(given)).toEqual({ status: "voided", ref: given.ref });
    expect(await gateway.capture(given)).toEqual({ status: "voided", ref: given.ref });
  });
});

describe("what happens behind our back", () => {
  test.each([
    ["the payer agrees at the bank", "threeDSecure2Required", "agree", { status: "authorized" }],
    [
      "the payer fails at the bank",
      "threeDSecure2Required",
      "refuse",
      { status: "failed", code: "payment_intent_authentication_failure" },
    ],
    ["a promise that nobody took expires", "visa", "expire", { status: "voided" }],
  ])("%s", async (_, name, what, standing) => {
    const charge = chargeOf(card(name));
    await gateway.authorize(charge);
    const { id } = double.state.intentOfPayment(charge.id);
    if (what === "expire") double.state.expireIntent(id);
    else double.state.completeChallenge(id, what === "agree");
    expect(await gateway.findStatus(same(charge))).toMatchObject(standing);
    if (standing.status === "failed") expect(double.state.intentOfPayment(charge.id).status).toBe("canceled");
  });

  test.each([
    ["clears", true, "captured"],
    ["comes back", false, "failed"],
  ])("a debit %s", async (_, well, status) => {
    const charge = chargeOf({ payment_method_id: "pm_usBankAccount" });
    await gateway.authorize(charge);
    expect((await gateway.findStatus(same(charge))).status).toBe("processing");
    double.state.settleDebit(double.state.intentOfPayment(charge.id).id, well);
    expect((await gateway.findStatus(same(charge))).status).toBe(status);
  });

  test("a promise that expired is not taken", async () => {
    const charge = chargeOf(card("visa"));
    await gateway.authorize(charge);
    const { id: ref } = double.state.intentOfPayment(charge.id);
    double.state.expireIntent(ref);
    expect(await gateway.capture({ ...same(charge), ref })).toEqual({ status: "voided", ref });
  });
});

describe("trouble on the way (F20, F21)", () => {
  const lost: Failure[] = ["hangs", "loses"];
  const unavailable = "payment: unavailable";

  test.each([...lost, "busy", "corrupts"] as const)("making an intent %s: nothing was charged", async (what) => {
    const charge = chargeOf(card("visa"));
    double.failNext("create", what);
    expect(await refused(gateway.authorize(charge))).toBe(unavailable);
    expect(await gateway.findStatus(same(charge))).toEqual({ status: "unknown" });
    expect(double.callCount("confirm")).toBe(0);
  });

  test.each(["loses", "busy", "corrupts"] as const)("making an intent %s: said again, it goes on", async (what) => {
    const charge = chargeOf(card("visa"));
    double.failNext("create", what);
    await refused(gateway.authorize(charge));
    expect((await gateway.authorize(charge)).status).toBe("authorized");
    expect(double.state.intentOfPayment(charge.id).status).toBe("requires_capture");
  });

  test("the answer to a confirmation is lost: it is found, and said again it is the same", async () => {
    const charge = chargeOf(card("visa"));
    double.failNext("confirm", "loses");
    expect(await refused(gateway.authorize(charge))).toBe(unavailable);
    expect((await gateway.findStatus(same(charge))).status).toBe("authorized");
    expect((await gateway.authorize(charge)).status).toBe("authorized");
    expect(double.callCount("confirm")).toBe(1);
  });

  test("Stripe fails to make an intent: the attempt is over, and nothing was charged", async () => {
    const charge = chargeOf(card("visa"));
    double.failNext("create", "fails");
    const failed = { status: "failed", ref: null, code: "api_error", message: "Please try again." };
    expect(await gateway.authorize(charge)).toEqual(failed);
    // The same key gets the same answer.
    expect(await gateway.authorize(charge)).toEqual(failed);
    expect(double.state.intents.size).toBe(0);
  });

  test("Stripe fails to confirm one: it is given up for good at once", async () => {
    const charge = chargeOf(card("visa"));
    double.failNext("confirm", "fails");
    expect((await gateway.authorize(charge)).status).toBe("voided");
    expect(double.state.intentOfPayment(charge.id).status).toBe("canceled");
  });

  test.each(["hangs", "busy", "corrupts"] as const)(
    "a confirmation %s before anything was done: whoever asks after it gives it up for good",
    async (what) => {
      const charge = chargeOf(card("visa"));
      double.failNext("confirm", what);
      expect(await refused(gateway.authorize(charge))).toBe(unavailable);
      expect((await gateway.findStatus(same(charge))).status).toBe("voided");
      expect((await gateway.authorize(charge)).status).toBe("voided");
      expect(double.state.intentOfPayment(charge.id).status).toBe("canceled");
    },
  );

  test.each(["hangs", "loses", "fails", "busy", "corrupts"] as const)(
    "taking %s: said again, it is taken",
    async (what) => {
      const charge = chargeOf(card("visa"));
      await gateway.authorize(charge);
      const payment = { ...same(charge), ref: double.state.intentOfPayment(charge.id).id };
      double.failNext("capture", what);
      expect(await refused(gateway.capture(payment))).toBe(unavailable);
      expect((await gateway.capture(payment)).status).toBe("captured");
      expect(double.state.intentOfPayment(charge.id).amountReceived).toBe(4000);
    },
  );

  test("a call has a deadline", async () => {
    double.failNext("create", "hangs");
    const began = performance.now();
    await refused(gateway.authorize(chargeOf(card("visa"))));
    expect(performance.now() - began).toBeLessThan(5000);
  });

  test.each([["keys that are no longer good", { secret_key: "sk_test_revoked1" }, "stripe_gateway: not_configured"]])(
    "%s",
    async (_, more, says) => {
      expect(await refused(gatewayWith(more).authorize(chargeOf(card("visa"))))).toBe(says);
    },
  );
  test("a sum that Stripe does not take", async () => {
    expect(await refused(gateway.authorize(chargeOf(card("visa"), { amount: 20 })))).toBe(
      "payment: payment_not_supported",
    );
  });
});

describe("an intent that is not the payment's (T58)", () => {
  const paid = async (): Promise<Charge> => {
    const charge = chargeOf(card("visa"));
    await gateway.authorize(charge);
    return charge;
  };
  const swap = (charge: Charge, change: (kept: Record<string, unknown>) => void) =>
    change(double.state.intentOfPayment(charge.id) as unknown as Record<string, unknown>);

  test.each([
    ["cheaper", (kept: Record<string, unknown>) => void (kept.amount = 100)],
    ["in another currency", (kept: Record<string, unknown>) => void (kept.currency = "eur")],
    ["for another payment", (kept: Record<string, unknown>) => void (kept.metadata = { payment_id: newId() })],
  ])("%s", async (_, change) => {
    const charge = await paid();
    const { id: ref } = double.state.intentOfPayment(charge.id);
    swap(charge, change);
    expect(await refused(gateway.findStatus(same(charge)))).toContain("another intent");
    expect(await refused(gateway.capture({ ...same(charge), ref }))).toContain("another intent");
  });
  test("of another account", async () => {
    const charge = await paid();
    expect(await refused(gatewayWith({ secret_key: "sk_test_somebodyelse" }).findStatus(same(charge)))).toContain(
      "resource_missing",
    );
  });
  test("made for tests, with live keys", async () => {
    const charge = await paid();
    const live = stripeGateway(
      { databaseOf: (id) => server.connections.forSeller(id), origin: "" },
      { keysOf: async () => undefined, baseUrl: double.baseUrl },
      { publishable_key: "pk_live_abcdefgh", secret_key: "sk_live_abcdefgh" },
    );
    expect(await refused(live.findStatus(same(charge)))).toBe("stripe_gateway: not_configured");
  });
  test("without the guard a cheaper one is taken for the payment", async () => {
    const charge = await paid();
    const { id: ref } = double.state.intentOfPayment(charge.id);
    swap(charge, (kept) => void (kept.amount = 100));
    try {
      removeGuard("stripe_intent_matches");
      expect(await gateway.capture({ ...same(charge), ref })).toMatchObject({ status: "captured" });
    } finally {
      restoreGuards();
    }
  });
  test.each(["capture", "void"] as const)("by a name that is not in our book: %s", async (verb) => {
    const [one, two] = [await paid(), await paid()];
    expect(await refused(gateway[verb]({ ...same(one), ref: double.state.intentOfPayment(two.id).id }))).toContain(
      "no such intent",
    );
  });
});

describe("money is given back", () => {
  const captured = async () => {
    const charge = chargeOf(card("visa"));
    await gateway.authorize(charge);
    const payment = { ...same(charge), ref: double.state.intentOfPayment(charge.id).id };
    await gateway.capture(payment);
    return payment;
  };
  test("in parts, each once, and never more than was taken", async () => {
    const payment = await captured();
    const first = await gateway.refund({ ...payment, amount: 1500, key: "first" });
    expect(first).toMatchObject({ status: "succeeded" });
    expect(await gateway.refund({ ...payment, amount: 1500, key: "first" })).toEqual(first);
    expect(await gateway.refund({ ...payment, amount: 3000, key: "second" })).toMatchObject({
      status: "failed",
      code: "amount_too_large",
    });
    expect((await gateway.refund({ ...payment, amount: 2500, key: "third" })).status).toBe("succeeded");
    expect(await gateway.refund({ ...payment, amount: 1, key: "fourth" })).toMatchObject({
      status: "failed",
      code: "charge_already_refunded",
    });
    expect(double.state.refundsOf(payment.ref).map(({ amount }) => amount)).toEqual([1500, 2500]);
  });
  test("and a lost answer is found by saying it again", async () => {
    const payment = await captured();
    double.failNext("refund", "loses");
    expect(await refused(gateway.refund({ ...payment, amount: 4000, key: "all" }))).toBe("payment: unavailable");
    expect((await gateway.refund({ ...payment, amount: 4000, key: "all" })).status).toBe("succeeded");
    expect(double.state.refundsOf(payment.ref)).toHaveLength(1);
  });
});

describe("the double is held to the vendor's document", () => {
  test("a spoiled object is told of", async () => {
    const charge = chargeOf(card("visa"));
    await gateway.authorize(charge);
    const intent = double.state.intentObject(double.state.intentOfPayment(charge.id).id);
    expect(objectViolations("payment_intent", intent)).toEqual([]);
    for (const spoiled of [{ status: "paid" }, { amount: "40.00" }, { livemode: null }, { next_action: { type: 1 } }])
      expect(objectViolations("payment_intent", { ...intent, ...spoiled })).not.toEqual([]);
  });
  test("and so is what is asked that the vendor does not know, and an answer of another kind", () => {
    expect(requestViolations("post /v1/refunds", { payment_intent: "pi_1", sum: "3" })).not.toEqual([]);
    expect(requestViolations("post /v1/refunds", { payment_intent: "pi_1", amount: "3.50" })).not.toEqual([]);
    expect(answerViolations("post /v1/refunds", 400, { message: "no" })).not.toEqual([]);
  });
});

describe("what is kept for charges to come", () => {
  const kept = async (name: string, seller = gateway) => {
    const charge = chargeOf(card(name), { savesMethod: true });
    const standing = await seller.authorize(charge);
    if (standing.status !== "authorized") throw new Error(standing.status);
    const method = await seller.findSavedMethod?.({ ...same(charge), ref: standing.ref });
    if (!method) throw new Error("Nothing was kept.");
    return { charge, standing, method };
  };
  const later = (by: Charge["savedMethod"], more: Partial<Charge> = {}) =>
    chargeOf({}, { ...(by && { savedMethod: by }), ...more });

  test("a card is kept by its brand, its last four digits and its month, for a customer of its own", async () => {
    const { method, charge, standing } = await kept("visa");
    expect(method).toEqual({
      ref: expect.stringMatching(/^pm_/),
      customer: expect.stringMatching(/^cus_/),
      brand: "visa",
      last4: "4242",
      exp_month: 4,
      exp_year: 2040,
    });
    expect(await gateway.authorize(charge)).toEqual(standing);
    expect(await gateway.findSavedMethod?.({ ...same(charge), ref: standing.ref })).toEqual(method);
    expect([double.state.customers.size, double.state.cards.size, double.state.intents.size]).toEqual([1, 1, 1]);
  });
  test("a payment that nobody agreed to keep anything of keeps nothing", async () => {
    const charge = chargeOf(card("visa"));
    const standing = await gateway.authorize(charge);
    expect(standing.status).toBe("authorized");
    expect(
      await gateway.findSavedMethod?.({ ...same(charge), ref: "ref" in standing ? (standing.ref ?? "") : "" }),
    ).toBeUndefined();
    expect([double.state.customers.size, double.state.cards.size]).toEqual([0, 0]);
  });

  test.each([
    ["visa", { status: "authorized" }],
    ["chargeCustomerFail", { status: "failed", code: "card_declined", decline: "insufficient_funds" }],
  ])("%s, charged without its payer", async (name, expected) => {
    const { method } = await kept(name);
    expect(await gateway.authorize(later(method))).toMatchObject(expected);
  });
  test("a card whose bank asks wants its payer back, and nothing stays under way", async () => {
    const charge = chargeOf(card("threeDSecure2Required"), { savesMethod: true });
    await gateway.authorize(charge);
    double.state.completeChallenge(double.state.intentOfPayment(charge.id).id, true);
    const found = await gateway.findStatus(same(charge));
    const method = await gateway.findSavedMethod?.({ ...same(charge), ref: "ref" in found ? (found.ref ?? "") : "" });
    const again = later(method);
    expect(await gateway.authorize(again)).toMatchObject({ status: "failed", code: "authentication_required" });
    expect(double.state.intentOfPayment(again.id).status).toBe("canceled");
  });
  test("one of another customer, or of another account, is not to be charged (T68)", async () => {
    const [own, other] = [(await kept("visa")).method, (await kept("visa")).method];
    expect(await gateway.authorize(later({ ...own, customer: other.customer }))).toMatchObject({ status: "failed" });
    const elsewhere = gatewayWith({ secret_key: "sk_test_ofAnother" });
    await expect(elsewhere.authorize(later(own))).rejects.toThrow();
    expect([...double.state.intents.values()].filter(({ card }) => card === own.ref)).toHaveLength(1);
  });
  test.each<[Failure, "create" | "confirm" | "customer"]>([
    ["loses", "customer"],
    ["loses", "create"],
    ["loses", "confirm"],
    ["busy", "confirm"],
  ])(
    "whose answer is lost (%s of %s) is asked after with the same key: one customer, one charge",
    async (what, call) => {
      const { method } = await kept("visa");
      const [before, customers] = [double.state.intents.size, double.state.customers.size];
      const charge = call === "customer" ? chargeOf(card("visa"), { savesMethod: true }) : later(method);
      double.failNext(call, what, 9);
      await gateway.authorize(charge).catch(() => undefined);
      double.clearFailures();
      expect((await gateway.authorize(charge)).status).toBe("authorized");
      expect(double.state.intents.size).toBe(before + 1);
      expect(double.state.customers.size).toBe(customers + (call === "customer" ? 1 : 0));
    },
  );
});
