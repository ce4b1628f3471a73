import { beforeAll, describe, expect, test } from "vitest";
import {
  createCart,
  getCart,
  modifyCart,
  modifyLinkedCart,
  removeTickets,
  type Cart,
  type CartReply,
} from "@foyer/contract/shop/cart.ts";
import { checkoutAsGuest, payCart, savePurchaser } from "@foyer/contract/shop/checkout.ts";
import { applyCode, removeCode } from "@foyer/contract/shop/codes.ts";
import { createCodes, createDiscount, createCheckoutRule } from "../../../test/shop/codesAndRules.ts";
import {
  createTestEvent,
  createTestShop,
  type EventOverrides,
  type TestEvent,
  type TestShop,
} from "../../../test/shop/createTestShop.ts";
import { setUpTestApp } from "../../../test/app/setUpTestApp.ts";
import type { TestApp } from "../../../test/app/testApp.ts";
import { TestBrowser } from "../../../test/app/testBrowser.ts";
import { ada, cards, recordPrices } from "../../../test/shop/testBuyer.ts";
import { openStripeTestApp } from "../../../test/payments/stripeApp.ts";
import { markLoggedIn, createTestMember, cancelTestMembership } from "../../../test/accounts/members.ts";

let server: TestApp;
let shop: TestShop;
let other: TestEvent;
setUpTestApp((opened) => void (server = opened));
beforeAll(async () => {
  shop = await createTestShop(server.db, { event: museum });
  other = await createTestEvent(server.db, shop, {
    name: "A Walk by Night",
    rank: -1,
    sessions: [{ inDays: 9 }, { inDays: 3, at: "20:00" }],
  });
  await recordPrices(server, shop);
  await server.db
    .insertInto("price_log")
    .columns(["seller_id", "ticket_type_id", "amount"])
    .expression((eb) =>
      eb
        .selectFrom("session_price")
        .select(["seller_id", "ticket_type_id", "amount"])
        .where("seller_id", "=", shop.seller_id),
    )
    .execute();
});

/** Covers everything that a reply shows: images, fees, session prices, flexible prices, passes, all-day sessions. */
const museum: EventOverrides = {
  meta: JSON.stringify({
    image_cover: "/images/cover.avif",
    image_profile_alt_text: "A whale",
    ticket_date_time: "All day",
    pad_pre_start: 30,
  }),
  groups: [
    {
      types: [
        { name: "Adult", fee_fixed_outside: 150, fee_percent_outside: 250 },
        { name: "Child", currency_amount: 0 },
      ],
    },
    { name: "Friends", types: [{ name: "As you like", currency_amount_min: 500, currency_amount_max: 9000 }] },
    { name: "Passes", handler: "passes", duration_new: "P1Y", types: [{ name: "A year" }] },
    {
      name: "In parts",
      payment_plan: JSON.stringify([
        { basis_points: 3000, due_days: 0 },
        { basis_points: 7000, due_days: 3 },
      ]),
      types: [{ name: "Slowly", currency_amount: 3333 }],
    },
  ],
  sessions: [
    { capacity: 500, prices: { 0: 2450 } },
    { inDays: 2, at: "00:00", minutes: 1440 },
  ],
};

type LineOptions = { event?: TestEvent; session?: number | null; group?: number; type?: number; more?: object };
const ticketLine = (
  quantity: number,
  { event = shop.event, session = 0, group = 0, type = 0, more = {} }: LineOptions = {},
) => ({
  event_template_id: event.id,
  ...(session !== null && { event_session_id: event.sessions[session]?.id ?? "" }),
  ticket_types_required: [{ ticket_type_id: event.groups[group]?.types[type]?.id ?? "", quantity, ...more }],
});
const named = { admit_names: [" Ada Lovelace ", ""], admit_emails: ["ada@example.com"] };
const cartOf = ({ cart }: CartReply): Cart => {
  const [only] = cart._data;
  if (!only) throw new Error("There is no cart.");
  return only;
};
const idsOf = ({ ticket }: CartReply): string[] => ticket._data.map(({ id }) => id);

/** Compares replies without their remaining seconds, which may differ slightly between two requests. */
const expectSame = (changed: CartReply, read: CartReply): void => {
  const seconds = (reply: CartReply) => cartOf(reply).expires_in ?? -1;
  expect(seconds(changed) - seconds(read)).toBeGreaterThanOrEqual(0);
  expect(seconds(changed) - seconds(read)).toBeLessThanOrEqual(2);
  const withoutSeconds = (reply: CartReply) => ({
    ...reply,
    cart: { _data: [{ ...cartOf(reply), expires_in: null }] },
  });
  expect(withoutSeconds(changed)).toEqual(withoutSeconds(read));
};
const expectAsRead = async (
  browser: TestBrowser,
  { status, body }: { status: number; body: CartReply },
): Promise<CartReply> => {
  expect(status).toBe(200);
  const read = await browser.call(getCart, { cart_id: cartOf(body).id });
  expect(read.status).toBe(200);
  expectSame(body, read.body);
  return body;
};

const newCarts: readonly (readonly [string, () => ReturnType<typeof ticketLine>[]])[] = [
  ["one ticket", () => [ticketLine(1)]],
  ["several of two types", () => [ticketLine(3), ticketLine(2, { type: 1 })]],
  ["what is free", () => [ticketLine(2, { type: 1 })]],
  ["with names", () => [ticketLine(2, { more: named })]],
  ["a price of one's own", () => [ticketLine(1, { group: 1, more: { face_value: "12.50" } })]],
  ["what may be paid in parts", () => [ticketLine(3, { group: 3 })]],
  ["what may be paid in parts and what may not", () => [ticketLine(3, { group: 3 }), ticketLine(1)]],
  ["a pass", () => [ticketLine(1, { group: 2, session: null })]],
  [
    "two events, a whole day and a pass",
    () => [
      ticketLine(1, { group: 2, session: null }),
      ticketLine(2, { event: other }),
      ticketLine(1),
      ticketLine(1, { event: other, session: 1 }),
      ticketLine(2, { session: 1 }),
    ],
  ],
];

describe("the reply to a change equals a later read of the cart", () => {
  test.each(newCarts)(
    "the reply to a change equals a later read of the cart after it begins with %s",
    async (_, add) => {
      await expectAsRead(...(await begun(add())));
    },
  );
  const begun = async (add: ReturnType<typeof ticketLine>[]) => {
    const browser = new TestBrowser(server, shop);
    return [browser, await browser.call(createCart, { add })] as const;
  };

  test.each([["nothing", () => []] as const, ...newCarts])(
    "the reply to a change equals a later read of the cart after a cart with two dated tickets changes by %s",
    async (_, add) => {
      const [browser, first] = await begun([ticketLine(2, { event: other, more: named })]);
      const before = await expectAsRead(browser, first);
      const cart_id = cartOf(before).id;
      await expectAsRead(browser, await browser.call(modifyCart, { cart_id, add: add() }));
      const remove = idsOf(before).slice(0, 1);
      const left = await expectAsRead(browser, await browser.call(modifyLinkedCart, { cart_id, add: add(), remove }));
      const none = await expectAsRead(browser, await browser.call(removeTickets, { cart_id, tickets: idsOf(left) }));
      expect(cartOf(none).lines).toEqual([]);
      await expectAsRead(browser, await browser.call(modifyCart, { cart_id, add: add() }));
    },
  );

  test("the reply to a change equals a later read of the cart with an add-on, a code at work and blocking rules", async () => {
    const ruled = await createTestShop(server.db, {
      seller: { configuration: JSON.stringify({ upsells: { visit_time: "same_date" } }) },
    });
    const tour = await createTestEvent(server.db, ruled, {
      name: "Tour",
      meta: JSON.stringify({ requires_anchor: true, tickets_must_match_anchor_tickets: true }),
      sessions: [{ at: "12:00" }],
    });
    const group = await createCodes(server.db, ruled, { Friends: {} });
    await createCheckoutRule(server.db, ruled, {
      code_group_id: group.id,
      conditions: [{ event_template_ids: [tour.id], min: 1 }],
    });
    await createCheckoutRule(server.db, ruled, { blocks: "checkout", conditions: [{ min: 1, max: 2 }] });
    const browser = new TestBrowser(server, ruled);
    const visit = ticketLine(1, { event: ruled.event });
    const preReservePromoCodes = { codes: ["friends"] };
    const add = [visit, ticketLine(1, { event: tour })];
    const first = await expectAsRead(browser, await browser.call(createCart, { add, preReservePromoCodes }));
    const cart_id = cartOf(first).id;
    expect(cartOf(first).visit_window).not.toBeNull();
    expect([cartOf(first).cart_mods.length, cartOf(first).blocking_rules.length]).toEqual([1, 1]);
    expect(cartOf(first).lines.map(({ needs_anchor }) => needs_anchor)).toEqual([false, true]);
    const more = await expectAsRead(browser, await browser.call(modifyCart, { cart_id, add: [visit, visit] }));
    expect(cartOf(more).blocking_rules).toMatchObject([{ id: tour.id }]);
    const visits = more.ticket._data.filter((ticket) => ticket.event_template_id !== tour.id).map(({ id }) => id);
    const none = await expectAsRead(browser, await browser.call(removeTickets, { cart_id, tickets: visits }));
    expect(cartOf(none)).toMatchObject({ lines: [], blocking_rules: [], visit_window: null });
    expect(cartOf(none).cart_mods).toMatchObject([{ resource: "code", codes: [{ code: "Friends" }], discount: "0" }]);
  });

  test.each(newCarts)(
    "the reply to a change equals a later read of the cart with discounts and codes, after it begins and changes by %s",
    async (_, add) => {
      const [all, coded, waiting] = [
        { benefit: { amount: 700 }, per: "cart" as const, min_tickets: 2, name: "From two on" },
        { benefit: { percent: 1250 }, name: "With a code", rank: 1 },
        { benefit: { price: 100 }, name: "For many", rank: 2, min_tickets: 50 },
      ];
      // The tests share this seller: removes what earlier ones left.
      await server.db.updateTable("discount").set({ retired: true }).where("seller_id", "=", shop.seller_id).execute();
      await createDiscount(server.db, shop, all);
      const codes = [coded, waiting].map(({ name }) => `${name} ${crypto.randomUUID().slice(0, 8)}`);
      for (const [index, discount] of [coded, waiting].entries()) {
        const group = await createCodes(server.db, shop, { [codes[index] ?? ""]: {} });
        await createDiscount(server.db, shop, { ...discount, code_group_ids: [group.id] });
      }
      const browser = new TestBrowser(server, shop);
      const begun = await expectAsRead(browser, await browser.call(createCart, { add: add() }));
      const cart_id = cartOf(begun).id;
      for (const code of codes) {
        const sent = { cart_id, code, require_benefit: false };
        await expectAsRead(browser, await browser.call(applyCode, sent));
      }
      const more = await expectAsRead(
        browser,
        await browser.call(modifyCart, { cart_id, add: [ticketLine(2, { event: other })] }),
      );
      expect(cartOf(more).cart_mods.map(({ resource }) => resource)).toEqual(["discount", "discount", "code"]);
      const remove = idsOf(more).slice(0, 1);
      await expectAsRead(browser, await browser.call(modifyCart, { cart_id, add: add(), remove }));
      const [code_id = ""] = cartOf(more).cart_mods.flatMap((mod) => mod.codes.map(({ id }) => id));
      const off = await expectAsRead(browser, await browser.call(removeCode, { cart_id, code_id }));
      await expectAsRead(browser, await browser.call(removeTickets, { cart_id, tickets: idsOf(off) }));
      await server.db.updateTable("discount").set({ retired: true }).where("seller_id", "=", shop.seller_id).execute();
    },
  );

  test("the reply to a change equals a later read of the cart for a visitor's second cart and for a member's cart", async () => {
    const [browser, first] = await begun([ticketLine(1)]);
    const { identity_id } = cartOf(await expectAsRead(browser, first));
    const second = await expectAsRead(browser, await browser.call(createCart, { add: [ticketLine(1)] }));
    expect(cartOf(second)).toMatchObject({ identity_id, owned_by_public_identity: true });

    await markLoggedIn(server.db, String(identity_id));
    const member = await expectAsRead(browser, await browser.call(createCart, { add: [ticketLine(1)] }));
    expect(cartOf(member)).toMatchObject({ identity_id, owned_by_public_identity: false });
  });

  test("the reply to a change equals a later read of the cart with tickets for members, and after the membership has lapsed", async () => {
    const closed = await createTestEvent(server.db, shop, { name: "Evening", hidden_type: "public_member_only" });
    const { cookie, membership } = await createTestMember(server.db, shop, { benefits: { Adult: 3 } });
    const browser = new TestBrowser(server, shop, cookie);
    const first = await expectAsRead(
      browser,
      await browser.call(createCart, { add: [ticketLine(2, { event: closed })] }),
    );
    expect(cartOf(first).blocking_rules).toEqual([]);
    await cancelTestMembership(server.db, membership);
    const cart_id = cartOf(first).id;
    const more = await expectAsRead(browser, await browser.call(modifyCart, { cart_id, add: [ticketLine(1)] }));
    expect(cartOf(more).blocking_rules).toMatchObject([{ id: closed.id }]);
    const none = await expectAsRead(browser, await browser.call(removeTickets, { cart_id, tickets: idsOf(first) }));
    expect(cartOf(none).blocking_rules).toEqual([]);
  });

  test("the reply to a change equals a later read of the cart after an extension", async () => {
    const [browser, first] = await begun([ticketLine(1)]);
    const cart_id = cartOf(first.body).id;
    await server.db.updateTable("cart").set({ extensions: 3 }).where("id", "=", cart_id).execute();
    const longer = await expectAsRead(browser, await browser.call(modifyCart, { cart_id, add: [ticketLine(1)] }));
    expect(cartOf(longer).extensions_left).toBe(7);
  });

  test("the reply to a change equals a later read of the cart for a seller with cards, with the public key of the provider and no secret ones", async () => {
    const stripe = await openStripeTestApp(server);
    const cards = await stripe.createShop({ payment_method_configuration: "pmc_ofThisShop" });
    const browser = new TestBrowser(stripe.server, cards);
    const one = (quantity: number) => ticketLine(quantity, { event: cards.event });
    const first = await expectAsRead(browser, await browser.call(createCart, { add: [one(1)] }));
    const face = { publishable_key: "pk_test_ofThisShop", pmc_id: "pmc_ofThisShop" };
    expect(cartOf(first).cart_fees).toMatchObject([{ gateway_id: "stripe", ...face }]);
    const cart_id = cartOf(first).id;
    const more = await expectAsRead(browser, await browser.call(modifyCart, { cart_id, add: [one(2)] }));
    expect(cartOf(more).cart_fees).toMatchObject([face]);
    expect(JSON.stringify(more)).not.toMatch(/(?:sk|rk)_test_|whsec_/);
    const none = await expectAsRead(browser, await browser.call(removeTickets, { cart_id, tickets: idsOf(more) }));
    expect(cartOf(none).cart_fees).toMatchObject([{ gateway_id: "free", publishable_key: null, pmc_id: null }]);
    await stripe.close();
  });

  test("the reply to a change equals a later read of the cart for many changes at once, two of them of one cart", async () => {
    const [browser, first] = await begun([ticketLine(1)]);
    const cart_id = cartOf(first.body).id;
    const strangers = Array.from({ length: 12 }, () => new TestBrowser(server, shop));
    const [one, two, ...rest] = await Promise.all([
      browser.call(modifyCart, { cart_id, add: [ticketLine(1, { session: 1 })] }),
      browser.call(modifyCart, { cart_id, add: [ticketLine(2, { event: other })] }),
      ...strangers.map((stranger, index) =>
        stranger.call(createCart, { add: newCarts[index % newCarts.length]?.[1]() ?? [] }),
      ),
    ]);
    const last = idsOf(one.body).length > idsOf(two.body).length ? one : two;
    await expectAsRead(browser, last);
    expect(idsOf(last.body)).toHaveLength(4);
    for (const [index, stranger] of strangers.entries()) await expectAsRead(stranger, rest[index] ?? one);
  });
});

describe("the reply of the checkout equals a later read of the cart", () => {
  const read = async (browser: TestBrowser, cart_id: string): Promise<CartReply> =>
    (await browser.call(getCart, { cart_id })).body;

  test.each([
    ...newCarts,
    [
      "several, with a discount and a waiting code",
      () => [ticketLine(3), ticketLine(1, { event: other, more: named })],
    ] as const,
  ])("the reply of the checkout equals a later read of the cart after the purchase of %s", async (what, add) => {
    const isDiscounted = what.includes("discount");
    const code = `Later ${crypto.randomUUID().slice(0, 8)}`;
    if (isDiscounted) {
      await createDiscount(server.db, shop, {
        benefit: { amount: 700 },
        per: "cart",
        name: "From three on",
        min_tickets: 3,
      });
      const group = await createCodes(server.db, shop, { [code]: {} });
      await createDiscount(server.db, shop, { benefit: { price: 1 }, min_tickets: 90, code_group_ids: [group.id] });
    }
    const browser = new TestBrowser(server, shop);
    const begun = await browser.call(createCart, { add: add() });
    const cart_id = cartOf(begun.body).id;
    const cart = isDiscounted
      ? cartOf((await browser.call(applyCode, { cart_id, code, require_benefit: false })).body)
      : cartOf(begun.body);
    expect((await browser.call(savePurchaser, { cart_id, identity: ada })).status).toBe(200);

    const isFree = cart.outstanding_balance === "0";
    const card = { number: cards.good, expiry: "12/40", cvc: "123" };
    const paid = await browser.call(payCart, {
      cart_id,
      list: isFree
        ? [{ gateway_id: "free", amount: "0" }]
        : [{ gateway_id: "test", amount: cart.outstanding_balance, gateway_data: { card } }],
    });
    expect([what, paid.code]).toEqual([what, undefined]);
    const { ticket } = await read(browser, cart_id);
    expectSame({ cart: paid.body.cart, ticket }, await read(browser, cart_id));
    expect(cartOf({ cart: paid.body.cart, ticket })).toMatchObject({ payment_in_progress: !isFree });

    const bought = await browser.call(checkoutAsGuest, { cart_id, identity: ada });
    expect([what, bought.code]).toEqual([what, undefined]);
    expect(bought.body.outcome).toBe("completed");
    expectSame({ cart: bought.body.cart, ticket: bought.body.ticket }, await read(browser, cart_id));
    expect(cartOf(bought.body).ticket_order_id).toBe(bought.body.ticket_order._data[0]?.id);
    // Repeating the checkout reads the cart, with the same result.
    expect((await browser.call(checkoutAsGuest, { cart_id, identity: ada })).body).toEqual(bought.body);
    if (isDiscounted)
      await server.db.updateTable("discount").set({ retired: true }).where("seller_id", "=", shop.seller_id).execute();
  });
});
