import { act } from "react";
import { afterEach, describe, expect, test, vi } from "vitest";
import { allByRole, byRole, closePages, press, type as typeIn } from "@foyer/ui/test/dom.tsx";
import { readPurchase, rememberPurchase } from "../../shared/storage/lastPurchase.ts";
import { savedStoreFor } from "../../shared/storage/saved.ts";
import { setLoginCookie } from "../../../test/login/fixtures.tsx";
import { cartId, makeCart, orderId, refusal, resetCartState, cartReply, settle } from "../../../test/cart/fixtures.tsx";
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
} from "../../../test/checkout/checkoutPage.tsx";
import { lastConfirmationEmail } from "./confirmationEmail.ts";

afterEach(() => {
  resetCartState();
  window.sessionStorage.clear();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

/** A window that becomes wide enough for two columns, or narrow again. */
const fakeWindowWidth = () => {
  let isWide = false;
  const listeners = new Set<() => void>();
  vi.stubGlobal("matchMedia", (query: string) => ({
    get matches() {
      return query.includes("min-width") && isWide;
    },
    addEventListener: (_: string, listener: () => void) => listeners.add(listener),
    removeEventListener: (_: string, listener: () => void) => listeners.delete(listener),
  }));
  return async (wide: boolean): Promise<void> => {
    isWide = wide;
    act(() => listeners.forEach((listener) => listener()));
    await settle();
  };
};

describe("without a form", () => {
  test("leads to the order that was just bought, until another cart is filled", async () => {
    const empty = { cart: { lines: [] }, path: "/checkout" };
    rememberPurchase("harbor", { order_ids: [orderId] });
    const { history } = await showCheckout(empty);
    expect(history.at(-1)).toBe(`/checkout/complete?orderIds=${orderId}`);
    expect(pageText()).not.toContain("Your cart is empty");
    closePages();
    await showCheckout();
    closePages();
    await showCheckout(empty);
    expect(pageText()).toContain("Your cart is empty");
  });

  test("leads to the pending page of a purchase that the bank still decides on", async () => {
    rememberPurchase("harbor", { pending_cart_id: cartId });
    const { history } = await showCheckout({ cart: { lines: [] }, path: "/checkout" });
    expect(history.at(-1)).toBe(`/checkout/pending/${cartId}`);
    expect(pageText()).not.toContain("Your cart is empty");
  });

  test("shows that the cart is empty", async () => {
    const { calls } = await showCheckout({ cart: { lines: [] } });
    expect(pageText()).toContain("Your cart is empty");
    // The cart, and events to go on with.
    expect(calls.map(({ what }) => what)).toEqual([
      expect.stringContaining("/cart/"),
      expect.stringContaining("/events"),
    ]);
    // A new visitor starts at the top of the page.
    expect(document.activeElement).toBe(document.body);
  });

  test("moves the focus to the message when the last item is removed", async () => {
    const one = makeCart();
    const cart = { ...one, lines: one.lines.slice(0, 1) };
    await showCheckout({
      cart,
      answers: { "POST /api/cart/:id/remove": () => cartReply({ ...cart, lines: [] }) },
    });
    const labelled = () =>
      allByRole("button").find((button) => button.getAttribute("aria-label")?.startsWith("Remove"));
    press(labelled() as HTMLElement);
    await settle();
    const confirm = allByRole("button").find(({ textContent }) => textContent === "Confirm") as HTMLElement;
    confirm.focus();
    press(confirm);
    await settle();
    await settle();
    expect(document.activeElement?.textContent).toBe("Your cart is empty");
  });

  test("keeps a removal that is to be confirmed when the page gets another number of columns", async () => {
    const resizeTo = fakeWindowWidth();
    await showCheckout();
    const remove = allByRole("button").find((button) => button.getAttribute("aria-label")?.startsWith("Remove"));
    press(remove as HTMLElement);
    await settle();
    for (const isWide of [true, false]) {
      await resizeTo(isWide);
      const fold = [...document.querySelectorAll("summary")].find(({ textContent }) => /3 tickets/.test(textContent));
      expect(fold === undefined, `wide: ${isWide}`).toBe(isWide);
      expect(byRole("button", "Confirm").closest("details:not([open])")).toBe(null);
    }
    press(byRole("button", "Cancel"));
    await settle();
    await resizeTo(true);
    expect(allByRole("button").some(({ textContent }) => textContent === "Confirm")).toBe(false);
  });

  test("shows that the cart has been booked", async () => {
    await showCheckout({ cart: { state: "completed", ticket_order_id: orderId } });
    expect(pageText()).toContain(`Cart with order ID ${orderId} has been booked.`);
  });

  test("tells whoever opened the cart by its link that it is booked, without a number that is not the order's", async () => {
    await showCheckout({
      cartId,
      answers: {
        [getCart]: () => refusal(404, "not_found", { context: "cart" }),
        "GET /api/cart/:id": () => cartReply(makeCart({ state: "completed", ticket_order_id: null, editable: false })),
      },
    });
    expect(pageText()).toContain("The order that was shared with you has been booked and paid for.");
    expect(pageText()).not.toContain("order ID");
  });

  test("shows the cart of an order read-only", async () => {
    const cart = makeCart({
      state: "completed",
      editable: true,
      ticket_order_id: orderId,
      expires_in: null,
      outstanding_balance: "0",
    });
    await showCheckout({
      path: `/checkout?orderId=${orderId}&token=${"t".repeat(22)}`,
      answers: {
        [getCart]: () => cartReply(cart),
        "GET /api/ticket_order/:id": () => ({ ticket_order: { _data: [order] }, lines: {} }),
      },
    });
    await settle();
    expect(pageText()).toContain(`Cart with order ID ${order.order_number} has been booked.`);
    expect(pageText()).toContain("Museum Admission");
    expect(pageText()).toContain("Nothing is due for this order.");
    expect(allByRole("button").filter(({ ariaLabel }) => ariaLabel?.startsWith("Remove"))).toEqual([]);
    expect(document.querySelector("form#checkout")).toBe(null);
    expect(
      [...document.querySelectorAll("a")].find((link) => link.textContent === "View your order")?.getAttribute("href"),
    ).toBe(`/checkout/complete?orderIds=${orderId}&token=${order.token}`);
  });

  test("shows that the order was not found", async () => {
    vi.spyOn(console, "error").mockImplementation(() => undefined);
    await showCheckout({
      path: `/checkout?orderId=${orderId}`,
      answers: { "GET /api/ticket_order/:id": () => refusal(404, "not_found", { context: "order" }) },
    });
    await settle();
    expect(pageText()).toContain("We could not find that order.");
  });

  test("shows that the cart has expired", async () => {
    const { history } = await showCheckout({
      answers: { [getCart]: () => refusal(410, "cart_expired", { context: "cart" }) },
    });
    expect(pageText()).toContain("Cart timed out");
    press(byRole("button", "Start over"));
    await settle();
    expect(history.at(-1)).toBe("/events");
  });
});

test("opens the cart of the query and makes it the current one", async () => {
  const other = "c0000000-0000-4000-8000-000000000002";
  await showCheckout({
    path: `/checkout?cartId=${other}`,
    answers: { [getCart]: () => cartReply(makeCart({ id: other })) },
  });
  expect(pageText()).toContain("Museum Admission");
  expect(savedStoreFor("harbor").get().cart_id).toBe(other);
});

describe("somebody else's cart", () => {
  const notMine = () => refusal(403, "access_denied", { context: "cart" });
  test("opens by its link", async () => {
    await showCheckout({
      cartId,
      answers: { [getCart]: notMine, "GET /api/cart/:id": () => cartReply(makeCart({ editable: false })) },
    });
    expect(pageText()).toContain("This order was shared with you.");
  });
  test("shows that access is denied if the link opens nothing either", async () => {
    await showCheckout({ cartId, answers: { [getCart]: notMine, "GET /api/cart/:id": notMine } });
    expect(pageText()).toContain("403 Access denied to cart");
  });
  test("offers the login where access is denied, and opens the cart after it", async () => {
    let mine = false;
    await showCheckout({
      cartId,
      answers: {
        [getCart]: () => (mine ? cartReply(makeCart({})) : notMine()),
        "GET /api/cart/:id": notMine,
      },
    });
    expect(pageText()).toContain("If this is your cart, log in to open it.");
    expect(byRole("button", "Log in")).toBeDefined();
    mine = true;
    setLoginCookie("full");
    await settle();
    expect(pageText()).not.toContain("403");
    expect(pageText()).toContain("Museum Admission");
    setLoginCookie("none");
  });
  test("offers no login where the seller has none", async () => {
    await showCheckout({
      cartId,
      configuration: { authentication: "none" },
      answers: { [getCart]: notMine, "GET /api/cart/:id": notMine },
    });
    expect(pageText()).toContain("403 Access denied to cart");
    expect(allByRole("button")).toEqual([]);
  });
  test.each([
    ["nobody's", 404, "not_found"],
    ["of no valid cart", 400, "bad_field_value"],
  ])("shows an empty cart for the address %s", async (_, status, code) => {
    const none = () => refusal(status, code, { context: "cart" });
    await showCheckout({ cartId, answers: { [getCart]: none, "GET /api/cart/:id": none } });
    expect(pageText()).toContain("Your cart is empty");
  });
});

test("shows the description of an item without leaving the checkout", async () => {
  await showCheckout({
    answers: {
      "GET /cached_api/events/:id": () => ({
        event_template: { _data: [{ subtitle: "All day", summary: null, description: "<p>Five floors.</p>" }] },
        venue: { _data: [{ name: "The House", address: "Pier 14" }] },
      }),
    },
  });
  press(byRole("button", "More about Museum Admission"));
  await settle();
  const dialog = byRole("dialog", "Museum Admission");
  expect(dialog.textContent).toContain("All day");
  expect(dialog.textContent).toContain("The House, Pier 14");
  expect(dialog.querySelector("p")?.closest("dialog")).toBe(dialog);
  expect(dialog.textContent).toContain("Five floors.");
});

describe("validation", () => {
  test("shows a message at each field and focuses the first one", async () => {
    const { calls } = await showCheckout({
      web: { terms: { html: "<p>Terms</p>", version: "1", viewing_is_optional: true } },
    });
    submit();
    await settle();
    expect(pageText().split("This field is required.")).toHaveLength(6);
    expect(pageText()).toContain("Your card number is incomplete.");
    expect(pageText()).toContain(
      "There were errors found in the information you submitted. Please address the errors and re-submit the form.",
    );
    expect(document.activeElement).toBe(field("first_name"));
    expect(requestsBeyondCart(calls)).toEqual([]);
  });

  test("compares the e-mail addresses without regard to case", async () => {
    const { calls } = await showCheckout();
    fillCheckout();
    typeIn(field("email_confirm"), "ada@example.org");
    submit();
    await settle();
    expect(pageText()).toContain("Email addresses must match.");
    expect(document.activeElement).toBe(field("email_confirm"));
    typeIn(field("email"), "ada@example.org");
    expect(pageText()).not.toContain("Email addresses must match.");
    expect(requestsBeyondCart(calls)).toEqual([]);
  });

  test("opens the terms when their box is ticked, and ticks it only when they are accepted", async () => {
    const { calls } = await showCheckout({ web: { terms: { html: "<p>No refunds.</p>", version: "2026-09" } } });
    fillCheckout();
    press(field("terms"));
    await settle();
    expect(byRole("dialog").textContent).toContain("No refunds.");
    press(byRole("button", "Decline"));
    await settle();
    expect(field("terms").checked).toBe(false);
    press(field("terms"));
    await settle();
    press(byRole("button", "Accept"));
    await settle();
    expect(field("terms").checked).toBe(true);
    submit();
    await settle();
    expect(calls.find(({ what }) => what === purchaser)?.body).toMatchObject({
      terms_accepted: true,
      terms_version: "2026-09",
    });
  });

  test("refuses an amount that cards cannot pay", async () => {
    const { calls } = await showCheckout({ cart: { payment_due_by_credit_card: "0.49" } });
    expect(pageText()).toContain("Payment is not supported for this amount.");
    submit();
    await settle();
    expect(requestsBeyondCart(calls)).toEqual([]);
  });
});

describe("purchase", () => {
  test("saves the purchaser, pays, checks out, forgets the cart and leads to the order", async () => {
    const { calls, history } = await showCheckout();
    fillCheckout();
    submit();
    await settle();
    expect(requestsBeyondCart(calls)).toEqual([purchaser, pay, checkout]);
    const identity = { first_name: "Ada", last_name: "Lovelace", email: "ada@example.com" };
    expect(calls.find(({ what }) => what === purchaser)?.body).toEqual({ identity });
    expect(calls.find(({ what }) => what === pay)?.body).toEqual([
      {
        gateway_id: "test",
        amount: "64.50",
        gateway_data: { card: { number: "4242424242424242", expiry: "12/99", cvc: "123" } },
      },
    ]);
    expect(calls.find(({ what }) => what === checkout)?.body).toEqual({ identity });
    expect(history.at(-1)).toBe(`/checkout/complete?orderIds=${orderId}`);
    expect(savedStoreFor("harbor").get().cart_id).toBe(null);
    expect(lastConfirmationEmail()).toBe("ada@example.com");
  });

  test("sends the consent to auto-renew with the payment and explains it next to the button", async () => {
    const configuration = { renewal: { allowed_period: 30, automatic: "prompt" } };
    const { calls } = await showCheckout({ cart: { membership_action: "buy" }, configuration });
    expect(pageText()).not.toContain("renews automatically");
    act(() => savedStoreFor("harbor").change({ auto_renew: true, cart_id: savedStoreFor("harbor").get().cart_id }));
    expect(pageText()).toContain("Your membership renews automatically");
    fillCheckout();
    submit();
    await settle();
    expect(calls.find(({ what }) => what === pay)?.body).toMatchObject([{ gateway_id: "test", auto_renew: true }]);
  });
  test.each([
    ["tickets", { membership_action: null }, "prompt"],
    ["a gift", { membership_action: "gift" }, "prompt"],
    ["a seller without auto-renew", { membership_action: "buy" }, "never"],
  ] as const)("purchase does not mention auto-renew for %s", async (_, cart, automatic) => {
    const { calls } = await showCheckout({ cart, configuration: { renewal: { allowed_period: 30, automatic } } });
    act(() => savedStoreFor("harbor").change({ auto_renew: true }));
    fillCheckout();
    submit();
    await settle();
    expect(pageText()).not.toContain("renews automatically");
    expect(JSON.stringify(calls.find(({ what }) => what === pay)?.body)).not.toContain("auto_renew");
  });

  test("leaves nothing that was typed in the browser once the order is complete", async () => {
    const kept = () => [localStorage, sessionStorage].map((storage) => JSON.stringify(Object.entries(storage))).join();
    await showCheckout();
    fillCheckout();
    expect(kept()).toContain("Lovelace");
    expect(kept()).not.toContain("4242");
    submit();
    await settle();
    expect(kept()).toContain("cart_id");
    expect(kept()).not.toMatch(/Ada|Lovelace|example|4242/);
  });

  test("pays once when pressed twice", async () => {
    const { calls } = await showCheckout();
    fillCheckout();
    const form = document.querySelector("form#checkout");
    const send = () => form?.dispatchEvent(new Event("submit", { bubbles: true, cancelable: true }));
    // Both presses come before the page shows that it is busy.
    act(() => {
      send();
      send();
    });
    submit();
    for (const button of allByRole("button").filter((one) => one.textContent === "Pay $64.50")) press(button);
    await settle();
    expect(requestsBeyondCart(calls)).toEqual([purchaser, pay, checkout]);
  });

  test("purchase needs no card when nothing is due", async () => {
    const { calls } = await showCheckout({ cart: { payment_due_by_credit_card: "0" } });
    expect(document.querySelector('input[name="card_number"]')).toBe(null);
    fillCheckout();
    submit();
    await settle();
    expect(calls.find(({ what }) => what === pay)?.body).toEqual([{ gateway_id: "free", amount: "0" }]);
  });

  test("leads to the pending page after a payment that clears later", async () => {
    const { history } = await showCheckout({
      answers: { [checkout]: () => ({ ...completed, outcome: "pending", ticket_order: { _data: [] } }) },
    });
    fillCheckout();
    submit();
    await settle();
    expect(history.at(-1)).toBe(`/checkout/pending/${cartId}`);
    expect(readPurchase("harbor")).toEqual({ pending_cart_id: cartId });
    expect(savedStoreFor("harbor").get().cart_id).toBe(null);
  });

  test("leads to the order of a cart that has been booked meanwhile", async () => {
    const { history } = await showCheckout({
      answers: { [purchaser]: () => refusal(409, "cart_booked", { context: "cart", extra: { order_id: orderId } }) },
    });
    fillCheckout();
    submit();
    await settle();
    expect(history.at(-1)).toBe(`/checkout/complete?orderIds=${orderId}`);
  });
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
    ["90 seconds", {}, 90, "Too many cards were declined. You can try another one in 2 minutes."],
    ["a minute", {}, 60, "Too many cards were declined. You can try another one in 1 minute."],
    [
      "ten minutes at a seller with gift cards",
      { ledger_id: "harbor-gifts" },
      600,
      "You can try another one in 10 minutes. You can pay with a gift card right away.",
    ],
  ])("says how long no other card can be tried: %s", async (_, configuration, retry_after, words) => {
    const refused = () => refusal(429, "too_many_requests", { context: "payment", extra: { retry_after } });
    await showCheckout({ configuration, answers: { [pay]: refused } });
    fillCheckout();
    submit();
    await settle();
    expect(byRole("alert").textContent).toContain(words);
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
