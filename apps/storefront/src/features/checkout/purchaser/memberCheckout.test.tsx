import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { User } from "@foyer/contract/shop/login.ts";
import { type as typeIn } from "@foyer/ui/test/dom.tsx";
import { resetCartState, settle } from "../../../../test/cart/fixtures.tsx";
import { setLoginCookie, makeUser } from "../../../../test/login/fixtures.tsx";
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
const asGift = "POST /api/my/cart/:id/gift_checkout";
const giftee = { id: "00000000-0000-4000-8000-000000000077", first_name: "Byron", last_name: null, email: null };

beforeEach(() => setLoginCookie("full"));
afterEach(() => {
  setLoginCookie("none");
  resetCartState();
});

const answersOf = (user: Partial<User> = {}) => ({
  "GET /api/my/user": () => ({ user: { _data: [makeUser(user)] } }),
  "GET /api/my/membership": () => ({ membership: { _data: [] } }),
  [asMember]: () => completed,
  [asGift]: () => completed,
});
const payAs = (): void => {
  typeIn(field("card_number"), "4242424242424242");
  typeIn(field("card_expiry"), "12 / 99");
  typeIn(field("card_cvc"), "123");
};
const changes = (asked: Parameters<typeof requestsBeyondCart>[0]) =>
  requestsBeyondCart(asked).filter((what) => what.startsWith("POST"));

describe("a member at the checkout", () => {
  test("is asked for nothing that the account knows, and buys by its name", async () => {
    const { asked } = await showCheckout({ answers: answersOf() });
    await settle();
    expect(pageText()).toContain("Ada Byron");
    expect(pageText()).toContain("ada@members.example");
    expect(document.querySelector("input[name=first_name], input[name=email]")).toBeNull();
    payAs();
    submit();
    await settle();
    expect(changes(asked)).toEqual([purchaser, pay, asMember]);
    expect(asked.find(({ what }) => what === purchaser)?.body).toEqual({
      identity: { first_name: "Ada", last_name: "Byron", email: "ada@members.example" },
    });
    expect(asked.find(({ what }) => what === asMember)?.body).toEqual({});
  });
  test("answers what the seller asks besides, filled in with what is known", async () => {
    const identity = { ...makeUser().identity, phone: "+1 212 555 0100" };
    const form = {
      properties: { phone: {}, club: { type: "string", title: "Your club" } },
      required: ["phone", "club"],
    };
    const { asked } = await showCheckout({ answers: answersOf({ identity }), configuration: { identity_form: form } });
    await settle();
    expect(field("phone").value).toBe("+1 212 555 0100");
    typeIn(field("club"), "Rowing");
    payAs();
    submit();
    await settle();
    expect(asked.find(({ what }) => what === purchaser)?.body).toEqual({
      identity: {
        first_name: "Ada",
        last_name: "Byron",
        email: "ada@members.example",
        phone: "+1 212 555 0100",
        additional_info: { club: "Rowing" },
      },
    });
  });
  test("shows no captcha, which guests show", async () => {
    const { asked } = await showCheckout({
      answers: answersOf(),
      configuration: { captcha: { provider: "altcha" } },
    });
    await settle();
    payAs();
    submit();
    await settle();
    expect(changes(asked)).toContain(asMember);
    expect(asked.some(({ what }) => what.includes("captcha"))).toBe(false);
  });
  test("whose account no letter reaches types an address", async () => {
    const identity = { ...makeUser().identity, email: null };
    const { asked } = await showCheckout({ answers: answersOf({ identity, needs_email: true }) });
    await settle();
    fillCheckout();
    submit();
    await settle();
    expect(asked.find(({ what }) => what === purchaser)?.body).toMatchObject({
      identity: { email: "ada@example.com" },
    });
    expect(changes(asked).at(-1)).toBe(asMember);
  });
  test("gives a present by the call for presents", async () => {
    const { asked } = await showCheckout({ answers: answersOf(), cart: { giftee } });
    await settle();
    payAs();
    submit();
    await settle();
    expect(changes(asked)).toEqual([purchaser, pay, asGift]);
    expect(asked.find(({ what }) => what === asGift)?.body).toEqual({ giftee_identity_id: giftee.id });
  });
});

describe("a guest", () => {
  beforeEach(() => setLoginCookie("none"));
  test("gives a present as its giver, with the other in the guest's place", async () => {
    const giver_identity_id = "00000000-0000-4000-8000-000000000078";
    const { asked } = await showCheckout({
      cart: { giftee },
      answers: { [purchaser]: () => ({ identity_id: giver_identity_id }) },
    });
    fillCheckout();
    submit();
    await settle();
    expect(asked.find(({ what }) => what === checkout)?.body).toEqual({
      guest_identity_id: giftee.id,
      giver_identity_id,
    });
  });
  test.each(["byron@example.com", "Byron+tickets@Example.com"])(
    "who is about to give to themselves is told so before anything is sent: %s",
    async (email) => {
      const { asked } = await showCheckout({ cart: { giftee: { ...giftee, email: "byron@example.com" } } });
      fillCheckout();
      typeIn(field("email"), email);
      typeIn(field("email_confirm"), email);
      submit();
      await settle();
      expect(changes(asked)).toEqual([]);
      expect(pageText()).toContain(
        "You cannot gift a membership to yourself. Do you want to buy or renew a membership?",
      );
      expect(document.activeElement).toBe(field("email"));
      typeIn(field("email"), "ada@example.com");
      typeIn(field("email_confirm"), "ada@example.com");
      submit();
      await settle();
      expect(changes(asked)).toContain(checkout);
    },
  );
});
