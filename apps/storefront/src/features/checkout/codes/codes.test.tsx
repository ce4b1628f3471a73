import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
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

beforeEach(() => {
  Element.prototype.scrollIntoView = () => undefined;
});
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

describe("a promo code", () => {
  test("is asked for in a dialog, applied trimmed, listed, and taken off again", async () => {
    let cart = makeCart();
    const { asked } = await showCheckout({
      answers: {
        [getCart]: () => cartReply(cart),
        [apply]: () => cartReply((cart = { ...cart, cart_mods: [friends] })),
        [remove]: () => cartReply((cart = { ...cart, cart_mods: [] })),
      },
    });
    await openDialog();
    expect(byRole("dialog", "Apply promo code")).toBeTruthy();
    await give("  TIDE ");
    expect(asked.find(({ what }) => what === apply)?.body).toEqual({ code: "TIDE" });
    expect(pageText()).toContain("TIDEFriends");
    expect(pageText()).toContain("Friends-$6.00");
    press(byRole("button", "Remove TIDE"));
    await settle();
    expect(asked.find(({ what }) => what === remove)?.body).toEqual({ code_id: "c1" });
    expect(pageText()).not.toContain("TIDEFriends");
    // The purchase itself was not sent by any of that.
    expect(requestsBeyondCart(asked)).toEqual([apply, remove]);
  });

  test.each([
    ["", "This field is required."],
    ["x", "A promo code has at least 2 characters."],
    ["x".repeat(36), "A promo code has at most 35 characters."],
  ])("that cannot be one is not sent: '%s'", async (code, words) => {
    const { asked } = await showCheckout();
    await openDialog();
    await give(code);
    expect(byRole("alert").textContent).toBe(words);
    expect(document.activeElement).toBe(field("promo_code"));
    expect(requestsBeyondCart(asked)).toEqual([]);
  });

  const no = (code: string, description: string, status = 422) =>
    refusal(status, code, { context: "code", description });
  test.each([
    [
      "the server's reason, as a sentence",
      no("code_exhausted", "This code has already been used"),
      {},
      "This code has already been used.",
    ],
    [
      "the seller's own reason",
      no("code_not_found", "No", 404),
      { "promo.error.code_not_found": "Ask at the desk" },
      "Ask at the desk",
    ],
    ["no reason at all", no("no_code_benefit", ""), {}, '"MOTH" is not a valid promo code.'],
  ])("that is refused with %s", async (_, answer, strings, words) => {
    await showCheckout({ strings, answers: { [apply]: () => answer } });
    await openDialog();
    await give("MOTH");
    expect(byRole("alert").textContent).toBe(words);
    expect(field("promo_code").value).toBe("MOTH");
  });

  test("that meets something unforeseen says so, reports it and asks for the cart again", async () => {
    const noted = vi.spyOn(console, "error").mockImplementation(() => undefined);
    const { asked } = await showCheckout({ answers: { [apply]: () => refusal(429, "too_many_requests") } });
    await openDialog();
    const before = asked.length;
    await give("MOTH");
    expect(byRole("alert").textContent).toBe("Sorry. Please try again later.");
    expect(asked.slice(before).map(({ what }) => what)).toEqual(expect.arrayContaining([apply, getCart]));
    expect(noted).toHaveBeenCalled();
  });

  test("that is there already is no error", async () => {
    await showCheckout({ cart: { cart_mods: [friends] }, answers: { [apply]: () => no("duplicate_code", "", 409) } });
    await openDialog();
    await give("tide");
    expect(allByRole("alert")).toEqual([]);
    expect(pageText()).toContain("tide is already applied.");
  });

  test("that is there already beside one that is not good is refused for that one", async () => {
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

  test("that waits for something it is good for says so", async () => {
    const waiting = { ...friends, resource: "code", description: "This code does not apply to anything in your cart." };
    await showCheckout({ cart: { cart_mods: [{ ...waiting, discount: "0" }] } });
    expect(pageText()).toContain("TIDEThis code does not apply to anything in your cart.Remove");
  });

  test("cannot be changed where the cart is somebody else's", async () => {
    await showCheckout({ cart: { cart_mods: [friends], editable: false } });
    expect(pageText()).toContain("TIDEFriends");
    expect(allByRole("button").map((button) => button.textContent)).not.toContain("Apply promo code");
    expect(allByRole("button").map((button) => button.getAttribute("aria-label"))).not.toContain("Remove TIDE");
  });
});

describe("a blocked cart", () => {
  const payButton = () => [...document.querySelectorAll<HTMLElement>("form#checkout [type=submit]")][0];

  test("says why, holds the payment back, and is lifted by a code", async () => {
    let cart = makeCart({ blocking_rules: [word] });
    const { asked } = await showCheckout({
      answers: {
        [getCart]: () => cartReply(cart),
        [apply]: () => cartReply((cart = { ...cart, blocking_rules: [], cart_mods: [{ ...friends, discount: "0" }] })),
      },
    });
    expect(pageText()).toContain("A code is required to continue with your order.");
    expect(pageText()).toContain("Bat Night is for those who know the word.");
    // One place on the page asks for it.
    expect(document.querySelectorAll('main input[name="promo_code"], input[name="promo_code"]')).toHaveLength(1);
    expect(allByRole("button").some((button) => button.textContent === "Apply promo code")).toBe(false);
    expect(payButton()?.getAttribute("aria-disabled")).toBe("true");
    const reason = document.getElementById(payButton()?.getAttribute("aria-describedby") ?? "");
    expect(reason?.textContent).toBe("A code is required to continue with your order.");
    fillCheckout();
    submit();
    await settle();
    expect(requestsBeyondCart(asked)).toEqual([]);
    expect(byRole("dialog", "A code is required").textContent).toContain("Bat Night is for those who know the word.");
    const dialog = byRole("dialog", "A code is required");
    const inDialog = dialog.querySelector<HTMLInputElement>("input");
    if (!inDialog) throw new Error("the dialog has a field");
    typeIn(inDialog, "pekapeka");
    press([...dialog.querySelectorAll("button")].find((button) => button.textContent === "Apply") ?? dialog);
    await settle();
    expect(payButton()?.hasAttribute("aria-disabled")).toBe(false);
    expect(allByRole("button").some((button) => button.textContent === "Apply promo code")).toBe(true);
    expect(pageText()).not.toContain("Bat Night is for those who know the word.");
    expect(field("first_name").value).toBe("Ada");
  });

  test.each([
    ["code_not_found", 404, "This code is not valid.", "This code is not valid. Please try another one."],
    ["code_exhausted", 409, "Used.", "Used. Please try another one."],
    ["no_code_benefit", 422, "It does not help", "It does not help. Please try another one."],
    ["validation_failed", 422, "No code.", "No code."],
  ])("whose code is refused with %s", async (code, status, description, words) => {
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
  ])("a code that cannot be one is not sent: '%s'", async (code, words) => {
    const { asked } = await showCheckout({ cart: { blocking_rules: [word] } });
    await give(code);
    expect(byRole("alert").textContent).toBe(words);
    expect(requestsBeyondCart(asked)).toEqual([]);
  });

  test("that no code lifts says so, asks for none and sends nothing", async () => {
    const { asked } = await showCheckout({ cart: { blocking_rules: [word, never] } });
    expect(pageText()).toContain("Tours are not sold alone.");
    expect(document.querySelector('input[name="promo_code"]')).toBe(null);
    expect(payButton()?.getAttribute("aria-disabled")).toBe("true");
    fillCheckout();
    submit();
    await settle();
    expect(requestsBeyondCart(asked)).toEqual([]);
    expect(allByRole("dialog")).toEqual([]);
  });
});
