import { describe, expect, test } from "vitest";
import {
  createCart,
  deleteCart,
  getCart,
  modifyCart,
  removeTickets,
  transferCart,
  type Cart,
  type CartReply,
} from "@foyer/contract/shop/cart.ts";
import { checkoutAsGuest, payCart } from "@foyer/contract/shop/checkout.ts";
import { createCodes, createCheckoutRule } from "../../../../test/shop/codesAndRules.ts";
import {
  createTestEvent,
  createTestShop,
  type TestEvent,
  type TestShop,
} from "../../../../test/shop/createTestShop.ts";
import { releaseExpiredHolds } from "../../../jobs/releaseExpiredHolds.ts";
import type { TestApp } from "../../../../test/app/testApp.ts";
import { TestBrowser } from "../../../../test/app/testBrowser.ts";
import { setUpTestApp } from "../../../../test/app/setUpTestApp.ts";

let server: TestApp;
setUpTestApp((opened) => void (server = opened));

const openShop = async () => {
  const shop = await createTestShop(server.db);
  return { shop, browser: new TestBrowser(server, shop) };
};
const ticketLine = (event: TestEvent, quantity: number, type = 0) => ({
  event_template_id: event.id,
  event_session_id: event.sessions[0]?.id ?? "",
  ticket_types_required: [{ ticket_type_id: event.groups[0]?.types[type]?.id ?? "", quantity }],
});
const cartOf = ({ cart }: CartReply): Cart => {
  const [only] = cart._data;
  if (!only) throw new Error("There is no cart.");
  return only;
};
const child = 1;
const adults = ({ event }: TestShop) => event.groups[0]?.types[0]?.id ?? "";
const children = ({ event }: TestShop) => event.groups[0]?.types[1]?.id ?? "";
const usedOf = async (code_id = "") =>
  (await server.db.selectFrom("code").select("used").where("id", "=", code_id).executeTakeFirstOrThrow()).used;
const codes = (...texts: string[]) => ({ preReservePromoCodes: { codes: texts } });

describe("a rule that blocks holds", () => {
  test("refuses with its description, and nothing is held", async () => {
    const { shop, browser } = await openShop();
    const rule_id = await createCheckoutRule(server.db, shop, {
      description: "A child comes with an adult.",
      conditions: [
        { ticket_type_ids: [children(shop)], min: 1 },
        { ticket_type_ids: [adults(shop)], min: 0, max: 0 },
      ],
    });
    const refused = await browser.call(createCart, { add: [ticketLine(shop.event, 1, child)] });
    expect(refused).toMatchObject({
      status: 422,
      code: "rule_blocks_reserve:checkout_rules",
      refusal: {
        _description: "A child comes with an adult.",
        _extra: { block_reason: "not_allowed", rule_id },
      },
    });
    expect(await server.db.selectFrom("ticket").select("id").where("seller_id", "=", shop.seller_id).execute()).toEqual(
      [],
    );
    expect(
      (await browser.call(createCart, { add: [ticketLine(shop.event, 1, child), ticketLine(shop.event, 1)] })).status,
    ).toBe(200);
  });

  test("uses its own description before the seller's string for all rules", async () => {
    const description = "No more than {max} of these.";
    const strings = JSON.stringify({ "error.rule_blocks_reserve": "Ask at the desk." });
    const shop = await createTestShop(server.db, { seller: { strings } });
    const browser = new TestBrowser(server, shop);
    await createCheckoutRule(server.db, shop, { description, conditions: [{ min: 2 }] });
    await createCheckoutRule(server.db, shop, { description, blocks: "checkout", conditions: [{ min: 1 }] });
    const refusal = { code: "rule_blocks_reserve:checkout_rules", refusal: { _description: description } };
    expect(await browser.call(createCart, { add: [ticketLine(shop.event, 2)] })).toMatchObject(refusal);
    const cart = cartOf((await browser.call(createCart, { add: [ticketLine(shop.event, 1)] })).body);
    const identity = { first_name: "Ada", last_name: "Byron", email: "ada@example.com" };
    expect(await browser.call(checkoutAsGuest, { cart_id: cart.id, identity })).toMatchObject(refusal);
  });

  test("a rule that blocks holds counts held tickets, and ignores unrelated ones", async () => {
    const { shop, browser } = await openShop();
    const talk = await createTestEvent(server.db, shop, { name: "A Talk" });
    await createCheckoutRule(server.db, shop, { conditions: [{ event_template_ids: [shop.event.id], min: 3 }] });
    const cart_id = cartOf((await browser.call(createCart, { add: [ticketLine(shop.event, 2)] })).body).id;
    expect((await browser.call(modifyCart, { cart_id, add: [ticketLine(shop.event, 1)] })).code).toBe(
      "rule_blocks_reserve:checkout_rules",
    );
    expect((await browser.call(modifyCart, { cart_id, add: [ticketLine(talk, 3)] })).status).toBe(200);
  });

  test("a rule that blocks holds of another seller does not apply", async () => {
    const { shop, browser } = await openShop();
    await createCheckoutRule(server.db, await createTestShop(server.db), { conditions: [{ min: 1 }] });
    expect((await browser.call(createCart, { add: [ticketLine(shop.event, 1)] })).status).toBe(200);
  });
});

describe("a code sent with a hold", () => {
  const guarded = async (definitions: Parameters<typeof createCodes>[2]) => {
    const { shop, browser } = await openShop();
    const group = await createCodes(server.db, shop, definitions);
    const rule_id = await createCheckoutRule(server.db, shop, {
      description: "Friends only.",
      code_group_id: group.id,
      conditions: [{ event_template_ids: [shop.event.id], min: 1 }],
    });
    return { shop, browser, group, rule_id };
  };

  test("lifts the rule that asks for it", async () => {
    const { shop, browser, group, rule_id } = await guarded({ Friends26: {} });
    const add = [ticketLine(shop.event, 2)];
    expect((await browser.call(createCart, { add })).refusal?._extra).toEqual({
      block_reason: "code_required",
      rule_id,
    });
    const cart = cartOf((await browser.call(createCart, { add, ...codes(" fRIENDS26 ") })).body);
    expect(cart).toMatchObject({
      blocking_rules: [],
      cart_mods: [
        { id: group.codes.Friends26, name: "Friends", description: "For friends of the museum", discount: "0" },
      ],
    });
    expect(cartOf((await browser.call(getCart, { cart_id: cart.id })).body).cart_mods).toEqual(cart.cart_mods);
    expect(await usedOf(group.codes.Friends26)).toBe(1);
    // The code stays applied, and is not counted a second time.
    expect((await browser.call(modifyCart, { cart_id: cart.id, add, ...codes("FRIENDS26") })).status).toBe(200);
    expect((await browser.call(modifyCart, { cart_id: cart.id, add })).status).toBe(200);
    expect(await usedOf(group.codes.Friends26)).toBe(1);
  });

  test.each([
    ["is refused when unknown", ["nonsense"], "code_not_found:reserve", 404],
    ["is refused when it belongs to another seller", ["theirs"], "code_not_found:reserve", 404],
    ["is refused when it has expired", ["Over"], "code_not_found:reserve", 404],
    ["is refused when used up", ["Gone"], "code_exhausted:reserve", 409],
    ["is refused without a benefit", ["Useless"], "no_code_benefit:reserve", 422],
    ["is refused together with an unknown one", ["Good", "nonsense"], "code_not_found:reserve", 404],
  ])("a code sent with a hold %s", async (_, texts, code, status) => {
    const { shop, browser, group } = await guarded({
      Good: {},
      Over: { valid_to: "2020-01-01T00:00:00Z" },
      Gone: { max_uses: 0 },
    });
    await createCodes(server.db, shop, { Useless: {} });
    await createCodes(server.db, await createTestShop(server.db), { theirs: {} });
    const refused = await browser.call(createCart, { add: [ticketLine(shop.event, 1)], ...codes(...texts) });
    expect(refused).toMatchObject({ code, status });
    expect(await usedOf(group.codes.Good)).toBe(0);
  });

  test("a code sent with a hold is refused alike when unknown and when it belongs to another seller", async () => {
    const { shop, browser } = await guarded({ Good: {} });
    await createCodes(server.db, await createTestShop(server.db), { theirs: {} });
    const send = async (text: string) => {
      const { status, refusal } = await browser.call(createCart, { add: [ticketLine(shop.event, 1)], ...codes(text) });
      return { status, refusal: { ...refusal, _extra: {} } };
    };
    expect(await send("theirs")).toEqual(await send("nobody"));
  });

  describe("cannot be guessed", () => {
    const attempts = async (browser: TestBrowser, shop: TestShop, count: number, text = "wrong") => {
      const answers = await Promise.all(
        Array.from({ length: count }, (_, index) =>
          browser.call(createCart, { add: [ticketLine(shop.event, 1)], ...codes(`${text}${index}`) }),
        ),
      );
      return answers.map(({ code }) => code ?? "held");
    };
    const tooMany = "too_many_requests:reserve";
    /** A visitor from a single public address; a private network is shared and may guess more often. */
    const visitorOf = (shop: TestShop) => {
      const visitor = new TestBrowser(server, shop);
      visitor.clientAddress = "203.0.113.7";
      return visitor;
    };

    test("a code sent with a hold cannot be guessed after sixty wrong codes from one address, also in parallel; other requests still work", async () => {
      const { shop } = await guarded({ Good: {} });
      const browser = visitorOf(shop);
      const outcomes = await attempts(browser, shop, 80);
      expect(outcomes.filter((code) => code === "code_not_found:reserve")).toHaveLength(60);
      expect(outcomes.filter((code) => code === tooMany)).toHaveLength(20);
      const other = visitorOf(shop);
      const refused = await other.call(createCart, { add: [ticketLine(shop.event, 1)], ...codes("good") });
      expect(refused).toMatchObject({ status: 429, code: tooMany });
      expect(refused.refusal?._description).toBe("Sorry. Please try again later.");
      const talk = await createTestEvent(server.db, shop, { name: "A Talk" });
      expect((await other.call(createCart, { add: [ticketLine(talk, 1)] })).status).toBe(200);
      const elsewhere = await guarded({ Good: {} });
      expect(await attempts(visitorOf(elsewhere.shop), elsewhere.shop, 1)).toEqual(["code_not_found:reserve"]);
    });

    test("a code sent with a hold cannot be guessed after twenty wrong codes of one visitor; right and used-up codes do not count", async () => {
      const { shop, browser } = await guarded({ Good: {}, Gone: { max_uses: 0 } });
      const add = [ticketLine(shop.event, 1)];
      const cart_id = cartOf((await browser.call(createCart, { add, ...codes("good") })).body).id;
      for (let time = 0; time < 25; time++) {
        expect((await browser.call(modifyCart, { cart_id, add: [], ...codes("good") })).status).toBe(200);
        expect((await browser.call(modifyCart, { cart_id, add: [], ...codes("gone") })).code).toBe(
          "code_exhausted:reserve",
        );
      }
      expect(await attempts(browser, shop, 20)).toEqual(Array.from({ length: 20 }, () => "code_not_found:reserve"));
      expect(await attempts(browser, shop, 1)).toEqual([tooMany]);
      expect(await attempts(new TestBrowser(server, shop), shop, 1)).toEqual(["code_not_found:reserve"]);
    });

    test("a code sent with a hold cannot be guessed from a link after too many guesses: the codes of the link are ignored", async () => {
      const { shop } = await guarded({ Good: {} });
      const send = async (...texts: string[]) =>
        (
          await visitorOf(shop).call(createCart, {
            add: [ticketLine(shop.event, 1)],
            preloadedPromoCodes: { codes: texts },
          })
        ).status;
      expect(await send("good")).toBe(200);
      for (let time = 0; time < 6; time++)
        expect(await send(...Array.from({ length: 10 }, (_, index) => `wrong${index}`))).toBe(422);
      expect(await send("good")).toBe(422);
    });
  });

  test("a code sent with a hold from a link is applied where it helps, and ignored otherwise", async () => {
    const { shop, browser } = await guarded({ Good: {} });
    const preloadedPromoCodes = { codes: ["good", "nonsense"] };
    const cart = cartOf(
      (await browser.call(createCart, { add: [ticketLine(shop.event, 1)], preloadedPromoCodes })).body,
    );
    expect(cart.cart_mods).toHaveLength(1);
    const talk = await createTestEvent(server.db, shop, { name: "A Talk" });
    const other = cartOf(
      (await new TestBrowser(server, shop).call(createCart, { add: [ticketLine(talk, 1)], preloadedPromoCodes })).body,
    );
    expect(other.cart_mods).toEqual([]);
  });

  test.each([
    [
      "its tickets are removed",
      (browser: TestBrowser, cart: Cart) => browser.call(removeTickets, { cart_id: cart.id, tickets: ticketsOf(cart) }),
    ],
    ["the cart is deleted", (browser: TestBrowser, cart: Cart) => browser.call(deleteCart, { cart_id: cart.id })],
    [
      "the cart expires",
      async (_: TestBrowser, cart: Cart) => {
        await server.db
          .updateTable("cart")
          .set({ expires_at: "2026-01-01T00:00:00Z" })
          .where("id", "=", cart.id)
          .execute();
        await releaseExpiredHolds(server.db);
      },
    ],
  ])("a code sent with a hold is free again when %s", async (_, leave) => {
    const { shop, browser, group } = await guarded({ Once: { max_uses: 1 } });
    const add = [ticketLine(shop.event, 1)];
    const cart = cartOf((await browser.call(createCart, { add, ...codes("once") })).body);
    const other = new TestBrowser(server, shop);
    expect((await other.call(createCart, { add, ...codes("once") })).code).toBe("code_exhausted:reserve");
    await leave(browser, cart);
    expect(await usedOf(group.codes.Once)).toBe(0);
    expect((await other.call(createCart, { add, ...codes("once") })).status).toBe(200);
  });
  const ticketsOf = (cart: Cart) => cart.lines.flatMap(({ types }) => types.flatMap(({ ticket_ids }) => ticket_ids));

  test("a code sent with a hold stays at work when the cart is transferred", async () => {
    const { shop, browser, group } = await guarded({ Once: { max_uses: 1 } });
    const add = [ticketLine(shop.event, 1)];
    const cart = cartOf((await browser.call(createCart, { add, ...codes("once") })).body);
    const other = new TestBrowser(server, shop);
    const taken = await other.call(transferCart, { cart_id: cart.id });
    expect(taken.status).toBe(200);
    expect(cartOf(taken.body)).toMatchObject({ blocking_rules: [], cart_mods: [{ name: "Friends" }] });
    expect(await usedOf(group.codes.Once)).toBe(1);
  });

  test("a code sent with a hold of an expired cart is free at once, before the sweep", async () => {
    const { shop, browser, group } = await guarded({ Once: { max_uses: 1 } });
    const add = [ticketLine(shop.event, 1)];
    const cart = cartOf((await browser.call(createCart, { add, ...codes("once") })).body);
    await server.db.updateTable("cart").set({ expires_at: "2026-01-01T00:00:00Z" }).where("id", "=", cart.id).execute();
    const other = new TestBrowser(server, shop);
    expect((await other.call(createCart, { add, ...codes("once") })).status).toBe(200);
    expect(await usedOf(group.codes.Once)).toBe(1);
  });
});

describe("a blocked cart", () => {
  const address = { first_name: "Ada", last_name: "Byron", email: "ada@example.com" };
  const payment = (cart: Cart) => ({
    cart_id: cart.id,
    list: [
      {
        gateway_id: "test" as const,
        amount: cart.outstanding_balance,
        gateway_data: { card: { number: "4242424242424242", expiry: "12/40", cvc: "123" } },
      },
    ],
  });

  test("shows why, and can be neither paid for nor checked out", async () => {
    const { shop, browser } = await openShop();
    const rule_id = await createCheckoutRule(server.db, shop, {
      description: "Two at least.",
      blocks: "checkout",
      conditions: [{ event_template_ids: [shop.event.id], min: 1, max: 1 }],
    });
    const begun = await browser.call(createCart, { add: [ticketLine(shop.event, 1)] });
    expect(begun.status).toBe(200);
    const cart = cartOf(begun.body);
    expect(cart.blocking_rules).toEqual([{ id: rule_id, description: "Two at least.", block_reason: "not_allowed" }]);
    const no = {
      status: 422,
      code: "rule_blocks_reserve:checkout_rules",
      refusal: { _description: "Two at least.", _extra: { block_reason: "not_allowed", rule_id } },
    };
    expect(await browser.call(payCart, payment(cart))).toMatchObject(no);
    expect(await browser.call(checkoutAsGuest, { cart_id: cart.id, identity: address })).toMatchObject(no);
    const whole = cartOf((await browser.call(modifyCart, { cart_id: cart.id, add: [ticketLine(shop.event, 1)] })).body);
    expect(whole.blocking_rules).toEqual([]);
    expect((await browser.call(payCart, payment(whole))).status).toBe(200);
    // A rule that is added after the payment does not block the checkout.
    await createCheckoutRule(server.db, shop, { blocks: "checkout", conditions: [{ min: 1 }] });
    expect((await browser.call(checkoutAsGuest, { cart_id: cart.id, identity: address })).body).toMatchObject({
      outcome: "completed",
    });
  });

  test("a blocked cart is also one that breaks a rule by a removal, or that is free", async () => {
    const { shop, browser } = await openShop();
    await createCheckoutRule(server.db, shop, {
      conditions: [
        { ticket_type_ids: [children(shop)], min: 1 },
        { ticket_type_ids: [adults(shop)], min: 0, max: 0 },
      ],
    });
    await server.db.updateTable("ticket_type").set({ currency_amount: 0 }).where("id", "=", children(shop)).execute();
    await server.db
      .insertInto("price_log")
      .values({ seller_id: shop.seller_id, ticket_type_id: children(shop), amount: 0 })
      .execute();
    const begun = await browser.call(createCart, {
      add: [ticketLine(shop.event, 1), ticketLine(shop.event, 1, child)],
    });
    const cart = cartOf(begun.body);
    const tickets = begun.body.ticket._data.filter(({ ticket_type_id }) => ticket_type_id === adults(shop));
    const left = await browser.call(removeTickets, { cart_id: cart.id, tickets: tickets.map(({ id }) => id) });
    expect(cartOf(left.body)).toMatchObject({
      outstanding_balance: "0",
      blocking_rules: [{ description: "Not like this." }],
    });
    expect((await browser.call(checkoutAsGuest, { cart_id: cart.id, identity: address })).code).toBe(
      "rule_blocks_reserve:checkout_rules",
    );
  });

  test("a blocked cart is unblocked by a code at work, which the order uses", async () => {
    const { shop, browser } = await openShop();
    const group = await createCodes(server.db, shop, { Open: { max_uses: 1 } });
    await createCheckoutRule(server.db, shop, {
      code_group_id: group.id,
      blocks: "checkout",
      conditions: [{ min: 1 }],
    });
    const add = [ticketLine(shop.event, 1)];
    expect(cartOf((await browser.call(createCart, { add })).body).blocking_rules).toHaveLength(1);
    const cart = cartOf((await browser.call(createCart, { add, ...codes("open") })).body);
    expect(cart.blocking_rules).toEqual([]);
    await browser.call(payCart, payment(cart));
    const done = await browser.call(checkoutAsGuest, { cart_id: cart.id, identity: address });
    expect(done.body).toMatchObject({ outcome: "completed" });
    expect(await usedOf(group.codes.Open)).toBe(1);
  });
});
