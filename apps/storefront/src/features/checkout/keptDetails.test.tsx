import { afterEach, expect, test, vi } from "vitest";
import { byRole, closePages, press, type as typeIn } from "@foyer/ui/test/dom.tsx";
import { cartId, cartReply, makeCart, refusal, resetCartState, settle } from "../../../test/cart/fixtures.tsx";
import {
  field,
  fillCheckout,
  getCart,
  pay,
  showCheckout,
  submit,
  type CheckoutOptions,
} from "../../../test/checkout/checkoutPage.tsx";

afterEach(() => {
  resetCartState();
  vi.restoreAllMocks();
});

const web = { terms: { version: "2", html: "<p>Terms</p>", viewing_is_optional: true } };
const names = ["first_name", "last_name", "email", "email_confirm", "card_number", "card_cvc"];
const typed = () => names.map((name) => field(name).value);
const kept = (): string => JSON.stringify(Object.entries(sessionStorage));
/** The page is opened again in the same tab. */
const reload = (options: CheckoutOptions = {}) => {
  closePages();
  return showCheckout({ web, ...options });
};

test("restores details and terms after a reload, but no card data", async () => {
  await showCheckout({ web });
  fillCheckout();
  press(field("terms"));
  await reload();
  expect(typed()).toEqual(["Ada", " Lovelace ", "ada@example.com", "Ada@Example.com", "", ""]);
  expect(field("terms").checked).toBe(true);
  expect(kept()).not.toMatch(/4242|123"/);
});

test("asks again for terms that were withdrawn or have changed", async () => {
  await showCheckout({ web });
  press(field("terms"));
  await reload({ web: { terms: { ...web.terms, version: "3" } } });
  expect(field("terms").checked).toBe(false);
  await reload();
  expect(field("terms").checked).toBe(true);
  press(field("terms"));
  await reload();
  expect(field("terms").checked).toBe(false);
});

test("restores details after the bank has declined", async () => {
  await showCheckout({ web });
  fillCheckout();
  await reload({
    path: "/checkout?payment_intent_client_secret=c0000000-0000-4000-8000-000000000009",
    answers: { [pay]: () => refusal(402, "card_declined", { description: "Your card was declined." }) },
  });
  await settle();
  expect(typed().slice(0, 3)).toEqual(["Ada", " Lovelace ", "ada@example.com"]);
});

test("details that were sent with a payment come back from the cart where the tab keeps nothing", async () => {
  const identity = { first_name: "Ada", last_name: "Lovelace", email: "ada@example.com" };
  await showCheckout({
    web,
    answers: {
      [getCart]: () => ({
        ...cartReply(makeCart()),
        identity: { _data: [{ id: cartId, ...identity }] },
        contact: { _data: [{ identity_id: cartId, email: identity.email, phone: null }] },
      }),
    },
  });
  await settle();
  expect(typed().slice(0, 4)).toEqual(["Ada", "Lovelace", "ada@example.com", "ada@example.com"]);
  typeIn(field("last_name"), "Byron");
  expect(typed()[1]).toBe("Byron");
});

test("a code that is typed and not applied is there again after a reload, and forgotten once its dialog is closed", async () => {
  const openDialog = async () => {
    press(byRole("button", "Apply promo code"));
    await settle();
  };
  await showCheckout({ web });
  await openDialog();
  typeIn(field("promo_code"), "TIDE");
  await reload();
  await openDialog();
  expect(field("promo_code").value).toBe("TIDE");
  press(byRole("button", "Close"));
  await reload();
  await openDialog();
  expect(field("promo_code").value).toBe("");
});

test("a password for a new account is not kept", async () => {
  const identity_form = { properties: { password: {} } };
  await showCheckout({ configuration: { identity_form, authentication: "password" } });
  typeIn(field("password"), "Lantern-Quay-9");
  fillCheckout();
  expect(kept()).toContain("Ada");
  expect(kept()).not.toContain("Lantern");
});

test.each([
  ["belongs to another cart", { id: cartId.replace(/1$/, "2") }],
  ["has expired", { state: "expired" as const }],
])("details are forgotten when the cart %s", async (_, cart) => {
  await showCheckout({ web });
  fillCheckout();
  await reload({ cart });
  expect(document.body.innerHTML).not.toContain("Lovelace");
});

test("unreadable data is dropped", async () => {
  sessionStorage.setItem("foyer.harbor.checkout", `{"cart_id":"${cartId}","identity":7,"gift_cards":"x","amount":[]}`);
  const { calls } = await showCheckout({ web });
  expect(typed().join("")).toBe("");
  sessionStorage.setItem("foyer.harbor.checkout", "{");
  await reload();
  expect(typed().join("")).toBe("");
  fillCheckout();
  submit();
  await settle();
  expect(calls.map(({ what }) => what)).toContain(getCart);
});
