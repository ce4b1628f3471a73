import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { isCardPayable } from "@foyer/rules/checkout/cardAmountLimits.ts";
import { newId } from "../../../db/newId.ts";
import { createTestShop } from "../../../../test/shop/createTestShop.ts";
import { Refused } from "../../../errors/refused.ts";
import { openTestApp, type TestApp } from "../../../../test/app/testApp.ts";
import type { Charge, PaymentGateway } from "../paymentGateway.ts";
import { stripeGateway } from "./stripeGateway.ts";
import { StripeDouble, type Failure } from "../../../../test/payments/stripeDouble.ts";
import type { StripeKeys } from "./stripeKeys.ts";
import { answerViolations, requestViolations, objectViolations } from "../../../../test/payments/stripeSchema.ts";
import { roundsToday } from "../../../../../../scripts/sampling.ts";

const keys: StripeKeys = { publishable_key: "pk_test_abcdefgh", secret_key: "sk_test_abcdefgh" };

let server: TestApp;
let double: StripeDouble;
let seller_id: string;
let gateway: PaymentGateway;

const gatewayWith = (more: Partial<StripeKeys> = {}): PaymentGateway =>
  stripeGateway(
    { databaseOf: (id) => server.connections.forSeller(id) },
    { baseUrl: double.baseUrl, timeoutMs: 1000 },
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

describe("authorizing", () => {
  test.each([
    ["a valid card", card("visa"), "authorized", "requires_capture"],
    ["a confirmation token", { confirmation_token_id: "ctoken_card_visa" }, "authorized", "requires_capture"],
    ["a card that needs a challenge", card("threeDSecure2Required"), "requires_action", "requires_action"],
    ["a debit", { payment_method_id: "pm_usBankAccount" }, "processing", "processing"],
  ])("an authorization is made: %s", async (_, data, expected, status) => {
    const charge = chargeOf(data);
    expect((await gateway.authorize(charge)).status).toBe(expected);
    const { metadata, amount, currency, status: stored } = double.state.intentOfPayment(charge.id);
    expect({ metadata, amount, currency, status: stored }).toEqual({
      metadata: { payment_id: charge.id, cart_id: charge.cartId, seller_id },
      amount: 4000,
      currency: "usd",
      status,
    });
  });

  test.each([
    ["a card", { payment_method_id: "pm_card_visa" }, "USD", "authorized"],
    ["Klarna", { payment_method_id: "pm_klarna" }, "USD", "authorized"],
    ["a US debit", { payment_method_id: "pm_usBankAccount" }, "USD", "captured"],
    ["a SEPA debit", { payment_method_id: "pm_sepaDebit" }, "EUR", "captured"],
    ["iDEAL", { payment_method_id: "pm_ideal" }, "EUR", "captured"],
  ])("money of %s is taken at once only where it cannot be reserved", async (_, data, currency, expected) => {
    const charge = chargeOf(data, { currency });
    const { status } = await gateway.authorize(charge);
    const { id } = double.state.intentOfPayment(charge.id);
    if (status === "requires_action") double.state.completeChallenge(id, true);
    if (status === "processing") double.state.settleDebit(id, true);
    expect((await gateway.findStatus(same(charge))).status).toBe(expected);
  });

  test("a confirmation token pays once", async () => {
    const data = { confirmation_token_id: "ctoken_card_visa_1" };
    const first = chargeOf(data);
    expect((await gateway.authorize(first)).status).toBe("authorized");
    expect((await gateway.authorize(first)).status).toBe("authorized");
    const second = chargeOf(data);
    expect(await gateway.authorize(second)).toMatchObject({ status: "failed", code: "token_already_used" });
    expect(double.state.intentOfPayment(second.id)).toMatchObject({ status: "canceled", amountReceived: 0 });
  });

  test("a payment that saves or charges a saved method accepts cards only", async () => {
    const charge = chargeOf({ payment_method_id: "pm_usBankAccount" }, { savesMethod: true });
    expect(await gateway.authorize(charge)).toMatchObject({
      status: "failed",
      code: "payment_intent_incompatible_payment_method",
    });
    expect(double.state.intentOfPayment(charge.id)).toMatchObject({ methodTypes: ["card"], status: "canceled" });
  });

  test.each([
    ["chargeDeclined", "card_declined", "Your card was declined."],
    ["insufficientFunds", "card_declined", "Your card has insufficient funds."],
    ["expired", "expired_card", "Your card has expired."],
    ["incorrectCvc", "incorrect_cvc", "Your card's security code is incorrect."],
    ["invalidCvc", "invalid_cvc", "Your card's security code is invalid."],
    ["incorrectZip", "incorrect_zip", "Your card's zip code failed validation."],
    ["processingError", "processing_error", "An error occurred while processing your card. Try again in a little bit."],
  ])("cancels the intent of a declined card (%s)", async (name, code, message) => {
    const charge = chargeOf(card(name));
    const failed = { status: "failed", code, message };
    expect(await gateway.authorize(charge)).toMatchObject(failed);
    expect(double.state.intentOfPayment(charge.id).status).toBe("canceled");
    expect(await gateway.findStatus(same(charge))).toMatchObject(failed);
    expect(await gateway.authorize(charge)).toMatchObject(failed);
    expect(double.callCount("confirm")).toBe(1);
  });

  test.each([
    ["no payment method", {}, "payment_method_missing", 0],
    ["an unknown payment method", card("none"), "resource_missing", 1],
  ])("fails with %s", async (_, data, code, intents) => {
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

  test("sends the payer to the bank's page, or gives their page the client secret", async () => {
    const redirected = chargeOf(card("threeDSecure2Required"));
    const status = await gateway.authorize(redirected);
    const intent = double.state.intentOfPayment(redirected.id);
    expect(status).toEqual({
      status: "requires_action",
      ref: intent.id,
      actionUrl: intent.bankPage,
      clientSecret: intent.client_secret,
    });
    const inPage = await gateway.authorize(chargeOf({ ...card("threeDSecure2Required"), use_stripe_sdk: true }));
    expect(inPage).toMatchObject({ actionUrl: null, clientSecret: expect.stringContaining("_secret_") });
  });

  test("sends hundredths of a currency that has no minor unit here but has at Stripe", async () => {
    const charge = chargeOf(card("visa"), { currency: "ISK", amount: 4000 });
    expect((await gateway.authorize(charge)).status).toBe("authorized");
    expect(double.state.intentOfPayment(charge.id).amount).toBe(400_000);
  });

  test("uses the seller's payment method configuration", async () => {
    const charge = chargeOf(card("visa"));
    expect((await gatewayWith({ payment_method_configuration: "pmc_abcd" }).authorize(charge)).status).toBe(
      "authorized",
    );
  });
});

describe("repeated calls", () => {
  test("repeated calls at the same moment make one intent and one confirmation, in each round", async () => {
    for (let round = 0; round < roundsToday(10); round++) {
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
  ])(
    "repeated calls with another card return the result of the first one: %s before %s",
    async (first, second, status) => {
      const charge = chargeOf(card(first));
      double.failNext("confirm", "delays");
      const began = gateway.authorize(charge);
      await expect.poll(() => double.callCount("confirm")).toBe(1);
      const answers = await Promise.all([began, gateway.authorize({ ...charge, data: card(second) })]);
      expect(answers.map((answer) => answer.status)).toEqual([status, status]);
      expect(double.state.intentOfPayment(charge.id).card).toBe(`pm_card_${first}`);
    },
  );

  test("during a challenge continue it with the same card and give it up with another", async () => {
    const charge = chargeOf({ ...card("threeDSecure2Required"), use_stripe_sdk: true });
    const challenged = await gateway.authorize(charge);
    expect(challenged).toMatchObject({ status: "requires_action" });
    expect(await Promise.all([gateway.authorize(charge), gateway.authorize(charge)])).toEqual([challenged, challenged]);
    const other = { ...charge, data: { ...card("visa"), use_stripe_sdk: true } };
    expect(await gateway.authorize(other)).toMatchObject({ status: "failed", code: "other_means" });
    expect(double.state.intentOfPayment(charge.id).status).toBe("canceled");

    const completed = chargeOf(card("threeDSecure2Required"));
    await gateway.authorize(completed);
    double.state.completeChallenge(double.state.intentOfPayment(completed.id).id, true);
    expect(await gateway.authorize({ ...completed, data: card("visa") })).toMatchObject({ status: "authorized" });
    expect(double.state.intentOfPayment(completed.id).card).toBe("pm_card_threeDSecure2Required");
  });

  test("capture once and void once", async () => {
    const charge = chargeOf(card("visa"));
    await gateway.authorize(charge);
    const payment = { ...same(charge), ref: double.state.intentOfPayment(charge.id).id };
    const captured = { status: "captured", ref: payment.ref, card: { brand: "visa", last4: "4242" } };
    expect(await Promise.all([gateway.capture(payment), gateway.capture(payment)])).toEqual([captured, captured]);
    expect(await gateway.void(payment)).toEqual(captured);

    const other = chargeOf(card("visa"));
    await gateway.authorize(other);
    const voided = { ...same(other), ref: double.state.intentOfPayment(other.id).id };
    expect(await gateway.void(voided)).toEqual({ status: "voided", ref: voided.ref });
    expect(await gateway.void(voided)).toEqual({ status: "voided", ref: voided.ref });
    expect(await gateway.capture(voided)).toEqual({ status: "voided", ref: voided.ref });
  });
});

describe("changes made elsewhere", () => {
  test.each([
    ["the payer completes the challenge", "threeDSecure2Required", "complete", { status: "authorized" }],
    [
      "the payer fails the challenge",
      "threeDSecure2Required",
      "fail",
      { status: "failed", code: "payment_intent_authentication_failure" },
    ],
    ["an authorization expires", "visa", "expire", { status: "voided" }],
  ])("a change made elsewhere is noticed: %s", async (_, name, what, expected) => {
    const charge = chargeOf(card(name));
    await gateway.authorize(charge);
    const { id } = double.state.intentOfPayment(charge.id);
    if (what === "expire") double.state.expireIntent(id);
    else double.state.completeChallenge(id, what === "complete");
    expect(await gateway.findStatus(same(charge))).toMatchObject(expected);
    if (expected.status === "failed") expect(double.state.intentOfPayment(charge.id).status).toBe("canceled");
  });

  test.each([
    ["clears", true, "captured"],
    ["is returned", false, "failed"],
  ])("a debit %s", async (_, succeeds, status) => {
    const charge = chargeOf({ payment_method_id: "pm_usBankAccount" });
    await gateway.authorize(charge);
    expect((await gateway.findStatus(same(charge))).status).toBe("processing");
    double.state.settleDebit(double.state.intentOfPayment(charge.id).id, succeeds);
    expect((await gateway.findStatus(same(charge))).status).toBe(status);
  });

  test("an expired authorization is not captured", async () => {
    const charge = chargeOf(card("visa"));
    await gateway.authorize(charge);
    const { id: ref } = double.state.intentOfPayment(charge.id);
    double.state.expireIntent(ref);
    expect(await gateway.capture({ ...same(charge), ref })).toEqual({ status: "voided", ref });
  });
});

describe("network failures and errors at Stripe", () => {
  const lost: Failure[] = ["hangs", "loses"];
  const unavailable = "payment: unavailable";

  test.each([...lost, "busy", "corrupts"] as const)("nothing is charged when creating an intent %s", async (what) => {
    const charge = chargeOf(card("visa"));
    double.failNext("create", what);
    expect(await refused(gateway.authorize(charge))).toBe(unavailable);
    expect(await gateway.findStatus(same(charge))).toEqual({ status: "unknown" });
    expect(double.callCount("confirm")).toBe(0);
  });

  test.each(["loses", "busy", "corrupts"] as const)(
    "repeating the charge pays when creating an intent %s",
    async (what) => {
      const charge = chargeOf(card("visa"));
      double.failNext("create", what);
      await refused(gateway.authorize(charge));
      expect((await gateway.authorize(charge)).status).toBe("authorized");
      expect(double.state.intentOfPayment(charge.id).status).toBe("requires_capture");
    },
  );

  test("a confirmation whose response was lost is found, and repeating it changes nothing", async () => {
    const charge = chargeOf(card("visa"));
    double.failNext("confirm", "loses");
    expect(await refused(gateway.authorize(charge))).toBe(unavailable);
    expect((await gateway.findStatus(same(charge))).status).toBe("authorized");
    expect((await gateway.authorize(charge)).status).toBe("authorized");
    expect(double.callCount("confirm")).toBe(1);
  });

  test("an intent that Stripe fails to create ends the attempt without a charge", async () => {
    const charge = chargeOf(card("visa"));
    double.failNext("create", "fails");
    const failed = { status: "failed", ref: null, code: "api_error", message: "Please try again." };
    expect(await gateway.authorize(charge)).toEqual(failed);
    // The same key gets the same response.
    expect(await gateway.authorize(charge)).toEqual(failed);
    expect(double.state.intents.size).toBe(0);
  });

  test("an intent that Stripe fails to confirm is cancelled at once", async () => {
    const charge = chargeOf(card("visa"));
    double.failNext("confirm", "fails");
    expect((await gateway.authorize(charge)).status).toBe("voided");
    expect(double.state.intentOfPayment(charge.id).status).toBe("canceled");
  });

  test.each(["hangs", "busy", "corrupts"] as const)(
    "a confirmation that %s without effect is cancelled when its status is read",
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
    "repeating a capture that %s captures once",
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

  test("calls time out", async () => {
    double.failNext("create", "hangs");
    const began = performance.now();
    await refused(gateway.authorize(chargeOf(card("visa"))));
    expect(performance.now() - began).toBeLessThan(5000);
  });

  test.each([["revoked keys", { secret_key: "sk_test_revoked1" }, "stripe_gateway: not_configured"]])(
    "network failures and errors at Stripe are reported for %s",
    async (_, more, message) => {
      expect(await refused(gatewayWith(more).authorize(chargeOf(card("visa"))))).toBe(message);
    },
  );
  test.each([
    ["USD", 49],
    ["GBP", 29],
    ["JPY", 49],
    ["DKK", 249],
    ["HUF", 17_499],
  ])("an amount below Stripe's minimum in %s is refused, as it is by our rule", async (currency, amount) => {
    expect(await refused(gateway.authorize(chargeOf(card("visa"), { amount, currency })))).toBe(
      "payment: payment_not_supported",
    );
    expect(isCardPayable(amount, currency)).toBe(false);
    expect((await gateway.authorize(chargeOf(card("visa"), { amount: amount + 1, currency }))).status).toBe(
      "authorized",
    );
    expect(isCardPayable(amount + 1, currency)).toBe(true);
  });
});

describe("an intent that does not match its payment is refused", () => {
  const paid = async (): Promise<Charge> => {
    const charge = chargeOf(card("visa"));
    await gateway.authorize(charge);
    return charge;
  };
  const changeIntent = (charge: Charge, change: (intent: Record<string, unknown>) => void) =>
    change(double.state.intentOfPayment(charge.id) as unknown as Record<string, unknown>);

  test.each([
    ["with another amount", (intent: Record<string, unknown>) => void (intent.amount = 100)],
    ["in another currency", (intent: Record<string, unknown>) => void (intent.currency = "eur")],
    ["for another payment", (intent: Record<string, unknown>) => void (intent.metadata = { payment_id: newId() })],
  ])("an intent %s is refused", async (_, change) => {
    const charge = await paid();
    const { id: ref } = double.state.intentOfPayment(charge.id);
    changeIntent(charge, change);
    expect(await refused(gateway.findStatus(same(charge)))).toContain("another intent");
    expect(await refused(gateway.capture({ ...same(charge), ref }))).toContain("another intent");
  });
  test("an intent that does not match its payment is refused of another account", async () => {
    const charge = await paid();
    expect(await refused(gatewayWith({ secret_key: "sk_test_somebodyelse" }).findStatus(same(charge)))).toContain(
      "resource_missing",
    );
  });
  test("an intent that does not match its payment is refused of test mode, with live keys", async () => {
    const charge = await paid();
    const live = stripeGateway(
      { databaseOf: (id) => server.connections.forSeller(id) },
      { baseUrl: double.baseUrl },
      { publishable_key: "pk_live_abcdefgh", secret_key: "sk_live_abcdefgh" },
    );
    expect(await refused(live.findStatus(same(charge)))).toBe("stripe_gateway: not_configured");
  });
  test.each(["capture", "void"] as const)(
    "an intent that does not match its payment is refused by a reference that is not stored: %s",
    async (method) => {
      const [one, two] = [await paid(), await paid()];
      expect(await refused(gateway[method]({ ...same(one), ref: double.state.intentOfPayment(two.id).id }))).toContain(
        "no such intent",
      );
    },
  );
});

describe("refunds", () => {
  const captured = async () => {
    const charge = chargeOf(card("visa"));
    await gateway.authorize(charge);
    const payment = { ...same(charge), ref: double.state.intentOfPayment(charge.id).id };
    await gateway.capture(payment);
    return payment;
  };
  test("refunds are made in parts, each once, up to the amount captured", async () => {
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
  test("refunds are found by repeating a call whose response was lost", async () => {
    const payment = await captured();
    double.failNext("refund", "loses");
    expect(await refused(gateway.refund({ ...payment, amount: 4000, key: "all" }))).toBe("payment: unavailable");
    expect((await gateway.refund({ ...payment, amount: 4000, key: "all" })).status).toBe("succeeded");
    expect(double.state.refundsOf(payment.ref)).toHaveLength(1);
  });
});

describe("the Stripe double follows the API description", () => {
  test("reports invalid objects", async () => {
    const charge = chargeOf(card("visa"));
    await gateway.authorize(charge);
    const intent = double.state.intentObject(double.state.intentOfPayment(charge.id).id);
    expect(objectViolations("payment_intent", intent)).toEqual([]);
    for (const invalid of [{ status: "paid" }, { amount: "40.00" }, { livemode: null }, { next_action: { type: 1 } }])
      expect(objectViolations("payment_intent", { ...intent, ...invalid })).not.toEqual([]);
  });
  test("reports unknown parameters and responses of another kind", () => {
    expect(requestViolations("post /v1/refunds", { payment_intent: "pi_1", sum: "3" })).not.toEqual([]);
    expect(requestViolations("post /v1/refunds", { payment_intent: "pi_1", amount: "3.50" })).not.toEqual([]);
    expect(answerViolations("post /v1/refunds", 400, { message: "no" })).not.toEqual([]);
  });
});

describe("saved payment methods", () => {
  const save = async (name: string, seller = gateway) => {
    const charge = chargeOf(card(name), { savesMethod: true });
    const status = await seller.authorize(charge);
    if (status.status !== "authorized") throw new Error(status.status);
    const method = await seller.findSavedMethod?.({ ...same(charge), ref: status.ref });
    if (!method) throw new Error("Nothing was saved.");
    return { charge, status, method };
  };
  const offSession = (savedMethod: Charge["savedMethod"], more: Partial<Charge> = {}) =>
    chargeOf({}, { ...(savedMethod && { savedMethod }), ...more });

  test("a card is saved with brand, last digits and expiry, for a customer of its own", async () => {
    const { method, charge, status } = await save("visa");
    expect(method).toEqual({
      ref: expect.stringMatching(/^pm_/),
      customer: expect.stringMatching(/^cus_/),
      brand: "visa",
      last4: "4242",
      exp_month: 4,
      exp_year: 2040,
    });
    expect(await gateway.authorize(charge)).toEqual(status);
    expect(await gateway.findSavedMethod?.({ ...same(charge), ref: status.ref })).toEqual(method);
    expect([double.state.customers.size, double.state.cards.size, double.state.intents.size]).toEqual([1, 1, 1]);
  });
  test("a payment without consent saves nothing", async () => {
    const charge = chargeOf(card("visa"));
    const status = await gateway.authorize(charge);
    expect(status.status).toBe("authorized");
    expect(
      await gateway.findSavedMethod?.({ ...same(charge), ref: "ref" in status ? (status.ref ?? "") : "" }),
    ).toBeUndefined();
    expect([double.state.customers.size, double.state.cards.size]).toEqual([0, 0]);
  });

  test.each([
    ["visa", { status: "authorized" }],
    ["chargeCustomerFail", { status: "failed", code: "card_declined", decline: "insufficient_funds" }],
  ])("%s can be charged without its payer", async (name, expected) => {
    const { method } = await save(name);
    expect(await gateway.authorize(offSession(method))).toMatchObject(expected);
  });
  test("a card that needs a challenge fails without its payer, and its intent is cancelled", async () => {
    const charge = chargeOf(card("threeDSecure2Required"), { savesMethod: true });
    await gateway.authorize(charge);
    double.state.completeChallenge(double.state.intentOfPayment(charge.id).id, true);
    const found = await gateway.findStatus(same(charge));
    const method = await gateway.findSavedMethod?.({ ...same(charge), ref: "ref" in found ? (found.ref ?? "") : "" });
    const again = offSession(method);
    expect(await gateway.authorize(again)).toMatchObject({ status: "failed", code: "authentication_required" });
    expect(double.state.intentOfPayment(again.id).status).toBe("canceled");
  });
  test("a saved card that its owner chooses is charged with them present, who may be asked to confirm", async () => {
    const { method } = await save("visa");
    expect(await gateway.authorize(offSession({ ...method, isPayerPresent: true }))).toMatchObject({
      status: "authorized",
    });
    const charge = chargeOf(card("threeDSecure2Required"), { savesMethod: true });
    await gateway.authorize(charge);
    double.state.completeChallenge(double.state.intentOfPayment(charge.id).id, true);
    const found = await gateway.findStatus(same(charge));
    const asked = await gateway.findSavedMethod?.({ ...same(charge), ref: "ref" in found ? (found.ref ?? "") : "" });
    if (!asked) throw new Error("Nothing was saved.");
    const again = offSession({ ...asked, isPayerPresent: true }, { data: { use_stripe_sdk: true } });
    expect(await gateway.authorize(again)).toMatchObject({ status: "requires_action" });
    double.state.completeChallenge(double.state.intentOfPayment(again.id).id, true);
    expect(await gateway.findStatus(same(again))).toMatchObject({ status: "authorized" });
  });
  test("a method of another customer or account is not charged", async () => {
    const [own, other] = [(await save("visa")).method, (await save("visa")).method];
    expect(await gateway.authorize(offSession({ ...own, customer: other.customer }))).toMatchObject({
      status: "failed",
    });
    const elsewhere = gatewayWith({ secret_key: "sk_test_ofAnother" });
    await expect(elsewhere.authorize(offSession(own))).rejects.toThrow();
    expect([...double.state.intents.values()].filter(({ card }) => card === own.ref)).toHaveLength(1);
  });
  test.each<[Failure, "create" | "confirm" | "customer"]>([
    ["loses", "customer"],
    ["loses", "create"],
    ["loses", "confirm"],
    ["busy", "confirm"],
  ])("repeating a call that %s at %s makes one customer and one charge", async (what, call) => {
    const { method } = await save("visa");
    const [before, customers] = [double.state.intents.size, double.state.customers.size];
    const charge = call === "customer" ? chargeOf(card("visa"), { savesMethod: true }) : offSession(method);
    double.failNext(call, what, 9);
    await gateway.authorize(charge).catch(() => undefined);
    double.clearFailures();
    expect((await gateway.authorize(charge)).status).toBe("authorized");
    expect(double.state.intents.size).toBe(before + 1);
    expect(double.state.customers.size).toBe(customers + (call === "customer" ? 1 : 0));
  });
});
