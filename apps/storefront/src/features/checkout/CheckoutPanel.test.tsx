import { act } from "react";
import { afterEach, describe, expect, test, vi } from "vitest";
import { allByRole, byRole, closePages, press } from "@foyer/ui/test/dom.tsx";
import { rememberPurchase } from "../../shared/storage/lastPurchase.ts";
import { savedStoreFor } from "../../shared/storage/saved.ts";
import { setLoginCookie } from "../../../test/login/fixtures.tsx";
import { cartId, makeCart, orderId, refusal, resetCartState, cartReply, settle } from "../../../test/cart/fixtures.tsx";
import { getCart, order, pageText, showCheckout } from "../../../test/checkout/checkoutPage.tsx";

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

  test("redirects to the pending page of a purchase that the bank has not decided on yet", async () => {
    rememberPurchase("harbor", { pending_cart_id: cartId });
    const { history } = await showCheckout({ cart: { lines: [] }, path: "/checkout" });
    expect(history.at(-1)).toBe(`/checkout/pending/${cartId}`);
    expect(pageText()).not.toContain("Your cart is empty");
  });

  test("shows that the cart is empty", async () => {
    const { calls } = await showCheckout({ cart: { lines: [] } });
    expect(pageText()).toContain("Your cart is empty");
    // The cart, and events to continue with.
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

  test("keeps an unconfirmed removal when the number of columns changes", async () => {
    const resizeTo = fakeWindowWidth();
    await showCheckout();
    const remove = allByRole("button").find((button) => button.getAttribute("aria-label")?.startsWith("Remove"));
    press(remove as HTMLElement);
    await settle();
    for (const isWide of [true, false]) {
      await resizeTo(isWide);
      const fold = [...document.querySelectorAll("summary")].find(({ textContent }) => /3 items/.test(textContent));
      expect(fold === undefined, `wide: ${isWide}`).toBe(isWide);
      expect(byRole("button", "Confirm").closest("details:not([open])")).toBe(null);
    }
    press(byRole("button", "Cancel"));
    await settle();
    await resizeTo(true);
    expect(allByRole("button").some(({ textContent }) => textContent === "Confirm")).toBe(false);
  });

  test.each([
    ["3 tickets", "e0000000-0000-4000-8000-000000000001"],
    ["3 items", null],
  ] as const)("says %s above the form: a membership or a donation is no ticket", async (text, event_session_id) => {
    const resizeTo = fakeWindowWidth();
    await showCheckout({ cart: { lines: makeCart().lines.map((line) => ({ ...line, event_session_id })) } });
    await resizeTo(false);
    expect([...document.querySelectorAll("summary")].map(({ textContent }) => textContent)).toContainEqual(
      expect.stringContaining(text),
    );
  });

  test.each([
    ["By paying", {}],
    ["By completing your order", { outstanding_balance: "0", payment_due_by_credit_card: "0" }],
  ] as const)("%s, the terms are accepted", async (start, cart) => {
    const terms = { title: "Terms", content: "<p>Be kind.</p>", accepted_by_paying: true } as const;
    await showCheckout({ cart, web: { terms } });
    expect(pageText()).toContain(`${start}, you accept the terms and conditions.`);
    expect(pageText().includes("By paying")).toBe(start === "By paying");
  });

  test("shows that the cart has been booked", async () => {
    await showCheckout({ cart: { state: "completed", ticket_order_id: orderId } });
    expect(pageText()).toContain(`Cart with order ID ${orderId} has been booked.`);
  });

  test("tells a visitor with the cart's link that it is booked, without an order number", async () => {
    await showCheckout({
      cartId,
      answers: {
        [getCart]: () => refusal(404, "not_found", { context: "cart" }),
        "GET /api/cart/:id": () => cartReply(makeCart({ state: "completed", ticket_order_id: null, editable: false })),
      },
    });
    expect(pageText()).toContain("The order that was shared with you has been booked and paid for.");
    expect(pageText()).not.toContain("order ID");
    expect(document.querySelector("a[href$='/events']")?.textContent).toBe("See events");
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
    // The login is the one primary button; the link to the events is beside it.
    expect(document.querySelectorAll('[data-kind="primary"]').length).toBe(1);
    mine = true;
    setLoginCookie("full");
    await settle();
    expect(pageText()).not.toContain("403");
    expect(pageText()).toContain("Museum Admission");
    setLoginCookie("none");
  });
  test.each([
    ["where the seller has none", "none", "none"],
    ["to a member whose number is the whole login", "scan_code", "limited"],
  ] as const)("offers no login %s", async (_, authentication, strength) => {
    setLoginCookie(strength);
    await showCheckout({
      cartId,
      configuration: { authentication },
      answers: { [getCart]: notMine, "GET /api/cart/:id": notMine },
    });
    expect(pageText()).toContain("This cart cannot be opened403 Access denied to cart");
    expect(allByRole("button")).toEqual([]);
    expect([...document.querySelectorAll('[data-kind="primary"]')].map(({ textContent }) => textContent)).toEqual([
      "See events",
    ]);
    setLoginCookie("none");
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
