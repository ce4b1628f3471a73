import { act } from "react";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { allByRole, byRole, press, type as typeIn } from "@foyer/ui/test/dom.tsx";
import type { Cart } from "@foyer/contract/shop/cart.ts";
import { savedStoreFor } from "../../../shared/storage/saved.ts";
import {
  cartId,
  makeCart,
  orderId,
  refusal,
  setSaved,
  resetCartState,
  cartReply,
  fakeApi,
  settle,
  showPage,
} from "../../../../test/cart/fixtures.tsx";
import { CartExpiredScreen } from "../expiry/CartExpiredScreen.tsx";
import { CartCount } from "./CartCount.tsx";
import { CartSync } from "../expiry/CartSync.tsx";
import { HeldCart } from "./CartWidget.tsx";

const getCart = "GET /api/my/cart/:id";
const extend = "PATCH /api/my/cart/:id";
const remove = "POST /api/cart/:id/remove";
const now = Date.parse("2026-11-21T15:00:00Z");
/** Times have a narrow no-break space before AM and PM. */
const page = () => document.body.textContent?.replaceAll("\u00a0", " ");
const timer = () => document.querySelector<HTMLElement>("[data-level]");
const isOpen = (title: string) =>
  allByRole("dialog").some((dialog) => !dialog.hasAttribute("data-leaving") && dialog.textContent?.includes(title));

/** The widget beside a page, with the sync that runs on every page. */
const showCart = (
  overrides: Parameters<typeof makeCart>[0] = {},
  seller = {},
  answers: Parameters<typeof fakeApi>[0] = {},
) => {
  const cart = makeCart(overrides);
  const calls = fakeApi({
    [getCart]: () => cartReply(cart),
    [extend]: () => ({
      expires_at: "2026-11-21T15:17:00Z",
      expires_in: (cart.expires_in ?? 0) + 120,
      extensions_left: cart.extensions_left - 1,
    }),
    [remove]: () => cartReply({ ...cart, lines: cart.lines.slice(1) }),
    "DELETE /api/my/cart/:id": () => ({ deleted: true }),
    ...answers,
  });
  setSaved({ cart_id: cart.id, local_expiry: cart.expires_in === null ? null : now + (cart.expires_in - 5) * 1000 });
  return showPage(
    <>
      <CartCount />
      <HeldCart isPrimary />
      <CartSync atCheckout={false} />
    </>,
    { seller },
  ).then((shown) => ({ ...shown, calls }));
};

/** Advances the browser's clock by some seconds. */
const wait = async (seconds: number): Promise<void> => {
  act(() => void vi.advanceTimersByTime(seconds * 1000));
  await settle();
};

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date", "setInterval", "clearInterval"], now });
});
afterEach(() => {
  resetCartState();
  vi.useRealTimers();
});

describe("cart widget", () => {
  test("shows the items, their dates and the totals", async () => {
    await showCart();
    expect(page()).toContain("Museum Admission");
    expect(page()).toContain("Sat, Nov 21, 2026 at 7:30 PM");
    expect(page()).toContain("2 × Adult");
    expect(page()).toContain("Subtotal$60.00");
    expect(page()).toContain("Fees$4.50");
    expect(page()).toContain("Total due$64.50");
    expect(byRole("img", "3 items in your cart").textContent).toBe("3");
    expect(document.querySelector("a[href='/checkout']")?.textContent).toBe("Pay $64.50");
  });

  test("names the item whose session was cancelled, because it blocks paying for the others", async () => {
    const { lines } = makeCart();
    await showCart({ lines: lines.map((line) => (line.is_anchor ? line : { ...line, flag: "cancelled" as const })) });
    const items = [...document.querySelectorAll("li")].filter((item) => item.querySelector("button"));
    expect(items.map((item) => item.textContent?.includes("This time has been cancelled."))).toEqual([false, true]);
  });
  test("lists the seats", async () => {
    const [line, ...others] = makeCart().lines;
    if (!line) throw new Error("The cart has a line.");
    const types = line.types.map((type) => ({ ...type, seats: ["Stalls C 11", "Stalls C 12"] }));
    await showCart({ lines: [{ ...line, types }, ...others] });
    expect(page()).toContain("2 × Adult Stalls C 11, Stalls C 12");
  });

  test.each([
    ["buy", "Family"],
    ["renew", "Family, renewal"],
    ["gift", "Family, giftGift for Grace Hopper"],
  ] as const)("shows the level of a membership to %s", async (membership, expected) => {
    const [line] = makeCart().lines;
    if (!line) throw new Error("The cart has a line.");
    const types = line.types.map((type) => ({ ...type, group_name: "Family", name: "Grown-up" }));
    const giftee = { id: "g", first_name: "Grace", last_name: "Hopper", email: "grace@example.org" };
    await showCart({ lines: [{ ...line, membership, types }], giftee: membership === "gift" ? giftee : null });
    expect(page()).toContain(expected);
    expect(page()).toContain("2 × Grown-up");
    expect(page().includes("Gift for")).toBe(membership === "gift");
  });

  test("cart widget is empty without a cart and makes no request", async () => {
    const calls = fakeApi({});
    await showPage(<HeldCart isPrimary />);
    expect(page()).toContain("Your cart is empty.");
    expect(calls).toEqual([]);
  });

  test.each([
    ["no longer exists", 404, "not_found", "cart"],
    ["cannot be paid at this seller", 400, "not_configured", "stripe_gateway"],
  ])("forgets a cart that %s", async (_, status, code, context) => {
    fakeApi({ [getCart]: () => refusal(status, code, { context }) });
    setSaved({ cart_id: cartId, local_expiry: now + 600_000 });
    await showPage(<HeldCart isPrimary />);
    expect(page()).toContain("Your cart is empty.");
    expect(savedStoreFor("harbor").get().cart_id).toBe(null);
  });

  test("keeps a cart that is refused for any other reason", async () => {
    fakeApi({ [getCart]: () => refusal(400, "not_configured", { context: "address" }) });
    setSaved({ cart_id: cartId, local_expiry: now + 600_000 });
    await showPage(<HeldCart isPrimary />);
    expect(savedStoreFor("harbor").get().cart_id).toBe(cartId);
  });

  test("shows that a cart has been booked elsewhere and forgets it", async () => {
    await showCart({ state: "completed", ticket_order_id: "100017" });
    expect(page()).toContain("Cart with order ID 100017 has been booked.");
    expect(savedStoreFor("harbor").get().cart_id).toBe(null);
  });
});

describe("promo code in the cart", () => {
  const apply = "POST /api/my/cart/:id/apply_code";
  const mod = {
    id: "m1",
    name: "Friends",
    codes: [{ id: "c1", code: "TIDE" }],
    activating_code_groups: ["friends"],
    discount: "6.00",
    blocking_checkout: false,
    description: null,
    resource: null,
    resource_id: null,
  };
  const showEntry = async (answer: () => unknown, overrides: Parameters<typeof makeCart>[0] = {}) => {
    const calls = fakeApi({ [getCart]: () => cartReply(makeCart(overrides)), [apply]: answer });
    setSaved({ cart_id: cartId, local_expiry: now + 600_000 });
    await showPage(<HeldCart isPrimary />);
    return calls;
  };
  const give = async (code: string) => {
    const input = document.querySelector<HTMLInputElement>('input[name="promo_code"]');
    if (!input) throw new Error("there is a field");
    typeIn(input, code);
    press(byRole("button", "Apply"));
    await settle();
  };

  test("opens the field, applies and lists the code, and updates the totals", async () => {
    const totals = makeCart().cart_fees[0];
    if (!totals) throw new Error("there are totals");
    const cart_fees = [
      {
        ...totals,
        grand_totals: { ...totals.grand_totals, total_fee_percent_outside: "1.20", total_cartmod_amount: "-6.00" },
      },
    ];
    const calls = await showEntry(() => cartReply(makeCart({ cart_mods: [mod], cart_fees })));
    expect(document.querySelector("details")?.open).toBe(false);
    expect(document.querySelector("summary")?.textContent).toBe("Do you have a promo code?");
    await give(" TIDE ");
    expect(calls.at(-1)).toEqual({ what: apply, body: { code: "TIDE" } });
    expect(page()).toContain("TIDEFriendsRemove");
    expect(page()).toContain("Subtotal$60.00Fees$4.50Service charge$1.20Friends−$6.00Total due$64.50");
    expect(document.activeElement?.textContent).toContain("TIDE");
  });

  test("shows why an applied code has no effect at the moment", async () => {
    const description = "This code does not apply to anything in your cart.";
    const waiting = { ...mod, discount: "0", description, resource: "code", resource_id: mod.id };
    await showEntry(() => cartReply(makeCart({ cart_mods: [waiting] })));
    await give("TIDE");
    expect(page()).toContain(`TIDE${description}Remove`);
    expect(document.querySelector("li[data-inactive]")).not.toBeNull();
  });

  test("shows what is wrong with a code and sends none that is malformed", async () => {
    const calls = await showEntry(() => refusal(404, "code_not_found", { description: "This code is not valid" }));
    await give("x");
    expect(byRole("alert").textContent).toBe("A promo code has at least 2 characters.");
    expect(calls.map(({ what }) => what)).toEqual([getCart]);
    await give("moth");
    expect(byRole("alert").textContent).toBe("This code is not valid.");
  });

  test("promo code in the cart is not offered while a payment is running", async () => {
    await showEntry(() => undefined, { payment_in_progress: true });
    expect(document.querySelector("details")).toBe(null);
  });
});

test("shows the part that is due now for a cart with a payment schedule", async () => {
  await showCart({
    scheduled_payments: [{ id: "p", due_date: "2027-02-01", amount: "44.50", status: "Upcoming" }],
    payment_due_by_credit_card: "20.00",
  });
  expect(page()).toContain("Cart balance$64.50Partial total$20.00");
  expect(document.querySelector("a[href='/checkout']")?.textContent).toBe("Pay $20.00");
});

describe("removing an item", () => {
  test("asks first, and Cancel keeps the item and returns the focus", async () => {
    const { calls } = await showCart();
    press(byRole("button", "Remove Museum Admission"));
    expect(byRole("group", "Remove item?").textContent).not.toContain("clear all other items");
    expect(document.activeElement?.textContent).toBe("Cancel");
    press(byRole("button", "Cancel"));
    expect(allByRole("group")).toEqual([]);
    expect(document.activeElement).toBe(byRole("button", "Remove Museum Admission"));
    expect(calls.map(({ what }) => what)).not.toContain(remove);
  });

  test("Confirm removes the tickets and shows what is left", async () => {
    const { calls } = await showCart();
    press(byRole("button", "Remove Museum Admission"));
    press(byRole("button", "Confirm"));
    await settle();
    expect(calls.find(({ what }) => what === remove)?.body).toEqual({ tickets: ["t1", "t2"] });
    expect(page()).not.toContain("Remove item?");
    expect(document.querySelector("[data-price]")).not.toBe(null);
    expect(
      allByRole("button").filter((button) => button.getAttribute("aria-label")?.startsWith("Remove")),
    ).toHaveLength(1);
  });

  test("offers to remove the whole group where a part of it cannot stay", async () => {
    const [visit, tour] = makeCart().lines;
    const [type] = visit?.types ?? [];
    if (!visit || !tour || !type) throw new Error("there are two lines");
    const { ticket_group_id } = type;
    const rest = { ...tour, types: [{ ...type, ticket_ids: ["t3", "t4"] }] };
    const description = "Adult: please choose at least 3.";
    const refused = refusal(422, "min_tickets_per_order_not_met", { description, extra: { ticket_group_id } });
    const { calls } = await showCart({ lines: [visit, rest] }, {}, { [remove]: () => refused });
    press(byRole("button", "Remove Museum Admission"));
    press(byRole("button", "Confirm"));
    await settle();
    expect(byRole("alert").textContent).toBe(description);
    press(byRole("button", "Remove all of them"));
    await settle();
    expect(calls.findLast(({ what }) => what === remove)?.body).toEqual({ tickets: ["t1", "t2", "t3", "t4"] });
  });

  test("warns that removing the visit removes its add-ons, which the server does", async () => {
    const [visit, tour] = makeCart().lines;
    if (!visit || !tour) throw new Error("there are two lines");
    const { calls } = await showCart({ lines: [visit, { ...tour, needs_anchor: true }] });
    press(byRole("button", "Remove Museum Admission"));
    expect(byRole("group", "Remove item?").textContent).toContain(
      "Removing this item will clear all other items from your cart.",
    );
    press(byRole("button", "Confirm"));
    await settle();
    expect(calls.find(({ what }) => what === remove)?.body).toEqual({ tickets: ["t1", "t2"] });
  });

  describe("warns exactly of what is removed with an item", () => {
    const at = (line: Cart["lines"][number], event_session_id: string, hour: string) => ({
      ...line,
      event_session_id,
      start_datetime: `2026-11-22T${hour}:00:00Z`,
      end_datetime: `2026-11-22T${hour}:30:00Z`,
    });
    /** Asks to remove the line with this index. */
    const warningAt = async (index: number, lines: readonly Cart["lines"][number][], configuration = {}) => {
      await showCart({ lines: [...lines] }, { configuration, web: { admission_event_id: visit.event_template_id } });
      press(
        allByRole("button").filter((one) => one.getAttribute("aria-label")?.startsWith("Remove "))[
          index
        ] as HTMLElement,
      );
      return byRole("group", "Remove item?").textContent;
    };
    const [visit, tour] = makeCart().lines as [Cart["lines"][number], Cart["lines"][number]];
    const addOn = at({ ...tour, needs_anchor: true }, "tour", "15");
    const gift = {
      ...tour,
      event_template_id: "gift",
      name: "Gift card",
      event_session_id: null,
      start_datetime: null,
    };

    test("a gift card stays when the visit goes with its add-on", async () => {
      const warning = await warningAt(0, [visit, addOn, gift]);
      expect(warning).toContain("Removing this item will also remove Highlights Tour from your cart.");
      expect(warning).not.toContain("all other items");
    });

    test("an add-on stays with another visit of any time", async () => {
      const other = { ...at(visit, "later", "18"), is_anchor: false };
      expect(await warningAt(0, [at(visit, "first", "15"), other, addOn])).not.toContain("will");
    });

    test("an add-on goes with the visit at whose time it is, whichever comes first", async () => {
      const upsells = { visit_time: "same_start" };
      const first = at(visit, "first", "10");
      const second = { ...at(visit, "second", "15"), is_anchor: false };
      const warning = await warningAt(1, [first, second, addOn], { upsells });
      expect(warning).toContain("Removing this item will also remove Highlights Tour from your cart.");
    });
  });

  test("removes an add-on without a warning", async () => {
    const [visit, tour] = makeCart().lines;
    if (!visit || !tour) throw new Error("there are two lines");
    await showCart({ lines: [visit, { ...tour, needs_anchor: true }] });
    press(byRole("button", "Remove Highlights Tour"));
    expect(byRole("group", "Remove item?").textContent).not.toContain("clear all other items");
  });

  test("removing an item is not offered while a payment is running", async () => {
    await showCart({ payment_in_progress: true });
    expect(allByRole("button").some((button) => button.getAttribute("aria-label")?.startsWith("Remove"))).toBe(false);
  });
});

describe("cart timer", () => {
  test("cart timer counts down without requests and becomes more prominent at 300, 120 and 30 seconds", async () => {
    const { calls } = await showCart({ expires_in: 306, extensions_left: 0 });
    const before = calls.length;
    expect(timer()?.dataset.level).toBe("info");
    expect(byRole("timer").textContent).toBe("5:01");
    await wait(1);
    expect([timer()?.dataset.level, byRole("timer").textContent]).toEqual(["warning", "5:00"]);
    await wait(180);
    expect([timer()?.dataset.level, byRole("timer").textContent]).toEqual(["error", "2:00"]);
    await wait(90);
    expect([timer()?.dataset.level, timer()?.querySelector('[role="timer"]')?.textContent]).toEqual([
      "critical",
      "0:30",
    ]);
    expect(calls).toHaveLength(before);
  });

  test.each([
    [65, {}, "Your cart is held for 1 more minute."],
    [6, {}, "Your cart is held for 1 more second."],
    [65, { "cart.level.error.one": "Noch {minutes} Minute." }, "Noch 1 Minute."],
    [125, {}, "Your cart is held for 2 more minutes."],
  ])(
    "announces the time left of %s seconds in the singular or plural, with the seller's texts %o",
    async (expires_in, strings, expected) => {
      await showCart({ expires_in, extensions_left: 0 }, { strings });
      await wait(0);
      expect(page()).toContain(expected);
    },
  );

  test("cart timer is hidden with twenty minutes or more left", async () => {
    await showCart({ expires_in: 1206 });
    expect(timer()).toBe(null);
    await wait(2);
    expect(byRole("timer").textContent).toBe("19:59");
  });

  test("offers two more minutes in the last minute and closes once they are added", async () => {
    const { calls } = await showCart({ expires_in: 66 });
    expect(isOpen("Do you need more time?")).toBe(false);
    await wait(1);
    expect(isOpen("Do you need more time?")).toBe(true);
    press(byRole("button", "Add 2 minutes"));
    await settle();
    expect(calls.find(({ what }) => what === extend)?.body).toEqual({ expires_at: "2026-11-21T15:17:00Z" });
    expect(isOpen("Do you need more time?")).toBe(false);
  });

  test("remembers that the extension was declined", async () => {
    await showCart({ expires_in: 60 });
    press(byRole("button", "No, thank you"));
    await settle();
    expect(isOpen("Do you need more time?")).toBe(false);
    expect(savedStoreFor("harbor").get().declined_extension).toBe(cartId);
    await wait(5);
    expect(isOpen("Do you need more time?")).toBe(false);
  });

  test("says once that no extension is left", async () => {
    await showCart({ expires_in: 60, extensions_left: 0 });
    expect(isOpen("Do you need more time?")).toBe(false);
    expect(isOpen("Your cart cannot be held any longer")).toBe(true);
    press(byRole("button", "Continue"));
    await settle();
    await wait(5);
    expect(isOpen("Your cart cannot be held any longer")).toBe(false);
  });

  test.each([
    [2, false],
    [1, true],
  ])("cart timer with %i extensions left, says that it is the last one: %s", async (extensions_left, isShown) => {
    await showCart({ expires_in: 60, extensions_left });
    expect(page().includes("You can add time to this cart only once more.")).toBe(isShown);
  });

  test("shows that the extension failed", async () => {
    fakeApi({
      [getCart]: () => cartReply(makeCart({ expires_in: 60 })),
      [extend]: () => refusal(409, "extension_limit_reached", { context: "cart" }),
    });
    setSaved({ cart_id: cartId, local_expiry: now + 55_000 });
    const noted = vi.spyOn(console, "error").mockImplementation(() => undefined);
    await showPage(<CartSync atCheckout={false} />);
    press(byRole("button", "Add 2 minutes"));
    await settle();
    expect(byRole("alert").textContent).toContain("we could not add more time");
    expect(noted).toHaveBeenCalledWith("refused", expect.objectContaining({ code: "extension_limit_reached" }));
    noted.mockRestore();
  });

  test("forgets the expired cart and shows the dialog", async () => {
    await showCart({ expires_in: 36, extensions_left: 0 });
    await wait(31);
    expect(isOpen("Cart timed out")).toBe(true);
    expect(savedStoreFor("harbor").get().cart_id).toBe(null);
    expect(page()).toContain("Your cart is empty.");
    press(byRole("button", "Start over"));
    await settle();
    expect(isOpen("Cart timed out")).toBe(false);
  });

  test("shows the expired screen at the checkout only after its dialog is closed", async () => {
    fakeApi({ [getCart]: () => cartReply(makeCart({ expires_in: 36, extensions_left: 0 })) });
    setSaved({ cart_id: cartId, local_expiry: now + 31_000 });
    await showPage(
      <>
        <CartExpiredScreen />
        <CartSync atCheckout />
      </>,
    );
    const covered = () => document.querySelector("[data-covered]");
    expect(covered()).toBe(null);
    await wait(32);
    expect(isOpen("Cart timed out")).toBe(true);
    expect(covered()).not.toBe(null);
    press(byRole("button", "Close"));
    await vi.waitFor(() => expect(covered()).toBe(null));
    expect(document.activeElement?.tagName).toBe("H1");
  });

  test("deletes a saved cart with hardly any time left, and says so", async () => {
    const { calls } = await showCart({ expires_in: 20 });
    expect(calls.map(({ what }) => what)).toContain("DELETE /api/my/cart/:id");
    expect(savedStoreFor("harbor").get().cart_id).toBe(null);
    expect(isOpen("Cart timed out")).toBe(true);
  });
});

test("expires a cart that another tab has seen expire", async () => {
  await showCart({ expires_in: 36 });
  const elsewhere = { ...savedStoreFor("harbor").get(), cart_id: null, local_expiry: null, timed_out: cartId };
  localStorage.setItem("foyer.harbor.v1", JSON.stringify(elsewhere));
  act(() => void window.dispatchEvent(new StorageEvent("storage", { key: "foyer.harbor.v1" })));
  await settle();
  expect(isOpen("Cart timed out")).toBe(true);
  press(byRole("button", "Start over"));
  await settle();
  expect(isOpen("Cart timed out")).toBe(false);
});

test("does not expire a cart that another tab has deleted", async () => {
  await showCart();
  const elsewhere = { ...savedStoreFor("harbor").get(), cart_id: null, local_expiry: null };
  localStorage.setItem("foyer.harbor.v1", JSON.stringify(elsewhere));
  act(() => void window.dispatchEvent(new StorageEvent("storage", { key: "foyer.harbor.v1" })));
  await settle();
  expect(page()).toContain("Your cart is empty.");
  expect(isOpen("Cart timed out")).toBe(false);
});

test("fetches the cart again after another tab has changed it", async () => {
  const { calls } = await showCart();
  const before = calls.length;
  act(() => void window.dispatchEvent(new StorageEvent("storage", { key: "foyer.harbor.v1" })));
  await settle();
  expect(calls.slice(before).map(({ what }) => what)).toEqual([getCart]);
});

test.each([
  ["has paid", "completed", orderId],
  ["has emptied", "pending", null],
] as const)("at the checkout, a cart that another tab %s is looked at once more", async (_, state, ticket_order_id) => {
  let isOver = false;
  const calls = fakeApi({
    [getCart]: () => cartReply(makeCart(isOver ? { state, ticket_order_id } : {})),
  });
  setSaved({ cart_id: cartId, local_expiry: Date.now() + 600_000 });
  await showPage(
    <>
      <CartSync atCheckout />
      <HeldCart isPrimary />
    </>,
  );
  isOver = true;
  const before = calls.length;
  const oldValue = localStorage.getItem("foyer.harbor.v1");
  const newValue = JSON.stringify({ ...savedStoreFor("harbor").get(), cart_id: null, local_expiry: null });
  localStorage.setItem("foyer.harbor.v1", newValue);
  act(() => void window.dispatchEvent(new StorageEvent("storage", { key: "foyer.harbor.v1", oldValue, newValue })));
  await settle();
  expect(calls.slice(before).map(({ what }) => what)).toContain(getCart);
  expect(page()?.includes(`Cart with order ID ${orderId} has been booked.`)).toBe(state === "completed");
});
