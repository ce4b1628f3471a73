import { afterEach, describe, expect, test, vi } from "vitest";
import { allByRole, byRole, press } from "@foyer/ui/test/dom.tsx";
import { readPurchase } from "../../../shared/storage/lastPurchase.ts";
import { savedStoreFor } from "../../../shared/storage/saved.ts";
import {
  cartId,
  makeCart,
  orderId,
  refusal,
  resetCartState,
  cartReply,
  settle,
} from "../../../../test/cart/fixtures.tsx";
import {
  checkout,
  completed,
  field,
  fillCheckout,
  getCart,
  order,
  pageText,
  pay,
  purchaser,
  requestsBeyondCart,
  showCheckout,
  submit,
  type CheckoutOptions,
} from "../../../../test/checkout/checkoutPage.tsx";

afterEach(() => {
  resetCartState();
  window.sessionStorage.clear();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

describe("refusal", () => {
  test("shows why a card was declined, fetches the cart again and keeps what was typed", async () => {
    const { calls } = await showCheckout({
      answers: {
        [pay]: () =>
          refusal(402, "card_declined", { description: "Your card has not been charged. Your card was declined." }),
      },
    });
    fillCheckout("4000000000000002");
    submit();
    await settle();
    expect(byRole("alert").textContent).toBe("Your card has not been charged. Your card was declined.");
    expect(field("first_name").value).toBe("Ada");
    expect(field("card_number").value).toContain("4000");
    expect(requestsBeyondCart(calls)).toEqual([purchaser, pay]);
    expect(calls.at(-1)?.what).toBe(getCart);
    submit();
    await settle();
    expect(requestsBeyondCart(calls)).toEqual([purchaser, pay, purchaser, pay]);
  });

  test.each([
    ["payment_incomplete", 402, "Please edit your payment details and try again."],
    ["payment_not_supported", 422, "Payment is not supported for this amount."],
    ["payment_in_progress", 409, "A payment for this order is already being processed."],
  ])("a refused payment shows %s", async (code, status, words) => {
    await showCheckout({ answers: { [pay]: () => refusal(status, code) } });
    fillCheckout();
    submit();
    await settle();
    expect(byRole("alert").textContent).toContain(words);
  });

  test.each([
    ["90 seconds", {}, { retry_after: 90 }, "Too many cards were declined. You can try another one in 2 minutes."],
    ["a minute", {}, { retry_after: 60 }, "Too many cards were declined. You can try another one in 1 minute."],
    [
      "two minutes for one card",
      {},
      { retry_after: 120, card_only: true },
      "This card has been declined several times. Please pay with another card, or try this one again in 2 minutes.",
    ],
    [
      "ten minutes at a seller with gift cards",
      { ledger_id: "harbor-gifts" },
      { retry_after: 600 },
      "You can try another one in 10 minutes. You can pay with a gift card right away.",
    ],
  ])("says how long no card, or this one, can be tried: %s", async (_, configuration, extra, words) => {
    const refused = () => refusal(429, "too_many_requests", { context: "payment", extra });
    await showCheckout({ configuration, answers: { [pay]: refused } });
    fillCheckout();
    submit();
    await settle();
    expect(byRole("alert").textContent).toContain(words);
  });

  test("says that the session has ended when the cart is not known any more", async () => {
    let isOver = false;
    const gone = () => refusal(404, "not_found", { context: "cart" });
    await showCheckout({
      answers: {
        [getCart]: () => (isOver ? gone() : cartReply(makeCart())),
        [purchaser]: () => {
          isOver = true;
          return gone();
        },
      },
    });
    fillCheckout();
    submit();
    await settle();
    expect(document.querySelector("h1")?.textContent).toBe("Your session has ended");
    expect(pageText()).toContain("You have not been charged.");
    expect(pageText()).not.toContain("Your cart is empty");
    // For a guest, a login would not help.
    expect(allByRole("button").map(({ textContent }) => textContent)).not.toContain("Log in");
  });

  test("ends the checkout of an expired cart", async () => {
    await showCheckout({ answers: { [pay]: () => refusal(410, "cart_expired", { context: "cart" }) } });
    fillCheckout();
    submit();
    await settle();
    expect(pageText()).toContain("Cart timed out");
    expect(savedStoreFor("harbor").get().cart_id).toBe(null);
  });

  test("shows the server's errors at their fields", async () => {
    await showCheckout({
      answers: {
        [purchaser]: () =>
          refusal(422, "validation_failed", {
            context: "identity",
            extra: { problems: [{ field: "email", message: "not_email" }] },
          }),
      },
    });
    fillCheckout();
    submit();
    await settle();
    expect(pageText()).toContain("Email address is not valid.");
    expect(document.activeElement).toBe(field("email"));
  });
});

describe("what the seller changes while the checkout is open", () => {
  const changed = "The terms and conditions have changed since you opened this page. Please read them again.";
  const newTerms = { html: "<p>Refunds until noon.</p>", version: "2" };
  /** The server only accepts the second version. */
  const acceptsOnly = (terms: typeof newTerms) => (body: unknown) =>
    (body as { terms_version?: string }).terms_version === terms.version
      ? { identity_id: cartId }
      : refusal(422, "terms_not_accepted", { context: "checkout", extra: { terms } });

  test.each([
    ["their first version", { terms: { html: "<p>No refunds.</p>", version: "1", viewing_is_optional: true } }],
    ["no terms", {}],
  ])("new terms are shown and accepted on a page that had %s", async (_, web) => {
    const terms = { ...newTerms, viewing_is_optional: true };
    const { calls } = await showCheckout({ web, answers: { [purchaser]: acceptsOnly(terms) } });
    fillCheckout();
    if ("terms" in web) press(field("terms"));
    submit();
    await settle();
    expect(field("terms").checked).toBe(false);
    expect(document.activeElement).toBe(field("terms"));
    expect(pageText()).toContain(changed);
    press(byRole("button", "Read the terms and conditions"));
    await settle();
    expect(byRole("dialog").textContent).toContain("Refunds until noon.");
    press(byRole("button", "Accept"));
    await settle();
    expect(pageText()).not.toContain(changed);
    expect(field("card_number").value).toContain("4242");
    submit();
    await settle();
    expect(calls.map(({ what }) => what)).toContain(checkout);
  });

  test("new terms that paying accepts are announced before the next press", async () => {
    const terms = { ...newTerms, accepted_by_paying: true };
    const web = { terms: { html: "<p>No refunds.</p>", version: "1", accepted_by_paying: true } };
    const { calls } = await showCheckout({ web, answers: { [purchaser]: acceptsOnly(terms) } });
    fillCheckout();
    submit();
    await settle();
    expect(byRole("alert").textContent).toBe(changed);
    expect(byRole("alert").parentElement).toBe(document.activeElement);
    submit();
    await settle();
    expect(calls.map(({ what }) => what)).toContain(checkout);
  });

  const lacksPhone = () =>
    refusal(422, "validation_failed", {
      context: "identity",
      extra: { problems: [{ field: "phone", message: "required" }] },
    });

  /** The fields missing in the form are reported too. */
  const expectReport = () => vi.spyOn(console, "error").mockImplementation(() => undefined);

  test("a field that an event has started to ask for appears with its message", async () => {
    let meta = {};
    const cartNow = () => ({ ...cartReply(makeCart()), meta: { _data: [{ meta }] } });
    const noted = expectReport();
    await showCheckout({ answers: { [getCart]: cartNow, [purchaser]: lacksPhone } });
    fillCheckout();
    meta = { identity_form: { properties: { phone: {} }, required: ["phone"] } };
    submit();
    await settle();
    expect(noted).toHaveBeenCalledWith("Error: missing identity field: phone");
    expect(field("phone").getAttribute("aria-invalid")).toBe("true");
    expect(document.activeElement).toBe(field("phone"));
    expect(pageText()).not.toContain("has changed since you opened this page");
  });

  test("a field that the seller has started to ask for requires a reload, which is offered", async () => {
    expectReport();
    await showCheckout({ answers: { [purchaser]: lacksPhone } });
    fillCheckout();
    submit();
    await settle();
    expect(byRole("alert").textContent).toContain(
      "The details we ask for have changed since you opened this page. Please reload it and try again. What you have entered is kept.",
    );
    expect(byRole("button", "Reload this page")).toBeDefined();
  });
});

describe("bank redirect", () => {
  const bank = (action_url: string) =>
    refusal(402, "intent_requires_action", { extra: { payment_id: orderId, action_url } });

  test("leads to the bank's page when the card requires it", async () => {
    const went = vi.spyOn(window.location, "assign").mockImplementation(() => undefined);
    const { calls } = await showCheckout({
      answers: { [pay]: () => bank(`${window.location.origin}/_test/3ds/ti_1`) },
    });
    fillCheckout();
    submit();
    await settle();
    expect(went).toHaveBeenCalledExactlyOnceWith("/_test/3ds/ti_1");
    expect(requestsBeyondCart(calls)).toEqual([purchaser, pay]);
  });

  test("bank redirect does not lead to another site", async () => {
    const went = vi.spyOn(window.location, "assign").mockImplementation(() => undefined);
    const noted = vi.spyOn(console, "error").mockImplementation(() => undefined);
    await showCheckout({ answers: { [pay]: () => bank("https://elsewhere.example/3ds") } });
    fillCheckout();
    submit();
    await settle();
    expect(went).not.toHaveBeenCalled();
    expect(byRole("alert").textContent).toContain("Sorry! Something unexpected happened.");
    expect(noted).toHaveBeenCalled();
  });

  const comeBack = async (answers: CheckoutOptions["answers"] = {}) => {
    window.history.replaceState(null, "", `/harbor/checkout/${cartId}?payment_intent_client_secret=${orderId}&lang=en`);
    return showCheckout({ answers, path: `/checkout/${cartId}`, cartId });
  };

  test("continues the payment after the return and removes its traces from the address", async () => {
    const { calls, history } = await comeBack();
    expect(window.location.search).toBe("?lang=en");
    expect(calls.find(({ what }) => what === pay)?.body).toEqual([
      { gateway_id: "test", amount: "64.50", gateway_data: { payment_id: orderId } },
    ]);
    expect(calls.find(({ what }) => what === checkout)?.body).toEqual({});
    expect(requestsBeyondCart(calls)).toEqual([pay, checkout]);
    expect(history.at(-1)).toBe(`/checkout/complete?orderIds=${orderId}`);
    expect(readPurchase("harbor")).toEqual({ order_ids: [orderId] });
  });

  test("shows the form and the reason after a refused return", async () => {
    await comeBack({
      [pay]: () =>
        refusal(402, "card_declined", {
          description: "Your card has not been charged. Your bank could not confirm this payment.",
        }),
    });
    expect(byRole("alert").textContent).toContain("Your bank could not confirm this payment.");
    expect(field("card_number").value).toBe("");
  });
});

test("pays a shared cart by its link without changing it", async () => {
  const linked = makeCart({ editable: false, identity_id: null });
  const { calls, history } = await showCheckout({
    cartId,
    path: `/checkout/${cartId}`,
    answers: {
      [getCart]: () => refusal(404, "not_found", { context: "cart" }),
      "GET /api/cart/:id": () => cartReply(linked),
      "POST /api/cart/:id/purchaser": () => ({ identity_id: cartId }),
      "POST /api/cart/:id/pay": () => ({ payment: { _data: [] }, cart: { _data: [] } }),
      "POST /api/cart/:id/guest_checkout": () => completed,
    },
  });
  expect(allByRole("button").some((button) => button.getAttribute("aria-label")?.startsWith("Remove"))).toBe(false);
  expect(allByRole("timer")).toEqual([]);
  fillCheckout();
  submit();
  await settle();
  expect(requestsBeyondCart(calls).filter((what) => what !== "GET /api/cart/:id")).toEqual([
    "POST /api/cart/:id/purchaser",
    "POST /api/cart/:id/pay",
    "POST /api/cart/:id/guest_checkout",
  ]);
  expect(calls.at(-1)?.body).toMatchObject({ send_email: true, identity: { email: "ada@example.com" } });
  expect(history.at(-1)).toBe(`/checkout/complete?orderIds=${orderId}&token=${order.token}`);
});
