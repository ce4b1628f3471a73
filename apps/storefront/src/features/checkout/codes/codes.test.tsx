import { afterEach, describe, expect, test, vi } from "vitest";
import { allByRole, byRole, press, type as typeIn } from "@foyer/ui/test/dom.tsx";
import { makeCart, refusal, resetCartState, cartReply, settle } from "../../../../test/cart/fixtures.tsx";
import {
  field,
  fillCheckout,
  getCart,
  pageText,
  requestsBeyondCart,
  showCheckout,
  submit,
  submitWith,
} from "../../../../test/checkout/checkoutPage.tsx";

const apply = "POST /api/my/cart/:id/apply_code";
const remove = "POST /api/my/cart/:id/remove_code";
const friends = {
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
const word = {
  id: "r1",
  description: "Bat Night is for those who know the word.",
  block_reason: "code_required" as const,
};
const never = { id: "r2", description: "Tours are not sold alone.", block_reason: "not_allowed" as const };

afterEach(() => {
  resetCartState();
  vi.restoreAllMocks();
});

const openDialog = async () => {
  press(byRole("button", "Apply promo code"));
  await settle();
};
const give = async (code: string) => {
  typeIn(field("promo_code"), code);
  submitWith("promo_code");
  await settle();
};

describe("promo code at the checkout", () => {
  test("promo code at the checkout is asked for in a dialog, applied without spaces, listed and removed again", async () => {
    let cart = makeCart();
    const { calls } = await showCheckout({
      answers: {
        [getCart]: () => cartReply(cart),
        [apply]: () => cartReply((cart = { ...cart, cart_mods: [friends] })),
        [remove]: () => cartReply((cart = { ...cart, cart_mods: [] })),
      },
    });
    await openDialog();
    expect(byRole("dialog", "Apply promo code")).toBeTruthy();
    await give("  TIDE ");
    expect(calls.find(({ what }) => what === apply)?.body).toEqual({ code: "TIDE" });
    expect(pageText()).toContain("TIDEFriends");
    expect(pageText()).toContain("Friends−$6.00");
    press(byRole("button", "Remove TIDE"));
    await settle();
    expect(calls.find(({ what }) => what === remove)?.body).toEqual({ code_id: "c1" });
    expect(pageText()).not.toContain("TIDEFriends");
    // None of this submits the purchase.
    expect(requestsBeyondCart(calls)).toEqual([apply, remove]);
  });

  test.each([
    ["", "This field is required."],
    ["x", "A promo code has at least 2 characters."],
    ["x".repeat(36), "A promo code has at most 35 characters."],
  ])("promo code at the checkout does not send a malformed code: '%s'", async (code, words) => {
    const { calls } = await showCheckout();
    await openDialog();
    await give(code);
    expect(byRole("alert").textContent).toBe(words);
    expect(document.activeElement).toBe(field("promo_code"));
    expect(requestsBeyondCart(calls)).toEqual([]);
  });

  const no = (code: string, description: string, status = 422) =>
    refusal(status, code, { context: "code", description });
  test.each([
    [
      "the server's reason as a sentence",
      no("code_exhausted", "This code has already been used"),
      {},
      "This code has already been used.",
    ],
    [
      "the seller's own text",
      no("code_not_found", "No", 404),
      { "promo.error.code_not_found": "Ask at the desk" },
      "Ask at the desk",
    ],
    ["a general text without a reason", no("no_code_benefit", ""), {}, '"MOTH" is not a valid promo code.'],
  ])("shows %s", async (_, answer, strings, words) => {
    await showCheckout({ strings, answers: { [apply]: () => answer } });
    await openDialog();
    await give("MOTH");
    expect(byRole("alert").textContent).toBe(words);
    expect(field("promo_code").value).toBe("MOTH");
  });

  test("shows and reports an unexpected error and fetches the cart again", async () => {
    const noted = vi.spyOn(console, "error").mockImplementation(() => undefined);
    const { calls } = await showCheckout({ answers: { [apply]: () => refusal(429, "too_many_requests") } });
    await openDialog();
    const before = calls.length;
    await give("MOTH");
    expect(byRole("alert").textContent).toBe("Sorry. Please try again later.");
    expect(calls.slice(before).map(({ what }) => what)).toEqual(expect.arrayContaining([apply, getCart]));
    expect(noted).toHaveBeenCalled();
  });

  test("says at the field that a code is applied already", async () => {
    await showCheckout({ cart: { cart_mods: [friends] }, answers: { [apply]: () => no("duplicate_code", "", 409) } });
    await openDialog();
    await give("tide");
    expect(byRole("alert").textContent).toBe("tide is already applied.");
    expect(document.activeElement).toBe(field("promo_code"));
  });

  test("shows the refusal of a new code next to one that is applied already", async () => {
    const both = {
      status: 409,
      body: {
        _data: [
          { _code: "duplicate_code", _context: "code", _description: "There." },
          { _code: "code_exhausted", _context: "code", _description: "All used." },
        ],
      },
    };
    await showCheckout({ answers: { [apply]: () => both } });
    await openDialog();
    await give("tide");
    expect(byRole("alert").textContent).toBe("All used.");
  });

  test("shows that an applied code has no effect yet", async () => {
    const waiting = { ...friends, resource: "code", description: "This code does not apply to anything in your cart." };
    await showCheckout({ cart: { cart_mods: [{ ...waiting, discount: "0" }] } });
    expect(pageText()).toContain("TIDEThis code does not apply to anything in your cart.Remove");
  });

  test("a code that stops working is announced with its reason, together with the change that made it stop", async () => {
    const other = { ...friends, id: "m2", name: "Moths", codes: [{ id: "c2", code: "MOTH" }] };
    const ended = { ...friends, resource: "code", description: "This code has expired.", discount: "0" };
    let cart = makeCart({ cart_mods: [friends, other] });
    await showCheckout({
      answers: {
        [getCart]: () => cartReply(cart),
        [remove]: () => cartReply((cart = { ...cart, cart_mods: [ended] })),
      },
    });
    const announced = () => document.querySelector('[role="status"][aria-live="polite"]')?.textContent;
    expect(announced()).toBe("");
    press(byRole("button", "Remove MOTH"));
    await settle();
    for (const text of ["MOTH was removed.", "TIDE: This code has expired."]) expect(announced()).toContain(text);
  });

  test("promo code at the checkout cannot be changed in somebody else's cart", async () => {
    await showCheckout({ cart: { cart_mods: [friends], editable: false } });
    expect(pageText()).toContain("TIDEFriends");
    expect(allByRole("button").map((button) => button.textContent)).not.toContain("Apply promo code");
    expect(allByRole("button").map((button) => button.getAttribute("aria-label"))).not.toContain("Remove TIDE");
  });
});

describe("blocked cart", () => {
  const payButton = () => [...document.querySelectorAll<HTMLElement>("form#checkout [type=submit]")][0];

  test("shows the reason, blocks the payment, and is unblocked by a code", async () => {
    let cart = makeCart({ blocking_rules: [word] });
    const { calls } = await showCheckout({
      answers: {
        [getCart]: () => cartReply(cart),
        [apply]: () => cartReply((cart = { ...cart, blocking_rules: [], cart_mods: [{ ...friends, discount: "0" }] })),
      },
    });
    expect(pageText()).toContain("A code is required to continue with your order.");
    expect(pageText()).toContain("Bat Night is for those who know the word.");
    // The page shows the field only once.
    expect(document.querySelectorAll('main input[name="promo_code"], input[name="promo_code"]')).toHaveLength(1);
    expect(allByRole("button").some((button) => button.textContent === "Apply promo code")).toBe(false);
    expect(payButton()?.getAttribute("aria-disabled")).toBe("true");
    const reason = document.getElementById(payButton()?.getAttribute("aria-describedby") ?? "");
    expect(reason?.textContent).toBe("A code is required to continue with your order.");
    fillCheckout();
    submit();
    await settle();
    expect(requestsBeyondCart(calls)).toEqual([]);
    expect(byRole("dialog", "A code is required").textContent).toContain("Bat Night is for those who know the word.");
    const dialog = byRole("dialog", "A code is required");
    const inDialog = dialog.querySelector<HTMLInputElement>("input");
    if (!inDialog) throw new Error("the dialog has a field");
    typeIn(inDialog, "pekapeka");
    press([...dialog.querySelectorAll("button")].find((button) => button.textContent === "Apply") ?? dialog);
    await settle();
    await settle();
    // The field that had the focus is gone.
    expect(document.activeElement?.getAttribute("aria-label")).toBe("Promo codes");
    expect(payButton()?.hasAttribute("aria-disabled")).toBe(false);
    expect(allByRole("button").some((button) => button.textContent === "Apply promo code")).toBe(true);
    expect(pageText()).not.toContain("Bat Night is for those who know the word.");
    expect(field("first_name").value).toBe("Ada");
  });

  test("takes the focus to the list of codes when its own field disappears", async () => {
    let cart = makeCart({ blocking_rules: [word] });
    await showCheckout({
      answers: {
        [getCart]: () => cartReply(cart),
        [apply]: () => cartReply((cart = { ...cart, blocking_rules: [], cart_mods: [{ ...friends, discount: "0" }] })),
      },
    });
    field("promo_code").focus();
    await give("pekapeka");
    expect(document.activeElement?.getAttribute("aria-label")).toBe("Promo codes");
    expect(document.activeElement?.textContent).toContain("TIDE");
  });

  test.each([
    ["code_not_found", 404, "This code is not valid.", "This code is not valid. Please try another one."],
    ["code_exhausted", 409, "Used.", "Used. Please try another one."],
    ["no_code_benefit", 422, "It does not help", "It does not help. Please try another one."],
    ["validation_failed", 422, "No code.", "No code."],
  ])("shows the refusal %s", async (code, status, description, words) => {
    await showCheckout({
      cart: { blocking_rules: [word] },
      answers: { [apply]: () => refusal(status, code, { description }) },
    });
    await give("moth");
    expect(byRole("alert").textContent).toBe(words);
  });

  test.each([
    ["", "This field is required."],
    ["x", "A promo code has at least 2 characters."],
  ])("blocked cart does not send a malformed code: '%s'", async (code, words) => {
    const { calls } = await showCheckout({ cart: { blocking_rules: [word] } });
    await give(code);
    expect(byRole("alert").textContent).toBe(words);
    expect(requestsBeyondCart(calls)).toEqual([]);
  });

  test("shows a reason that no code removes, and sends nothing", async () => {
    const { calls } = await showCheckout({ cart: { blocking_rules: [word, never] } });
    expect(pageText()).toContain("Tours are not sold alone.");
    expect(document.querySelector('input[name="promo_code"]')).toBe(null);
    expect(payButton()?.getAttribute("aria-disabled")).toBe("true");
    fillCheckout();
    submit();
    await settle();
    expect(requestsBeyondCart(calls)).toEqual([]);
    expect(allByRole("dialog")).toEqual([]);
  });
});
