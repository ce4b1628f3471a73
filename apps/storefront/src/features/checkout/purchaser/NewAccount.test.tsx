import { act } from "react";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type as typeIn } from "@foyer/ui/test/dom.tsx";
import { refusal, resetCartState, settle } from "../../../../test/cart/fixtures.tsx";
import { loginReply, setLoginCookie } from "../../../../test/login/fixtures.tsx";
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

const asMember = "POST /api/my/cart/:id/checkout";
const user = "POST /api/user";
const handle = "00000000-0000-4000-8000-0000000000aa";
const good = "Lantern-Quay-7";
const taken = () => refusal(409, "email_taken", { context: "login", extra: { identity_id: handle } });

beforeEach(() => setLoginCookie("none"));
afterEach(() => {
  setLoginCookie("none");
  resetCartState();
});

const open = (answers: Record<string, () => unknown> = {}, required: readonly string[] = [], configuration = {}) =>
  showCheckout({
    answers: { [asMember]: () => completed, ...answers },
    configuration: {
      authentication: "password",
      identity_form: { properties: { password: {} }, required },
      ...configuration,
    },
  });
const choose = (password: string, again = password): void => {
  typeIn(field("password"), password);
  typeIn(field("password_confirm"), again);
};
const changes = (calls: Parameters<typeof requestsBeyondCart>[0]) =>
  requestsBeyondCart(calls).filter((what) => what.startsWith("POST"));
const bodyOf = (calls: Awaited<ReturnType<typeof open>>["calls"], call: string) =>
  calls.find(({ what }) => what === call)?.body;

describe("new account at the checkout", () => {
  test("new account at the checkout is created before the payment, and the order belongs to it", async () => {
    const { calls } = await open({
      [user]: () => {
        setLoginCookie("full");
        return loginReply();
      },
    });
    fillCheckout();
    choose(good);
    submit();
    await settle();
    expect(changes(calls)).toEqual([user, purchaser, pay, asMember]);
    expect(bodyOf(calls, user)).toEqual({
      first_name: "Ada",
      last_name: "Lovelace",
      email: "ada@example.com",
      password: good,
    });
    // Only the account request contains the password.
    expect(JSON.stringify(calls.filter(({ what }) => what !== user))).not.toContain(good);
  });

  test("buys as a guest if the e-mail address is taken, and asks only once for several cards", async () => {
    const declined = [() => refusal(402, "card_declined", { context: "payment" }), () => ({ payment: { _data: [] } })];
    const { calls } = await open({ [user]: taken, [pay]: () => declined.shift()?.() ?? {} });
    fillCheckout();
    choose(good);
    submit();
    await settle();
    expect(pageText()).toContain("Your card has not been charged.");
    submit();
    await settle();
    expect(changes(calls)).toEqual([user, purchaser, pay, purchaser, pay, checkout]);
    expect(bodyOf(calls, checkout)).toMatchObject({ guest_identity_id: handle, identity: { first_name: "Ada" } });
  });

  test("buys as a guest without a password", async () => {
    const { calls } = await open();
    fillCheckout();
    submit();
    await settle();
    expect(changes(calls)).toEqual([purchaser, pay, checkout]);
    expect(bodyOf(calls, checkout)).not.toHaveProperty("guest_identity_id");
  });

  test.each([
    ["that a required password is missing", ["password"], "", "", "This field is required."],
    ["that the password breaks the rules", [], "lantern", "lantern", "Invalid password"],
    ["that the passwords differ", [], good, "Lantern-Quay-8", "Passwords must match."],
    ["that the confirmation is missing", [], good, "", "This field is required."],
  ])("shows %s", async (_, required, password, again, words) => {
    const { calls } = await open({}, required);
    fillCheckout();
    choose(password, again);
    submit();
    await settle();
    expect(pageText()).toContain(words);
    expect(changes(calls)).toEqual([]);
    const wrong = document.activeElement as HTMLInputElement;
    expect(wrong.getAttribute("aria-invalid")).toBe("true");
  });

  test("shows an invalid password on blur, and a common one after the server's refusal", async () => {
    const problems = [{ field: "password", message: "common" }];
    const { calls } = await open({
      [user]: () => refusal(422, "validation_failed", { context: "login", extra: { fields: ["password"], problems } }),
    });
    typeIn(field("password"), "short");
    await act(async () => field("password").dispatchEvent(new FocusEvent("focusout", { bubbles: true })));
    expect(pageText()).toContain("Invalid password");
    fillCheckout();
    choose(good);
    submit();
    await settle();
    expect(pageText()).toContain("Too many people use this password. Please choose another one.");
    expect(changes(calls)).toEqual([user]);
  });
});

describe("no new account", () => {
  test.each([
    ["a form without a password field", { identity_form: { properties: { phone: {} } } }],
    ["a login without passwords", { authentication: "otp" }],
    ["a seller without login", { authentication: "none" }],
  ])("no new account is offered for %s", async (_, configuration) => {
    await open({}, [], configuration);
    expect(document.querySelector("input[name=password]")).toBeNull();
  });
});
