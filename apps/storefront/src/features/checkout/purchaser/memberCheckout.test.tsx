import { afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { User } from "@foyer/contract/shop/login.ts";
import { type as typeIn } from "@foyer/ui/test/dom.tsx";
import { cartReply, makeCart, resetCartState, settle } from "../../../../test/cart/fixtures.tsx";
import { adult, event, group, id, session as sessionAt, template } from "../../../../test/reserve/eventData.ts";
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
const codeCall = "POST /api/my/cart/:id/apply_code";
const asGift = "POST /api/my/cart/:id/gift_checkout";
const giftee = { id: "00000000-0000-4000-8000-000000000077", first_name: "Byron", last_name: null, email: null };

// Loaded in advance: the page loads it on demand.
beforeAll(() => import("../UnusedBenefits.tsx"));
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
const changes = (calls: Parameters<typeof requestsBeyondCart>[0]) =>
  requestsBeyondCart(calls).filter((what) => what.startsWith("POST"));

describe("member at the checkout", () => {
  test("member at the checkout is not asked for what the account knows, and buys with its name", async () => {
    const { calls } = await showCheckout({ answers: answersOf() });
    await settle();
    expect(pageText()).toContain("Ada Byron");
    expect(pageText()).toContain("ada@members.example");
    expect(document.querySelector("input[name=first_name], input[name=email]")).toBeNull();
    payAs();
    submit();
    await settle();
    expect(changes(calls)).toEqual([purchaser, pay, asMember]);
    expect(calls.find(({ what }) => what === purchaser)?.body).toEqual({
      identity: { first_name: "Ada", last_name: "Byron", email: "ada@members.example" },
    });
    expect(calls.find(({ what }) => what === asMember)?.body).toEqual({});
  });
  test("sends what the account knows and was emptied as empty", async () => {
    const text = { type: "string", title: "Question" };
    const identity_form = { properties: { phone: {}, address: {}, address_more: {}, motto: text, club: text } };
    const known = { address: "1 Main Street", address_more: "Flat 4", additional_info: { motto: "Onward", club: "" } };
    const { calls } = await showCheckout({
      configuration: { identity_form },
      answers: answersOf({ identity: { ...makeUser().identity, ...known } }),
    });
    await settle();
    typeIn(field("address_more"), " ");
    typeIn(field("motto"), "");
    payAs();
    submit();
    await settle();
    expect(calls.find(({ what }) => what === purchaser)?.body).toEqual({
      identity: {
        first_name: "Ada",
        last_name: "Byron",
        email: "ada@members.example",
        address: "1 Main Street",
        address_more: "",
        additional_info: { motto: "" },
      },
    });
  });

  test("answers the seller's other fields, filled in with what is known", async () => {
    const identity = { ...makeUser().identity, phone: "+1 212 555 0100" };
    const form = {
      properties: { phone: {}, club: { type: "string", title: "Your club" } },
      required: ["phone", "club"],
    };
    const { calls } = await showCheckout({ answers: answersOf({ identity }), configuration: { identity_form: form } });
    await settle();
    expect(field("phone").value).toBe("+1 212 555 0100");
    typeIn(field("club"), "Rowing");
    payAs();
    submit();
    await settle();
    expect(calls.find(({ what }) => what === purchaser)?.body).toEqual({
      identity: {
        first_name: "Ada",
        last_name: "Byron",
        email: "ada@members.example",
        phone: "+1 212 555 0100",
        additional_info: { club: "Rowing" },
      },
    });
  });
  test.each([
    ["SW1A 1AA", true],
    ["", false],
  ])(
    "member at the checkout with the post code %j: its discount is shown before the payment: %s",
    async (zip_code, isShown) => {
      const identity = { ...makeUser().identity, zip_code };
      const { calls } = await showCheckout({
        answers: { ...answersOf({ identity }), [codeCall]: () => cartReply(makeCart()) },
        configuration: { zip_codes: { gb: "" } },
      });
      await settle();
      expect(calls.filter(({ what }) => what === codeCall).map(({ body }) => body)).toEqual(
        isShown ? [{ code: zip_code, ignore_errors: true }] : [],
      );
    },
  );
  test("pays the amount that is due once the discount of the post code is applied", async () => {
    const reduced = { outstanding_balance: "20.00", payment_due_by_credit_card: "20.00" };
    const { promise: discount, resolve: applyDiscount } = Promise.withResolvers<unknown>();
    const { calls } = await showCheckout({
      answers: {
        ...answersOf({ identity: { ...makeUser().identity, zip_code: "SW1A 1AA" } }),
        [codeCall]: () => discount,
      },
      configuration: { zip_codes: { gb: "" } },
    });
    await settle();
    payAs();
    submit();
    await settle();
    expect(changes(calls)).toEqual([codeCall]);
    applyDiscount(cartReply(makeCart(reduced)));
    await settle();
    expect(changes(calls)).toEqual([codeCall, purchaser, pay, asMember]);
    expect(calls.find(({ what }) => what === pay)?.body).toMatchObject([{ amount: "20.00" }]);
  });
  test("sees no captcha, unlike guests", async () => {
    const { calls } = await showCheckout({
      answers: answersOf(),
      configuration: { captcha: { provider: "altcha" } },
    });
    await settle();
    payAs();
    submit();
    await settle();
    expect(changes(calls)).toContain(asMember);
    expect(calls.some(({ what }) => what.includes("captcha"))).toBe(false);
  });
  test("types an e-mail address if the account has none", async () => {
    const identity = { ...makeUser().identity, email: null };
    const { calls } = await showCheckout({ answers: answersOf({ identity, needs_email: true }) });
    await settle();
    fillCheckout();
    submit();
    await settle();
    expect(calls.find(({ what }) => what === purchaser)?.body).toMatchObject({
      identity: { email: "ada@example.com" },
    });
    expect(changes(calls).at(-1)).toBe(asMember);
  });
  test("gives a gift with the call for members", async () => {
    const { calls } = await showCheckout({ answers: answersOf(), cart: { giftee } });
    await settle();
    payAs();
    submit();
    await settle();
    expect(changes(calls)).toEqual([purchaser, pay, asGift]);
    expect(calls.find(({ what }) => what === asGift)?.body).toEqual({ giftee_identity_id: giftee.id });
  });
});

describe("guest at the checkout", () => {
  beforeEach(() => setLoginCookie("none"));
  test("gives a gift as the giver, with the recipient as the guest", async () => {
    const giver_identity_id = "00000000-0000-4000-8000-000000000078";
    const { calls } = await showCheckout({
      cart: { giftee },
      answers: { [purchaser]: () => ({ identity_id: giver_identity_id }) },
    });
    fillCheckout();
    submit();
    await settle();
    expect(calls.find(({ what }) => what === checkout)?.body).toEqual({
      guest_identity_id: giftee.id,
      giver_identity_id,
    });
  });
  test.each(["byron@example.com", "Byron+tickets@Example.com"])(
    "refuses a gift to oneself before anything is sent: %s",
    async (email) => {
      const { calls } = await showCheckout({ cart: { giftee: { ...giftee, email: "byron@example.com" } } });
      fillCheckout();
      typeIn(field("email"), email);
      typeIn(field("email_confirm"), email);
      submit();
      await settle();
      expect(changes(calls)).toEqual([]);
      expect(pageText()).toContain(
        "You cannot gift a membership to yourself. Do you want to buy or renew a membership?",
      );
      expect(document.activeElement).toBe(field("email"));
      typeIn(field("email"), "ada@example.com");
      typeIn(field("email_confirm"), "ada@example.com");
      submit();
      await settle();
      expect(changes(calls)).toContain(checkout);
    },
  );
});

describe("a member who pays beside free tickets", () => {
  const session = id(40);
  const [line] = makeCart().lines;
  if (!line) throw new Error("The cart has a line.");
  const held = (ticket_type_id: string) => ({
    ...line,
    event_template_id: event,
    event_session_id: session,
    types: line.types.map((type) => ({ ...type, ticket_type_id })),
  });
  const forMembers = { ...group, id: id(22), hidden_type: "public_member_only" };
  const freeForMembers = {
    ...adult,
    id: id(33),
    ticket_group_id: id(22),
    currency_amount: "0",
    discounted_amount: "0",
    outside_fees: [],
  };
  const answers = (free: number) => ({
    ...answersOf(),
    "GET /api/events/:id/sessions/:id": () => ({
      event_template: { _data: [template] },
      event_session: { _data: [sessionAt(40, "15:00")] },
      ticket_group: { _data: [group, forMembers] },
      ticket_type: { _data: [adult, freeForMembers] },
    }),
    "GET /api/my/allowance/:id": () => ({
      allowance: {
        _data: [{ membership_id: id(60), level_name: "Family", left: { "*": free }, event_left: null }],
      },
    }),
  });
  const note = "You still have 2 free tickets with your membership. This order is at full price.";
  const show = (ticket_type_id: string, free: number) =>
    showCheckout({ cart: { lines: [held(ticket_type_id)] }, answers: answers(free) });

  test("a member who pays beside free tickets is shown the free tickets before paying", async () => {
    await show(adult.id, 2);
    for (let turn = 0; turn < 50 && !pageText().includes(note); turn++) await settle();
    expect(pageText()).toContain(note);
    const link = document.querySelector(`a[href="/events/${event}?session=${session}"]`);
    expect(link?.textContent).toBe("See your free tickets");
  });

  test.each([
    ["the allowance is used up", adult.id, 0],
    ["all tickets are free", freeForMembers.id, 2],
  ])("a member who pays beside free tickets sees no hint if %s", async (_, ticket_type_id, free) => {
    const { calls } = await show(ticket_type_id, free);
    await settle();
    await settle();
    expect(calls.map(({ what }) => what)).toContain("GET /api/my/allowance/:id");
    expect(pageText()).not.toContain("with your membership");
  });

  test("costs a visitor without an account no call", async () => {
    setLoginCookie("none");
    const { calls } = await show(adult.id, 2);
    await settle();
    expect(calls.filter(({ what }) => /allowance|sessions/.test(what))).toEqual([]);
  });
});
