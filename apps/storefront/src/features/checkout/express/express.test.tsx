import { act } from "react";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { User } from "@foyer/contract/shop/login.ts";
import { allByRole, byRole, press as pressOn, type as typeIn } from "@foyer/ui/test/dom.tsx";
import { refusal, resetCartState, settle } from "../../../../test/cart/fixtures.tsx";
import { setLoginCookie, makeUser } from "../../../../test/login/fixtures.tsx";
import {
  completed,
  field,
  pageText,
  pay,
  purchaser,
  requestsBeyondCart,
  showCheckout,
} from "../../../../test/checkout/checkoutPage.tsx";

const asMember = "POST /api/my/cart/:id/checkout";
const methods = "GET /api/my/identity/saved_payment_method";
const card = { id: "00000000-0000-4000-8000-0000000000c1", brand: "visa", last4: "4242", identifier: "Visa …4242" };
const usable = { ...card, gateway_id: "test", expired: false };

beforeEach(() => setLoginCookie("full"));
afterEach(() => {
  setLoginCookie("none");
  resetCartState();
});

const showMember = async ({
  method = usable,
  user = {},
  ...options
}: Parameters<typeof showCheckout>[0] & { readonly method?: object; readonly user?: Partial<User> } = {}) => {
  const shown = await showCheckout({
    ...options,
    answers: {
      "GET /api/my/user": () => ({ user: { _data: [makeUser(user)] } }),
      "GET /api/my/membership": () => ({ membership: { _data: [] } }),
      [methods]: () => ({ saved_payment_method: { _data: [method] } }),
      [asMember]: () => completed,
      ...options.answers,
    },
  });
  await settle();
  return shown;
};
const buttons = (text: string) => allByRole("button").filter(({ textContent }) => textContent === text);
const payNow = "Pay $64.50 with Visa …4242";
const press = async (text: string, at = 0) => {
  const button = buttons(text)[at];
  if (!button) throw new Error(`no button ${text}`);
  pressOn(button);
  await settle();
};
const changes = (calls: Parameters<typeof requestsBeyondCart>[0]) =>
  requestsBeyondCart(calls).filter((what) => what.startsWith("POST"));

test("a member with a saved card pays with one press, above the form and in the bar", async () => {
  const { calls } = await showMember();
  expect(buttons(payNow)).toHaveLength(2);
  expect(pageText()).toContain("ada@members.example");
  await press(payNow);
  expect(changes(calls)).toEqual([purchaser, pay, asMember]);
  expect(calls.find(({ what }) => what === pay)?.body).toEqual([
    { gateway_id: "test", amount: "64.50", gateway_data: { saved_payment_method_id: card.id } },
  ]);
});

test("the bar pays with another card once its fields are filled in", async () => {
  const { calls } = await showMember();
  typeIn(field("card_number"), "5555555555554444");
  typeIn(field("card_expiry"), "12 / 99");
  typeIn(field("card_cvc"), "123");
  expect(buttons(payNow)).toHaveLength(1);
  await press("Pay $64.50", 1);
  expect(calls.find(({ what }) => what === pay)?.body).toMatchObject([
    { gateway_data: { card: { number: "5555555555554444" } } },
  ]);
});

test("asks for other payment details if a card has left the account, and stops offering it", async () => {
  let isGone = false;
  await showMember({
    answers: {
      [methods]: () => ({ saved_payment_method: { _data: isGone ? [] : [usable] } }),
      [pay]: () => {
        isGone = true;
        return refusal(404, "not_found", { context: "payment" });
      },
    },
  });
  await press(payNow);
  expect(byRole("alert").textContent).toBe("Please edit your payment details and try again.");
  expect(buttons(payNow)).toHaveLength(0);
  expect(field("card_number").value).toBe("");
});

test.each([
  ["an expired card", { method: { ...usable, expired: true } }],
  ["a card of another gateway", { method: { ...usable, gateway_id: "stripe" } }],
  ["an account without an e-mail address", { user: { needs_email: true } }],
  [
    "a detail that the seller requires and the account lacks",
    { configuration: { identity_form: { properties: { phone: {} }, required: ["phone"] } } },
  ],
])("%s offers no payment with one press", async (_, options) => {
  await showMember(options);
  expect(buttons(payNow)).toHaveLength(0);
});

test("a guest is not asked which cards their account has saved", async () => {
  setLoginCookie("none");
  const { calls } = await showCheckout();
  expect(calls.filter(({ what }) => what === methods)).toEqual([]);
});

const terms = { version: "2", html: "<p>No dogs.</p>" };
test("terms that have to be read are shown by the payment, and accepted and paid with one press", async () => {
  const { calls } = await showMember({ web: { terms } });
  await press(payNow);
  expect(changes(calls)).toEqual([]);
  expect(pageText()).toContain("No dogs.");
  await press("Accept and pay");
  expect(changes(calls)).toEqual([purchaser, pay, asMember]);
  expect(calls.find(({ what }) => what === asMember)?.body).toEqual({ terms_accepted: true, terms_version: "2" });
});

test("terms that are declined pay nothing, and reading them later does not pay either", async () => {
  const { calls } = await showMember({ web: { terms } });
  await press(payNow);
  await press("Decline");
  act(() => document.querySelector<HTMLElement>('input[name="terms"]')?.click());
  await settle();
  expect(buttons("Accept and pay")).toHaveLength(0);
  await press("Accept");
  expect(changes(calls)).toEqual([]);
});

test("terms that need not be read are asked for beside the button", async () => {
  const { calls } = await showMember({ web: { terms: { ...terms, viewing_is_optional: true } } });
  await press(payNow);
  expect(changes(calls)).toEqual([]);
  expect(document.activeElement).toBe(document.querySelector('input[name="terms"]'));
  act(() => document.querySelector<HTMLElement>('input[name="terms"]')?.click());
  await press(payNow);
  expect(changes(calls)).toEqual([purchaser, pay, asMember]);
});

test("terms that paying accepts have a sentence and no box", async () => {
  const { calls } = await showMember({ web: { terms: { ...terms, accepted_by_paying: true } } });
  expect(document.querySelector('input[name="terms"]')).toBeNull();
  expect(pageText()).toContain("By paying, you accept the terms and conditions.");
  await press(payNow);
  expect(calls.find(({ what }) => what === asMember)?.body).toEqual({ terms_accepted: true, terms_version: "2" });
});
