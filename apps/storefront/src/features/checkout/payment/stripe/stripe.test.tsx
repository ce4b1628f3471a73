import { act } from "react";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { allByRole, type as typeIn } from "@foyer/ui/test/dom.tsx";
import {
  cartId,
  makeCart,
  refusal,
  setSaved,
  resetCartState,
  cartReply,
  fakeApi,
  settle,
  showPage,
  type RecordedCall,
} from "../../../../../test/cart/fixtures.tsx";
import { CheckoutPanel } from "../../CheckoutPanel.tsx";
import { isPaymentPage } from "../gateways.ts";
import { canContinueIntent, intentOf, requiresAddress, walletOf } from "./stripe.ts";
import { installStripeDouble } from "../../../../../test/checkout/stripeDouble.ts";

const getCart = "GET /api/my/cart/:id";
const purchaser = "POST /api/my/cart/:id/purchaser";
const pay = "POST /api/my/cart/:id/pay";
const checkout = "POST /api/my/cart/:id/guest_checkout";
const secret = "pi_1_secret_2";
const notCharged = "Your card has not been charged.";
const unableToLoad =
  "Credit card payment can not be processed because the card payment provider was unable to load. Try disabling any privacy blockers and ad blockers, and reloading the page.";

/** A key for each test, because the script is loaded once for each key. */
let keys = 0;
const paidByStripe = (
  more: Parameters<typeof makeCart>[0] = {},
  publishable_key: string | null = `pk_test_${keys}`,
) => {
  const cart = makeCart(more);
  const [fee] = cart.cart_fees;
  return fee
    ? { ...cart, cart_fees: [{ ...fee, gateway_id: "stripe" as const, publishable_key, pmc_id: "pmc_1" }] }
    : cart;
};
const needsAction = () =>
  refusal(402, "intent_requires_action", { extra: { client_secret: secret, action_url: null } });
const paid = () => ({ payment: { _data: [] }, cart: { _data: [] } });
const pending = { outcome: "pending", cart: { _data: [] }, ticket_order: { _data: [] }, ticket: { _data: [] } };

let stripe: ReturnType<typeof installStripeDouble>;
beforeEach(() => {
  keys += 1;
  stripe = installStripeDouble();
});
afterEach(() => {
  resetCartState();
  vi.restoreAllMocks();
});

type Options = {
  cart?: ReturnType<typeof makeCart>;
  answers?: Record<string, (body: unknown) => unknown>;
  path?: string;
};
const showCheckout = async ({ cart = paidByStripe(), answers = {}, path = "/checkout" }: Options = {}) => {
  const calls = fakeApi({
    [getCart]: () => cartReply(cart),
    [purchaser]: () => ({ identity_id: cartId }),
    [pay]: paid,
    [checkout]: () => pending,
    ...answers,
  });
  setSaved({ cart_id: cartId, local_expiry: Date.now() + 600_000 });
  window.history.replaceState(null, "", path);
  const shown = await showPage(<CheckoutPanel cartId={undefined} />, { path });
  for (let turn = 0; turn < 50 && stripe.recorded.fields.length === 0 && !page().includes("unable to load"); turn++)
    await settle();
  return { calls, ...shown };
};
const page = () => document.body.textContent ?? "";
const ready = (type = "card") =>
  act(() => {
    stripe.emit("ready");
    stripe.emit("change", type);
  });
const fillIn = () => {
  const answers = {
    first_name: "Ada",
    last_name: "Lovelace",
    email: "ada@example.com",
    email_confirm: "ada@example.com",
  };
  for (const [name, value] of Object.entries(answers)) {
    const field = document.querySelector<HTMLInputElement>(`input[name="${name}"]`);
    if (field) typeIn(field, value);
  }
};
const submit = async () => {
  act(
    () => void document.querySelector("form")?.dispatchEvent(new Event("submit", { bubbles: true, cancelable: true })),
  );
  await settle();
};
const sent = (calls: readonly RecordedCall[], what: string) =>
  calls.filter((one) => one.what === what).map(({ body }) => body);
const payButtons = () => allByRole("button").filter(({ textContent }) => textContent?.startsWith("Pay"));

describe("payment fields", () => {
  test("payment fields are created with the options of the specification", async () => {
    await showCheckout();
    expect(stripe.recorded.keys).toEqual([`pk_test_${keys}`]);
    // Bank debits are only offered if no payment is captured manually.
    expect(stripe.recorded.elements[0]).not.toHaveProperty("captureMethod");
    expect(stripe.recorded.elements).toMatchObject([
      {
        mode: "payment",
        amount: 6450,
        currency: "usd",
        paymentMethodCreation: "manual",
        excludedPaymentMethodTypes: ["boleto", "customer_balance", "konbini", "multibanco", "oxxo"],
        paymentMethodOptions: { us_bank_account: { verification_method: "instant" } },
        payment_method_configuration: "pmc_1",
        locale: "en",
      },
    ]);
    expect(stripe.recorded.fields).toMatchObject([
      { layout: { type: "accordion" }, paymentMethodOrder: ["apple_pay", "google_pay", "card"] },
    ]);
    expect(document.querySelector('input[name="card_number"]')).toBe(null);
  });

  test("use the smallest unit that Stripe knows", async () => {
    await showCheckout({ cart: paidByStripe({ currency: "ISK", payment_due_by_credit_card: "4000" }) });
    expect(stripe.recorded.elements).toMatchObject([{ amount: 400_000, currency: "isk" }]);
  });

  test("disable the pay button until they are ready", async () => {
    await showCheckout();
    expect(payButtons().every((button) => (button as HTMLButtonElement).disabled)).toBe(true);
    ready();
    expect(payButtons().some((button) => (button as HTMLButtonElement).disabled)).toBe(false);
  });

  test.each([
    ["the seller has no keys", () => showCheckout({ cart: paidByStripe({}, null) })],
    [
      "the script is blocked",
      () => {
        stripe.failToLoad();
        return showCheckout();
      },
    ],
    [
      "the fields fail to load",
      async () => {
        await showCheckout();
        act(() => stripe.emit("loaderror"));
      },
    ],
  ])("show a message and leave the page usable when %s", async (_, show) => {
    await show();
    expect(page()).toContain(unableToLoad);
    expect(page()).toContain("Museum Admission");
    fillIn();
    expect(document.querySelector<HTMLInputElement>('input[name="first_name"]')?.value).toBe("Ada");
  });

  test.each([
    ["0.49", "USD"],
    ["1000000.00", "USD"],
    ["0.29", "GBP"],
  ])("payment fields are not loaded for %s %s", async (payment_due_by_credit_card, currency) => {
    const cart = paidByStripe({ payment_due_by_credit_card, currency });
    fakeApi({ [getCart]: () => cartReply(cart) });
    setSaved({ cart_id: cartId, local_expiry: Date.now() + 600_000 });
    await showPage(<CheckoutPanel cartId={undefined} />, { path: "/checkout" });
    await settle();
    expect(page()).toContain("Payment is not supported for this amount.");
    expect(stripe.recorded.keys).toEqual([]);
  });
});

describe("payment", () => {
  test("submits the fields, saves the purchaser, then offers the confirmation token", async () => {
    const { calls, history } = await showCheckout();
    ready();
    fillIn();
    await submit();
    expect(stripe.submit).toHaveBeenCalledTimes(1);
    expect(stripe.recorded.tokens).toMatchObject([
      { params: { payment_method_data: { billing_details: { name: "Ada Lovelace", email: "ada@example.com" } } } },
    ]);
    expect(sent(calls, pay)).toEqual([
      [
        {
          gateway_id: "stripe",
          amount: "64.50",
          gateway_data: { confirmation_token_id: "ctoken_1", use_stripe_sdk: true },
        },
      ],
    ]);
    expect(calls.map(({ what }) => what).filter((what) => what !== getCart)).toEqual([purchaser, pay, checkout]);
    expect(history.at(-1)).toBe(`/checkout/pending/${cartId}`);
  });

  test("shows incomplete fields and sends nothing", async () => {
    const { calls } = await showCheckout();
    stripe.answers.submit = async () => ({ error: { type: "validation_error", code: "incomplete_number" } });
    const expected = vi.spyOn(console, "error");
    ready();
    await submit();
    expect(stripe.submit).toHaveBeenCalledTimes(1);
    fillIn();
    await submit();
    expect(page()).toContain(
      "There were errors found in the information you submitted. Please address the errors and re-submit the form.",
    );
    expect(calls.map(({ what }) => what).filter((what) => what !== getCart)).toEqual([]);
    expect(expected).not.toHaveBeenCalled();
  });

  test("runs the bank's next step in the page and continues with its intent", async () => {
    let times = 0;
    const { calls } = await showCheckout({ answers: { [pay]: () => (times++ === 0 ? needsAction() : paid()) } });
    ready();
    fillIn();
    await submit();
    expect(stripe.answers.handleNextAction).toHaveBeenCalledExactlyOnceWith({ clientSecret: secret });
    expect(sent(calls, pay)[1]).toEqual([
      { gateway_id: "stripe", amount: "64.50", gateway_data: { payment_intent_id: "pi_1" } },
    ]);
    expect(sent(calls, checkout)).toHaveLength(1);
  });

  test("shows the server's reason after the bank has refused", async () => {
    let times = 0;
    const declined = () =>
      refusal(402, "card_declined", {
        description: `${notCharged} We are unable to authenticate your payment method.`,
        extra: { decline_code: "payment_intent_authentication_failure" },
      });
    const { calls } = await showCheckout({ answers: { [pay]: () => (times++ === 0 ? needsAction() : declined()) } });
    stripe.answers.handleNextAction.mockResolvedValue({ error: { code: "payment_intent_authentication_failure" } });
    ready();
    fillIn();
    const before = sent(calls, getCart).length;
    await submit();
    expect(page()).toContain(`${notCharged} We are unable to authenticate your payment method.`);
    expect(sent(calls, checkout)).toEqual([]);
    expect(sent(calls, getCart).length).toBeGreaterThan(before);
  });

  test("starts a new attempt with another card after the bank's page was left", async () => {
    let times = 0;
    const over = () => refusal(402, "card_declined", { extra: { decline_code: "other_means" } });
    const { calls } = await showCheckout({ answers: { [pay]: () => (times++ === 0 ? over() : paid()) } });
    ready();
    fillIn();
    await submit();
    expect(sent(calls, pay)).toHaveLength(2);
    expect(sent(calls, pay)[1]).toEqual(sent(calls, pay)[0]);
    expect(sent(calls, checkout)).toHaveLength(1);
  });

  test("runs the next step only once", async () => {
    const { calls } = await showCheckout({ answers: { [pay]: needsAction } });
    ready();
    fillIn();
    await submit();
    expect(stripe.answers.handleNextAction).toHaveBeenCalledTimes(1);
    expect(sent(calls, pay)).toHaveLength(2);
    expect(page()).toContain(`${notCharged} Please edit your payment details and try again.`);
  });

  test.each([
    "https://evil.example/3ds",
    "https://hooks.stripe.com.evil.example/",
    "http://hooks.stripe.com/x",
    "javascript:1",
  ])("payment does not lead to %s", async (action_url) => {
    const reported = vi.spyOn(console, "error").mockImplementation(() => undefined);
    const assign = vi.spyOn(window.location, "assign").mockImplementation(() => undefined);
    await showCheckout({ answers: { [pay]: () => refusal(402, "intent_requires_action", { extra: { action_url } }) } });
    ready();
    fillIn();
    await submit();
    expect(assign).not.toHaveBeenCalled();
    expect(reported).toHaveBeenCalledTimes(1);
  });

  test.each([
    ["card_declined", 0],
    ["incorrect_zip", 0],
    ["payment_intent_authentication_failure", 0],
    ["incorrect_cvc", 0],
    ["invalid_cvc", 0],
    ["bank_account_unusable", 0],
    ["payment_method_customer_decline", 0],
    ["api_key_expired", 1],
  ])("shows the message for %s and reports it %i times", async (code, times) => {
    const reported = vi.spyOn(console, "error").mockImplementation(() => undefined);
    await showCheckout();
    stripe.answers.submit = async () => ({ error: { type: "card_error", code, message: "It was Ada's card." } });
    ready();
    fillIn();
    await submit();
    expect(page()).toContain(`${notCharged} It was Ada's card.`);
    expect(reported).toHaveBeenCalledTimes(times);
    expect(JSON.stringify(reported.mock.calls)).not.toContain("Ada");
  });
});

describe("wallet", () => {
  test.each([
    ["apple_pay", "Pay with Apple Pay"],
    ["google_pay", "Pay with Google Pay"],
  ])("%s has its own button and uses its own address", async (type, name) => {
    await showCheckout();
    ready(type);
    fillIn();
    expect(payButtons().map(({ textContent }) => textContent)).toEqual([name, name]);
    await submit();
    expect(stripe.recorded.tokens).toHaveLength(1);
    expect(stripe.recorded.tokens[0]).not.toHaveProperty("params");
    ready("card");
    expect(payButtons().map(({ textContent }) => textContent)).toEqual(["Pay $64.50", "Pay $64.50"]);
  });

  test("opens its sheet during the press, and only when nothing is missing", async () => {
    await showCheckout();
    ready("apple_pay");
    await submit();
    expect(stripe.submit).not.toHaveBeenCalled();
    fillIn();
    const form = document.querySelector("form");
    act(() => {
      form?.dispatchEvent(new Event("submit", { bubbles: true, cancelable: true }));
      expect(stripe.submit).toHaveBeenCalledTimes(1);
    });
    await settle();
  });

  test("points to the wallet's address when the ZIP code does not match", async () => {
    const wrongZip = () =>
      refusal(402, "card_declined", {
        description: `${notCharged} Your card's zip code failed validation.`,
        extra: { decline_code: "incorrect_zip" },
      });
    await showCheckout({ answers: { [pay]: wrongZip } });
    ready("google_pay");
    fillIn();
    await submit();
    expect(page()).toContain("failed validation. Please check the ZIP code of the address in your wallet");
    ready("card");
    await submit();
    expect(page()).not.toContain("address in your wallet");
  });
});

describe("return from the bank's page", () => {
  const back = (given: string, more = "") => `/checkout?payment_intent_client_secret=${given}${more}`;
  const who = "a0000000-0000-4000-8000-000000000009";

  test.each(["requires_capture", "processing", "succeeded"])("continues the purchase for %s", async (status) => {
    stripe.answers.retrievePaymentIntent.mockResolvedValue({ paymentIntent: { status } });
    const { calls } = await showCheckout({
      path: back(cartId, `&payment_intent=pi_1&payment_intent_client_secret=${secret}&purchaser=${who}`),
    });
    await settle();
    expect(sent(calls, checkout)).toEqual([{ guest_identity_id: who }]);
    expect(stripe.answers.retrievePaymentIntent).toHaveBeenCalledExactlyOnceWith(secret);
    expect(sent(calls, pay)).toEqual([
      [{ gateway_id: "stripe", amount: "64.50", gateway_data: { payment_intent_id: "pi_1" } }],
    ]);
    expect(window.location.search).toBe("");
  });

  test.each(["requires_payment_method", "requires_action", "requires_confirmation", "canceled"])(
    "%s is an error, and the form is there again",
    async (status) => {
      const trouble = { code: "payment_intent_authentication_failure", message: "The bank said no." };
      stripe.answers.retrievePaymentIntent.mockResolvedValue({
        paymentIntent: { status, last_payment_error: trouble },
      });
      const { calls } = await showCheckout({ path: back(secret) });
      await settle();
      expect(page()).toContain(`${notCharged} The bank said no.`);
      expect(sent(calls, checkout)).toEqual([]);
      expect(window.location.search).toBe("");
    },
  );

  test("shows an error for a secret that Stripe refuses", async () => {
    stripe.answers.retrievePaymentIntent.mockResolvedValue({ error: { type: "card_error", code: "card_declined" } });
    const { calls } = await showCheckout({ path: back(secret) });
    await settle();
    expect(page()).toContain(notCharged);
    expect(sent(calls, checkout)).toEqual([]);
  });

  test.each(["pi_1", "pi_1_secret_", "x_1_secret_2", "pi_1_secret_2%22%3E"])("ignores the secret %s", async (given) => {
    await showCheckout({ path: back(given) });
    expect(stripe.answers.retrievePaymentIntent).not.toHaveBeenCalled();
    expect(window.location.search).toBe("");
  });
});

describe("Stripe's rules", () => {
  test.each([
    ["apple_pay", "apple_pay", false],
    ["google_pay", "google_pay", false],
    ["card", undefined, false],
    ["link", undefined, false],
    ["us_bank_account", undefined, true],
    ["sepa_debit", undefined, true],
    ["klarna", undefined, true],
    ["afterpay_clearpay", undefined, true],
    [undefined, undefined, false],
  ])("%s: wallet %s, needs an address: %s", (type, wallet, address) => {
    expect([walletOf(type), requiresAddress(type)]).toEqual([wallet, address]);
  });

  test.each([
    ["https://hooks.stripe.com/redirect/authenticate/src_1", true],
    ["https://pm-redirects.stripe.com/authorize/acct_1", true],
    ["https://stripe.com/", false],
    ["https://evil.stripe.com/", false],
    ["https://hooks.stripe.com:8443/", false],
    ["http://hooks.stripe.com/", false],
  ])("%s is a payment page: %s", (address, is) => expect(isPaymentPage(new URL(address))).toBe(is));

  test("reads the intent from its secret and knows which states can continue", () => {
    expect([intentOf(secret), intentOf("pi_1"), intentOf(`${secret} `)]).toEqual(["pi_1", undefined, undefined]);
    expect(["requires_capture", "canceled", undefined].map(canContinueIntent)).toEqual([true, false, false]);
  });
});
