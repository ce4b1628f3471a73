import { act } from "react";
import { afterEach, describe, expect, test, vi } from "vitest";
import { allByRole, byRole, press, type as typeIn } from "@foyer/ui/test/dom.tsx";
import { readPurchase } from "../../../shared/storage/lastPurchase.ts";
import { takeNewOrders } from "../../../shared/storage/newOrders.ts";
import { savedStoreFor } from "../../../shared/storage/saved.ts";
import { cartId, orderId, refusal, resetCartState, settle } from "../../../../test/cart/fixtures.tsx";
import {
  checkout,
  completed,
  field,
  fillCheckout,
  pageText,
  pay,
  purchaser,
  requestsBeyondCart,
  showCheckout,
  submit,
} from "../../../../test/checkout/checkoutPage.tsx";
import { lastConfirmationEmail } from "../confirmationEmail.ts";

afterEach(() => {
  resetCartState();
  window.sessionStorage.clear();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
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
    expect(takeNewOrders("harbor", [orderId])).toBe(true);
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
    // Both presses happen before the page shows that it is busy.
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

  test.each([
    ["a payment that clears later", {}],
    ["a payment that its provider is still processing", { [pay]: () => refusal(402, "intent_processing") }],
  ])("leads to the pending page after %s", async (_, answers) => {
    const { history } = await showCheckout({
      answers: { [checkout]: () => ({ ...completed, outcome: "pending", ticket_order: { _data: [] } }), ...answers },
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
