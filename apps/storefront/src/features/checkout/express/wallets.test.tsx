import { act } from "react";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { allByRole, press as pressOn, type as typeIn } from "@foyer/ui/test/dom.tsx";
import { cartReply, makeCart, refusal, resetCartState, settle } from "../../../../test/cart/fixtures.tsx";
import {
  checkout,
  field,
  getCart,
  pageText,
  pay,
  purchaser,
  requestsBeyondCart,
  showCheckout,
  type CheckoutOptions,
} from "../../../../test/checkout/checkoutPage.tsx";
import { installStripeDouble } from "../../../../test/checkout/stripeDouble.ts";

let stripe: ReturnType<typeof installStripeDouble>;
/** A key for each test, because the script is loaded once for each key. */
let keys = 0;
beforeEach(() => {
  keys += 1;
  stripe = installStripeDouble();
});
afterEach(() => {
  resetCartState();
  window.localStorage.clear();
  vi.restoreAllMocks();
});

const buttons = (text: string) => allByRole("button").filter(({ textContent }) => textContent === text);
const press = async (text: string): Promise<void> => {
  const button = buttons(text).at(-1);
  if (!button)
    throw new Error(
      `no button ${text} in ${allByRole("button")
        .map((one) => one.textContent)
        .join()}`,
    );
  pressOn(button);
  await settle();
};
const submitSheet = async (): Promise<void> => {
  act(
    () =>
      void document
        .querySelector("form#test-wallet")
        ?.dispatchEvent(new Event("submit", { bubbles: true, cancelable: true })),
  );
  await settle();
};
const bodiesOf = (calls: Awaited<ReturnType<typeof showCheckout>>["calls"], what: string) =>
  calls.filter((one) => one.what === what).map(({ body }) => body);

const showWithWallet = async (options: CheckoutOptions = {}) => {
  const shown = await showCheckout(options);
  for (let turn = 0; turn < 50 && buttons("Demo wallet").length === 0; turn++) await settle();
  return shown;
};
const payWithWallet = async (): Promise<void> => {
  await press("Demo wallet");
  await submitSheet();
};

describe("the wallet of the test gateway", () => {
  test("is above the details, and buys with its owner's name and e-mail address", async () => {
    const { calls } = await showWithWallet();
    const headings = [...document.querySelectorAll("h2")].map(({ textContent }) => textContent);
    expect(headings.indexOf("Express checkout")).toBeLessThan(headings.indexOf("Your details"));
    await payWithWallet();
    expect(requestsBeyondCart(calls).filter((what) => what.startsWith("POST"))).toEqual([purchaser, pay, checkout]);
    expect(bodiesOf(calls, purchaser)).toMatchObject([
      { identity: { first_name: "Ada", last_name: "Byron", email: "ada.byron@example.com" } },
    ]);
    expect(bodiesOf(calls, pay)).toEqual([
      [
        {
          gateway_id: "test",
          amount: "64.50",
          gateway_data: { card: expect.objectContaining({ number: "4242424242424242" }) },
        },
      ],
    ]);
  });

  test("a closed sheet changes nothing", async () => {
    const { calls } = await showWithWallet();
    typeIn(field("first_name"), "Augusta");
    await press("Demo wallet");
    const close = document.querySelector<HTMLElement>('dialog [aria-label="Close"]');
    if (close) pressOn(close);
    await settle();
    expect(close).not.toBeNull();
    expect(bodiesOf(calls, pay)).toEqual([]);
    expect(field("first_name").value).toBe("Augusta");
    expect(field("email").value).toBe("");
  });

  test("what is typed stays", async () => {
    const { calls } = await showWithWallet();
    typeIn(field("first_name"), "Augusta");
    typeIn(field("last_name"), "King");
    await payWithWallet();
    expect(bodiesOf(calls, purchaser)).toMatchObject([
      { identity: { first_name: "Augusta", last_name: "King", email: "ada.byron@example.com" } },
    ]);
  });

  test("what only the visitor knows is asked before anything is paid, and the wallet pays then", async () => {
    const identity_form = { properties: { room: { type: "string", title: "Favourite room" } }, required: ["room"] };
    const { calls } = await showWithWallet({ configuration: { identity_form } });
    await payWithWallet();
    expect(requestsBeyondCart(calls).filter((what) => what.startsWith("POST"))).toEqual([]);
    expect(document.activeElement).toBe(field("room"));
    expect(pageText()).toContain("Demo wallet is ready to pay.");
    expect(field("email").value).toBe("ada.byron@example.com");
    typeIn(field("room"), "The attic");
    await press("Pay $64.50 with Demo wallet");
    expect(bodiesOf(calls, purchaser)).toMatchObject([{ identity: { additional_info: { room: "The attic" } } }]);
    expect(bodiesOf(calls, pay)).toHaveLength(1);
  });

  test("terms that have to be read are shown after the sheet, and accepted and paid with one press", async () => {
    const { calls } = await showWithWallet({ web: { terms: { version: "2", html: "<p>No dogs.</p>" } } });
    await payWithWallet();
    expect(bodiesOf(calls, pay)).toEqual([]);
    expect(pageText()).toContain("No dogs.");
    await press("Accept and pay");
    expect(bodiesOf(calls, purchaser)).toMatchObject([{ terms_accepted: true, terms_version: "2" }]);
    expect(bodiesOf(calls, pay)).toHaveLength(1);
  });

  test("a wallet that is declined says so at the top, keeps what it filled in, and is pressed again", async () => {
    const declined = () =>
      refusal(402, "card_declined", { description: "Your card was declined.", context: "payment" });
    const { calls } = await showWithWallet({ answers: { [pay]: declined } });
    await payWithWallet();
    const banner = [...document.querySelectorAll("[role=alert]")].map(({ textContent }) => textContent);
    expect(banner).toEqual(["Your card was declined."]);
    expect(document.querySelector("[role=group] [role=alert]")).not.toBeNull();
    expect(field("email").value).toBe("ada.byron@example.com");
    expect(pageText()).not.toContain("is ready to pay");
    await payWithWallet();
    expect(bodiesOf(calls, pay)).toHaveLength(2);
  });

  test("the visitor can switch to another payment method", async () => {
    const identity_form = { properties: { room: { type: "string", title: "Favourite room" } }, required: ["room"] };
    await showWithWallet({ configuration: { identity_form } });
    await payWithWallet();
    await press("Pay another way");
    expect(buttons("Pay $64.50 with Demo wallet")).toEqual([]);
    expect(buttons("Demo wallet")).toHaveLength(1);
  });

  test("is not offered where nothing is due", async () => {
    await showCheckout({ cart: { payment_due_by_credit_card: "0.00" } });
    await settle();
    expect(pageText()).not.toContain("Express checkout");
  });

  test("a total that goes up is not charged with what the sheet has shown", async () => {
    const identity_form = { properties: { room: { type: "string", title: "Favourite room" } }, required: ["room"] };
    const due = { amount: "64.50" };
    const { calls, client } = await showWithWallet({
      configuration: { identity_form },
      answers: { [getCart]: () => cartReply(makeCart({ payment_due_by_credit_card: due.amount })) },
    });
    await payWithWallet();
    due.amount = "70.00";
    await act(async () => client.invalidateQueries({ queryKey: ["cart"] }));
    await settle();
    expect(pageText()).toContain("The total has gone up since you used your wallet, so nothing was charged.");
    expect(buttons("Pay $70.00 with Demo wallet")).toEqual([]);
    await payWithWallet();
    expect(pageText()).toContain("Demo wallet is ready to pay.");
    typeIn(field("room"), "The attic");
    await press("Pay $70.00 with Demo wallet");
    expect(bodiesOf(calls, pay)).toMatchObject([[{ amount: "70.00" }]]);
  });
});

const googlePay = (details: object = {}) => ({
  expressPaymentType: "google_pay",
  paymentFailed: vi.fn(),
  billingDetails: {
    name: "Grace Hopper",
    email: "grace@example.com",
    address: { line1: "1 Pier Road", line2: null, city: "New York", state: "NY", postal_code: "10004", country: "US" },
    ...details,
  },
});
const byStripe = (more: Parameters<typeof makeCart>[0] = {}) => {
  const [fee] = makeCart().cart_fees;
  return {
    ...more,
    cart_fees: fee
      ? [{ ...fee, gateway_id: "stripe" as const, publishable_key: `pk_test_wallet_${keys}`, pmc_id: "pmc_1" }]
      : [],
  };
};
const showStripe = async (options: CheckoutOptions = {}) => {
  const shown = await showCheckout({ cart: byStripe(), ...options });
  for (let turn = 0; turn < 50 && stripe.recorded.walletButtons.length === 0; turn++) await settle();
  return shown;
};
const emit = async (...event: Parameters<typeof stripe.emitWallet>): Promise<void> => {
  act(() => stripe.emitWallet(...event));
  await settle();
};
/** Whether the wallet section is present and takes up space. */
const isShown = () => document.querySelector("#checkout-wallets")?.closest("[hidden]") === null;

describe("Stripe's wallets", () => {
  test("are elements of their own, with the methods that pay at once", async () => {
    await showStripe();
    expect(stripe.recorded.walletElements).toMatchObject([
      {
        mode: "payment",
        amount: 6450,
        currency: "usd",
        paymentMethodCreation: "manual",
        payment_method_configuration: "pmc_1",
      },
    ]);
    expect(stripe.recorded.walletButtons).toMatchObject([
      {
        emailRequired: true,
        phoneNumberRequired: false,
        billingAddressRequired: true,
        paymentMethods: { applePay: "auto", googlePay: "auto", link: "auto", paypal: "never", klarna: "never" },
      },
    ]);
  });

  test("their space is removed if the browser has none, and is not reserved at the next checkout", async () => {
    await showStripe();
    expect(isShown()).toBe(true);
    await emit("ready", { availablePaymentMethods: undefined });
    expect(isShown()).toBe(false);
    expect(window.localStorage.getItem("foyer.no_wallets")).toBe("1");
  });

  test("stay where the browser has one", async () => {
    await showStripe();
    await emit("ready", { availablePaymentMethods: { applePay: false, googlePay: true, link: false } });
    expect(isShown()).toBe(true);
    expect(window.localStorage.getItem("foyer.no_wallets")).toBeNull();
  });

  test("the sheet asks for what the order needs, within the click", async () => {
    await showStripe({ configuration: { identity_form: { properties: { phone: {} }, required: ["phone"] } } });
    const resolve = vi.fn();
    await emit("click", { expressPaymentType: "google_pay", resolve });
    expect(resolve).toHaveBeenCalledExactlyOnceWith(
      expect.objectContaining({ emailRequired: true, phoneNumberRequired: true, billingAddressRequired: true }),
    );
  });

  test("pay by a confirmation token, with the name of the wallet's owner", async () => {
    const { calls } = await showStripe();
    const event = googlePay();
    await emit("confirm", event);
    expect(stripe.submit).toHaveBeenCalledTimes(1);
    expect(bodiesOf(calls, purchaser)).toMatchObject([
      { identity: { first_name: "Grace", last_name: "Hopper", email: "grace@example.com" } },
    ]);
    expect(bodiesOf(calls, pay)).toEqual([
      [
        {
          gateway_id: "stripe",
          amount: "64.50",
          gateway_data: { confirmation_token_id: "ctoken_1", use_stripe_sdk: true },
        },
      ],
    ]);
    expect(event.paymentFailed).not.toHaveBeenCalled();
    expect(bodiesOf(calls, checkout)).toHaveLength(1);
  });

  test("a refusal of the provider is shown in the sheet and at the top, and nothing is sent", async () => {
    const { calls } = await showStripe();
    stripe.answers.token = async () => ({ error: { type: "card_error", code: "card_declined", message: "No." } });
    const event = googlePay();
    await emit("confirm", event);
    expect(event.paymentFailed).toHaveBeenCalledExactlyOnceWith({ reason: "fail" });
    expect(pageText()).toContain("Your card has not been charged. No.");
    expect(requestsBeyondCart(calls).filter((what) => what.startsWith("POST"))).toEqual([]);
  });

  test("an address is taken where the order needs one", async () => {
    const properties = { country: {}, address: {}, city: {}, zip_code: {} };
    const identity_form = { properties, required: Object.keys(properties) };
    const { calls } = await showStripe({ configuration: { identity_form } });
    await emit("confirm", googlePay());
    expect(bodiesOf(calls, purchaser)).toMatchObject([
      { identity: { country: "US", address: "1 Pier Road", city: "New York", zip_code: "10004" } },
    ]);
  });
});
