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
const changes = (asked: Parameters<typeof requestsBeyondCart>[0]) =>
  requestsBeyondCart(asked).filter((what) => what.startsWith("POST"));
const bodyOf = (asked: Awaited<ReturnType<typeof open>>["asked"], call: string) =>
  asked.find(({ what }) => what === call)?.body;

describe("whoever buys and chooses a password (CALL-10, 12)", () => {
  test("has an account before they pay, and the order is in it", async () => {
    const { asked } = await open({
      [user]: () => {
        setLoginCookie("full");
        return loginReply();
      },
    });
    fillCheckout();
    choose(good);
    submit();
    await settle();
    expect(changes(asked)).toEqual([user, purchaser, pay, asMember]);
    expect(bodyOf(asked, user)).toEqual({
      first_name: "Ada",
      last_name: "Lovelace",
      email: "ada@example.com",
      password: good,
    });
    // It is for the account alone.
    expect(JSON.stringify(asked.filter(({ what }) => what !== user))).not.toContain(good);
  });

  test("buys as what they typed where the address is an account's already, asked once for all cards they try", async () => {
    const declined = [() => refusal(402, "card_declined", { context: "payment" }), () => ({ payment: { _data: [] } })];
    const { asked } = await open({ [user]: taken, [pay]: () => declined.shift()?.() ?? {} });
    fillCheckout();
    choose(good);
    submit();
    await settle();
    expect(pageText()).toContain("Your card has not been charged.");
    submit();
    await settle();
    expect(changes(asked)).toEqual([user, purchaser, pay, purchaser, pay, checkout]);
    expect(bodyOf(asked, checkout)).toMatchObject({ guest_identity_id: handle, identity: { first_name: "Ada" } });
  });

  test("who leaves it empty is a guest as before", async () => {
    const { asked } = await open();
    fillCheckout();
    submit();
    await settle();
    expect(changes(asked)).toEqual([purchaser, pay, checkout]);
    expect(bodyOf(asked, checkout)).not.toHaveProperty("guest_identity_id");
  });

  test.each([
    ["needs one where the seller says so", ["password"], "", "", "This field is required."],
    ["has to meet its rules (PASSWD-03 to 05)", [], "lantern", "lantern", "Invalid password"],
    ["types the same twice (PASSWD-02)", [], good, "Lantern-Quay-8", "Passwords must match."],
    ["types it twice at all", [], good, "", "This field is required."],
  ])("%s", async (_, required, password, again, words) => {
    const { asked } = await open({}, required);
    fillCheckout();
    choose(password, again);
    submit();
    await settle();
    expect(pageText()).toContain(words);
    expect(changes(asked)).toEqual([]);
    const wrong = document.activeElement as HTMLInputElement;
    expect(wrong.getAttribute("aria-invalid")).toBe("true");
  });

  test("is told on leaving it that it is none (PASSWD-08), and of the server that everybody has it", async () => {
    const problems = [{ field: "password", message: "common" }];
    const { asked } = await open({
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
    expect(changes(asked)).toEqual([user]);
  });
});

describe("nobody is asked for a password", () => {
  test.each([
    ["where the form does not name one", { identity_form: { properties: { phone: {} } } }],
    ["where there is nothing to do with one", { authentication: "otp" }],
    ["where nobody logs in", { authentication: "none" }],
  ])("%s", async (_, configuration) => {
    await open({}, [], configuration);
    expect(document.querySelector("input[name=password]")).toBeNull();
  });
});
