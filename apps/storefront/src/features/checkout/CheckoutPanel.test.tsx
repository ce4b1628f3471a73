import { act } from "react";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { allByRole, byRole, press, type as typeIn } from "@foyer/ui/test/dom.tsx";
import { savedStoreFor } from "../../shared/storage/saved.ts";
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

beforeEach(() => {
  Element.prototype.scrollIntoView = () => undefined;
});
afterEach(() => {
  resetCartState();
  vi.restoreAllMocks();
});

describe("what stands in place of the form", () => {
  test("nothing in the cart", async () => {
    const { asked } = await showCheckout({ cart: { lines: [] } });
    expect(pageText()).toContain("Your cart is empty");
    expect(asked).toHaveLength(1);
    // Whoever has just come begins at the top of the page.
    expect(document.activeElement).toBe(document.body);
  });

  test("nothing any more: what is said takes the focus from the button that is gone", async () => {
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

  test("a cart that is booked already", async () => {
    await showCheckout({ cart: { state: "completed", ticket_order_id: orderId } });
    expect(pageText()).toContain(`Cart with order ID ${orderId} has been booked.`);
  });

  test("the cart of an order, to be read and not to be changed", async () => {
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

  test("an order that is nobody's here", async () => {
    vi.spyOn(console, "error").mockImplementation(() => undefined);
    await showCheckout({
      path: `/checkout?orderId=${orderId}`,
      answers: { "GET /api/ticket_order/:id": () => refusal(404, "not_found", { context: "order" }) },
    });
    await settle();
    expect(pageText()).toContain("We could not find that order.");
  });

  test("a cart whose time has run out", async () => {
    const { history } = await showCheckout({
      answers: { [getCart]: () => refusal(410, "cart_expired", { context: "cart" }) },
    });
    expect(pageText()).toContain("Cart timed out");
    press(byRole("button", "Start over"));
    await settle();
    expect(history.at(-1)).toBe("/events");
  });
});

test("a cart that the query names is opened, and is the current one from then on", async () => {
  const other = "c0000000-0000-4000-8000-000000000002";
  await showCheckout({
    path: `/checkout?cartId=${other}`,
    answers: { [getCart]: () => cartReply(makeCart({ id: other })) },
  });
  expect(pageText()).toContain("Museum Admission");
  expect(savedStoreFor("harbor").get().cart_id).toBe(other);
});

describe("a cart that is not this visitor's", () => {
  const notMine = () => refusal(403, "access_denied", { context: "cart" });
  test("is still opened by its link", async () => {
    await showCheckout({
      cartId,
      answers: { [getCart]: notMine, "GET /api/cart/:id": () => cartReply(makeCart({ editable: false })) },
    });
    expect(pageText()).toContain("This order was shared with you.");
  });
  test("is not opened where its link opens nothing", async () => {
    await showCheckout({ cartId, answers: { [getCart]: notMine, "GET /api/cart/:id": notMine } });
    expect(pageText()).toContain("403 Access denied to cart");
  });
  test.each([
    ["nobody's", 404, "not_found"],
    ["no cart's at all", 400, "bad_field_value"],
  ])("is an empty one where its address is %s", async (_, status, code) => {
    const none = () => refusal(status, code, { context: "cart" });
    await showCheckout({ cartId, answers: { [getCart]: none, "GET /api/cart/:id": none } });
    expect(pageText()).toContain("Your cart is empty");
  });
});

test("what is paid for is described without leaving the checkout", async () => {
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

describe("before anything is sent", () => {
  test("every field says what it lacks, and the first one has the focus", async () => {
    const { asked } = await showCheckout({
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
    expect(requestsBeyondCart(asked)).toEqual([]);
  });

  test("two addresses have to be one, whatever their case", async () => {
    const { asked } = await showCheckout();
    fillCheckout();
    typeIn(field("email_confirm"), "ada@example.org");
    submit();
    await settle();
    expect(pageText()).toContain("Email addresses must match.");
    expect(document.activeElement).toBe(field("email_confirm"));
    typeIn(field("email"), "ada@example.org");
    expect(pageText()).not.toContain("Email addresses must match.");
    expect(requestsBeyondCart(asked)).toEqual([]);
  });

  test("ticking the terms opens them; declining leaves them open, accepting agrees", async () => {
    const { asked } = await showCheckout({ web: { terms: { html: "<p>No refunds.</p>", version: "2026-09" } } });
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
    expect(asked.find(({ what }) => what === purchaser)?.body).toMatchObject({
      terms_accepted: true,
      terms_version: "2026-09",
    });
  });

  test("an amount that no card takes cannot be paid", async () => {
    const { asked } = await showCheckout({ cart: { payment_due_by_credit_card: "0.49" } });
    expect(pageText()).toContain("Payment is not supported for this amount.");
    submit();
    await settle();
    expect(requestsBeyondCart(asked)).toEqual([]);
  });
});

describe("paying", () => {
  test("keeps the buyer, pays, checks out, forgets the cart and goes on to the tickets", async () => {
    const { asked, history } = await showCheckout();
    fillCheckout();
    submit();
    await settle();
    expect(requestsBeyondCart(asked)).toEqual([purchaser, pay, checkout]);
    const identity = { first_name: "Ada", last_name: "Lovelace", email: "ada@example.com" };
    expect(asked.find(({ what }) => what === purchaser)?.body).toEqual({ identity });
    expect(asked.find(({ what }) => what === pay)?.body).toEqual([
      {
        gateway_id: "test",
        amount: "64.50",
        gateway_data: { card: { number: "4242424242424242", expiry: "12/99", cvc: "123" } },
      },
    ]);
    expect(asked.find(({ what }) => what === checkout)?.body).toEqual({ identity });
    expect(history.at(-1)).toBe(`/checkout/complete?orderIds=${orderId}`);
    expect(savedStoreFor("harbor").get().cart_id).toBe(null);
    expect(lastConfirmationEmail()).toBe("ada@example.com");
  });

  test("says with the payment that the membership renews itself, and beside the button what that means", async () => {
    const configuration = { renewal: { allowed_period: 30, automatic: "prompt" } };
    const { asked } = await showCheckout({ cart: { membership_action: "buy" }, configuration });
    expect(pageText()).not.toContain("renews automatically");
    act(() => savedStoreFor("harbor").change({ auto_renew: true, cart_id: savedStoreFor("harbor").get().cart_id }));
    expect(pageText()).toContain("Your membership renews automatically");
    fillCheckout();
    submit();
    await settle();
    expect(asked.find(({ what }) => what === pay)?.body).toMatchObject([{ gateway_id: "test", auto_renew: true }]);
  });
  test.each([
    ["tickets", { membership_action: null }, "prompt"],
    ["a present", { membership_action: "gift" }, "prompt"],
    ["a seller who has none", { membership_action: "buy" }, "never"],
  ] as const)("says nothing of renewals of %s", async (_, cart, automatic) => {
    const { asked } = await showCheckout({ cart, configuration: { renewal: { allowed_period: 30, automatic } } });
    act(() => savedStoreFor("harbor").change({ auto_renew: true }));
    fillCheckout();
    submit();
    await settle();
    expect(pageText()).not.toContain("renews automatically");
    expect(JSON.stringify(asked.find(({ what }) => what === pay)?.body)).not.toContain("auto_renew");
  });

  test("leaves nothing that was typed in this browser", async () => {
    await showCheckout();
    fillCheckout();
    submit();
    await settle();
    const kept = [localStorage, sessionStorage].flatMap((storage) =>
      Array.from({ length: storage.length }, (_, index) => storage.getItem(storage.key(index) ?? "")),
    );
    expect(kept.join()).toContain("cart_id");
    expect(kept.join()).not.toMatch(/Ada|Lovelace|example|4242/);
  });

  test("twice pressed is paid once", async () => {
    const { asked } = await showCheckout();
    fillCheckout();
    const form = document.querySelector("form#checkout");
    const send = () => form?.dispatchEvent(new Event("submit", { bubbles: true, cancelable: true }));
    // Both before the page has shown that anything is under way.
    act(() => {
      send();
      send();
    });
    submit();
    for (const button of allByRole("button").filter((one) => one.textContent === "Pay $64.50")) press(button);
    await settle();
    expect(requestsBeyondCart(asked)).toEqual([purchaser, pay, checkout]);
  });

  test("nothing due needs no card", async () => {
    const { asked } = await showCheckout({ cart: { payment_due_by_credit_card: "0" } });
    expect(document.querySelector('input[name="card_number"]')).toBe(null);
    fillCheckout();
    submit();
    await settle();
    expect(asked.find(({ what }) => what === pay)?.body).toEqual([{ gateway_id: "free", amount: "0" }]);
  });

  test("a debit that clears later goes to the pending page", async () => {
    const { history } = await showCheckout({
      answers: { [checkout]: () => ({ ...completed, outcome: "pending", ticket_order: { _data: [] } }) },
    });
    fillCheckout();
    submit();
    await settle();
    expect(history.at(-1)).toBe(`/checkout/pending/${cartId}`);
    expect(savedStoreFor("harbor").get().cart_id).toBe(null);
  });

  test("a cart that was booked meanwhile leads to its order", async () => {
    const { history } = await showCheckout({
      answers: { [purchaser]: () => refusal(409, "cart_booked", { context: "cart", extra: { order_id: orderId } }) },
    });
    fillCheckout();
    submit();
    await settle();
    expect(history.at(-1)).toBe(`/checkout/complete?orderIds=${orderId}`);
  });
});

describe("a no", () => {
  test("a declined card is said with its reason, the cart asked again, and what was typed kept", async () => {
    const { asked } = await showCheckout({
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
    expect(requestsBeyondCart(asked)).toEqual([purchaser, pay]);
    expect(asked.at(-1)?.what).toBe(getCart);
    submit();
    await settle();
    expect(requestsBeyondCart(asked)).toEqual([purchaser, pay, purchaser, pay]);
  });

  test.each([
    ["payment_incomplete", 402, "Please edit your payment details and try again."],
    ["payment_not_supported", 422, "Payment is not supported for this amount."],
    ["payment_in_progress", 409, "A payment for this order is already on its way."],
  ])("%s", async (code, status, words) => {
    await showCheckout({ answers: { [pay]: () => refusal(status, code) } });
    fillCheckout();
    submit();
    await settle();
    expect(byRole("alert").textContent).toContain(words);
  });

  test("an expired cart ends the checkout", async () => {
    await showCheckout({ answers: { [pay]: () => refusal(410, "cart_expired", { context: "cart" }) } });
    fillCheckout();
    submit();
    await settle();
    expect(pageText()).toContain("Cart timed out");
    expect(savedStoreFor("harbor").get().cart_id).toBe(null);
  });

  test("what the server finds wrong stands at its field", async () => {
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

describe("the bank", () => {
  const bank = (action_url: string) =>
    refusal(402, "intent_requires_action", { extra: { payment_id: orderId, action_url } });

  test("a card that asks for it leads there", async () => {
    const went = vi.spyOn(window.location, "assign").mockImplementation(() => undefined);
    const { asked } = await showCheckout({
      answers: { [pay]: () => bank(`${window.location.origin}/_test/3ds/ti_1`) },
    });
    fillCheckout();
    submit();
    await settle();
    expect(went).toHaveBeenCalledExactlyOnceWith("/_test/3ds/ti_1");
    expect(requestsBeyondCart(asked)).toEqual([purchaser, pay]);
  });

  test("but never to another site", async () => {
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

  test("coming back goes on with the payment and leaves no trace in the address", async () => {
    const { asked, history } = await comeBack();
    expect(window.location.search).toBe("?lang=en");
    expect(asked.find(({ what }) => what === pay)?.body).toEqual([
      { gateway_id: "test", amount: "64.50", gateway_data: { payment_id: orderId } },
    ]);
    expect(asked.find(({ what }) => what === checkout)?.body).toEqual({});
    expect(requestsBeyondCart(asked)).toEqual([pay, checkout]);
    expect(history.at(-1)).toBe(`/checkout/complete?orderIds=${orderId}`);
  });

  test("coming back refused shows the form and says why", async () => {
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

test("a cart that was opened by its link is paid by its link, and cannot be changed", async () => {
  const linked = makeCart({ editable: false, identity_id: null });
  const { asked, history } = await showCheckout({
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
  expect(requestsBeyondCart(asked).filter((what) => what !== "GET /api/cart/:id")).toEqual([
    "POST /api/cart/:id/purchaser",
    "POST /api/cart/:id/pay",
    "POST /api/cart/:id/guest_checkout",
  ]);
  expect(asked.at(-1)?.body).toMatchObject({ send_email: true, identity: { email: "ada@example.com" } });
  expect(history.at(-1)).toBe(`/checkout/complete?orderIds=${orderId}&token=${order.token}`);
});
