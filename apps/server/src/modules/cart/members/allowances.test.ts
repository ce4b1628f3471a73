import {
  createCart,
  deleteCart,
  getCart,
  modifyCart,
  removeTickets,
  transferCart,
  type Cart,
} from "@foyer/contract/shop/cart.ts";
import { myAllowance } from "@foyer/contract/shop/membership.ts";
import type { Configuration } from "@foyer/contract/shop/seller.ts";
import { sql } from "kysely";
import { describe, expect, test } from "vitest";
import { createTestShop, type EventOverrides, type TestShop } from "../../../../test/shop/createTestShop.ts";
import { sellerFinder } from "../../../http/sellerFinder.ts";
import { releaseExpiredHolds } from "../../../jobs/releaseExpiredHolds.ts";
import { settleOpenPayments } from "../../../jobs/settleOpenPayments.ts";
import type { TestApp } from "../../../../test/app/testApp.ts";
import { TestBrowser } from "../../../../test/app/testBrowser.ts";
import { ada, TestBuyer, cards } from "../../../../test/shop/testBuyer.ts";
import { cartFrom } from "../../../../test/cart/carts.ts";
import {
  createTestMember,
  createTestMembership,
  createLimitedVisitor,
  cancelTestMembership,
  type MembershipOverrides,
  type TestMembership,
} from "../../../../test/accounts/members.ts";
import { testProviders } from "../../../../test/app/testProviders.ts";
import { setUpTestApp } from "../../../../test/app/setUpTestApp.ts";

let server: TestApp;
setUpTestApp((opened) => void (server = opened));

const forMembers: EventOverrides = {
  groups: [
    {
      hidden_type: "public_member_only",
      types: [
        { name: "Adult", currency_amount: 500 },
        { name: "Child", currency_amount: 0 },
      ],
    },
    {
      name: "Passes",
      handler: "passes",
      hidden_type: "public_member_only",
      types: [{ name: "Adult", currency_amount: 500 }],
    },
  ],
  sessions: [{ inDays: 7 }, { inDays: 8 }, { inDays: 180 }],
};
type ShopOptions = MembershipOverrides & { readonly configuration?: Configuration };

/** A shop with a member who has a cart of `quantity` adults. */
const openShop = async ({ configuration = {}, ...overrides }: ShopOptions = {}, quantity = 0) => {
  const shop = await createTestShop(server.db, {
    event: forMembers,
    seller: { configuration: JSON.stringify({ ...configuration, hold_limits: { carts_of_visitor: 100 } }) },
  });
  const member = await createTestMember(server.db, shop, { benefits: { Adult: 2 }, ...overrides });
  const browser = new TestBrowser(server, shop, member.cookie);
  const cart = quantity > 0 ? await beginCart(browser, shop, quantity) : undefined;
  return { shop, member, browser, cart };
};
type LineOptions = { readonly session?: number | null; readonly type?: number; readonly group?: number };
const ticketLine = ({ event }: TestShop, quantity: number, { session = 0, type = 0, group = 0 }: LineOptions = {}) => ({
  event_template_id: event.id,
  ...(session !== null && { event_session_id: event.sessions[session]?.id ?? "" }),
  ticket_types_required: [{ ticket_type_id: event.groups[group]?.types[type]?.id ?? "", quantity }],
});
const hold = async (browser: TestBrowser, shop: TestShop, quantity: number, options: LineOptions = {}) => {
  const { status, code } = await browser.call(createCart, { add: [ticketLine(shop, quantity, options)] });
  return code ?? status;
};
const beginCart = async (browser: TestBrowser, shop: TestShop, quantity: number): Promise<Cart> =>
  cartFrom((await browser.call(createCart, { add: [ticketLine(shop, quantity)] })).body);
const used = async ({ seller_id }: TestShop): Promise<number> =>
  (await server.db.selectFrom("allowance_use").select("ticket_id").where("seller_id", "=", seller_id).execute()).length;
const left = async (browser: TestBrowser, shop: TestShop, session: number | null = 0) =>
  (
    await browser.call(myAllowance, {
      event_template_id: shop.event.id,
      ...(session !== null && { event_session_id: shop.event.sessions[session]?.id ?? "" }),
    })
  ).body.allowance._data.map(({ left: names, event_left }) => ({ ...names, event_left }));
const expireHold = (cart: Cart) =>
  server.db
    .updateTable("cart")
    .set({ expires_at: sql<string>`app_now() - interval '30 seconds'`, leased_until: null })
    .where("id", "=", cart.id)
    .execute();

describe("the allowances of a membership", () => {
  test("limit the tickets of a visit over all carts", async () => {
    const { shop, browser, cart } = await openShop({}, 1);
    expect(await hold(browser, shop, 2)).toBe("member_limit_exceeded:reserve");
    const more = await browser.call(modifyCart, { cart_id: cart?.id ?? "", add: [ticketLine(shop, 2)] });
    expect(more.code).toBe("member_limit_exceeded:reserve");
    expect(more.refusal?._description).toBe("Your membership does not allow this many tickets.");
    expect(await hold(browser, shop, 1)).toBe(200);
    expect(await hold(browser, shop, 1)).toBe("member_limit_exceeded:reserve");
    expect(await hold(browser, shop, 2, { session: 1 })).toBe(200);
  });

  test("the allowances of a membership are read with the cart: how many of its tickets use them", async () => {
    const { browser, cart } = await openShop({}, 2);
    expect(cart?.member_tickets).toBe(2);
    const read = async () => cartFrom((await browser.call(getCart, { cart_id: cart?.id ?? "" })).body).member_tickets;
    expect(await read()).toBe(2);
    const [ticket = ""] = cart?.lines[0]?.types[0]?.ticket_ids ?? [];
    const smaller = await browser.call(modifyCart, { cart_id: cart?.id ?? "", remove: [ticket] });
    expect(cartFrom(smaller.body).member_tickets).toBe(1);
    expect(await read()).toBe(1);
  });

  test("allow an exchange in one step", async () => {
    const { shop, browser, cart } = await openShop({}, 2);
    const tickets = cart?.lines[0]?.types[0]?.ticket_ids ?? [];
    const answer = await browser.call(modifyCart, {
      cart_id: cart?.id ?? "",
      remove: [...tickets],
      add: [ticketLine(shop, 2)],
    });
    expect(answer.status).toBe(200);
    expect(await used(shop)).toBe(2);
  });

  test("the allowances of a membership are not used by a refused request", async () => {
    const { shop, browser, cart } = await openShop({}, 1);
    const [ticket = ""] = cart?.lines[0]?.types[0]?.ticket_ids ?? [];
    const answer = await browser.call(modifyCart, {
      cart_id: cart?.id ?? "",
      remove: [ticket],
      add: [ticketLine(shop, 3)],
    });
    expect(answer.code).toBe("member_limit_exceeded:reserve");
    expect(await used(shop)).toBe(1);
    expect(await left(browser, shop)).toEqual([{ Adult: 1, event_left: null }]);
  });

  test("draw on the pool once those of a type are used up", async () => {
    const { shop, browser } = await openShop({ benefits: { Adult: 1, "*": 1 } });
    expect(await hold(browser, shop, 2)).toBe(200);
    expect(await hold(browser, shop, 1, { type: 1 })).toBe("member_limit_exceeded:reserve");
    expect(await left(browser, shop)).toEqual([{ Adult: 0, "*": 0, event_left: null }]);
  });

  test("the allowances of a membership of a whole term count all days and tickets without a session", async () => {
    const { shop, browser } = await openShop({ benefits: { "*": -1 }, purchase_limit: 3 });
    expect(await hold(browser, shop, 1)).toBe(200);
    expect(await hold(browser, shop, 1, { session: 1 })).toBe(200);
    expect(await left(browser, shop)).toEqual([{ "*": -1, event_left: 1 }]);
    expect(await hold(browser, shop, 1, { session: null, group: 1 })).toBe(200);
    expect(await hold(browser, shop, 1, { session: 1 })).toBe("member_limit_exceeded:reserve");
  });

  test("the allowances of a membership are taken from the best of several memberships first", async () => {
    const { shop, browser, member } = await openShop({ benefits: { Adult: 1 }, rank: 2 });
    const best = await createTestMembership(server.db, shop, member.identity_id, { benefits: { Adult: 1 }, rank: 1 });
    await hold(browser, shop, 1);
    const uses = await server.db
      .selectFrom("allowance_use")
      .select("membership_id")
      .where("seller_id", "=", shop.seller_id)
      .execute();
    expect(uses).toEqual([{ membership_id: best.id }]);
    expect(await hold(browser, shop, 1)).toBe(200);
    expect(await hold(browser, shop, 1)).toBe("member_limit_exceeded:reserve");
  });

  test("the allowances of a membership are shared with a visitor who entered the member's number", async () => {
    const { shop, member, browser } = await openShop({}, 1);
    const limited = await createLimitedVisitor(server.db, shop, member.identity_id);
    const guest = new TestBrowser(server, shop, limited.cookie);
    expect(await left(guest, shop)).toEqual([{ Adult: 1, event_left: null }]);
    expect(await hold(guest, shop, 1)).toBe(200);
    expect(await hold(browser, shop, 1)).toBe("member_limit_exceeded:reserve");
  });
});

describe("after the end of the term", () => {
  test.each([
    ["tickets are sold where the seller always allows it", "always", undefined, 200],
    ["tickets are sold for renewing memberships if this one renews", "if_autorenew", "scheduled", 200],
    ["tickets are refused if its renewal was cancelled", "if_autorenew", "cancelled", "member_required:reserve"],
    ["tickets are refused if it never renewed", "if_autorenew", undefined, "member_required:reserve"],
    ["tickets are refused by default", "otherwise", "scheduled", "member_required:reserve"],
  ] as const)("%s", async (_, beyond, auto_renew, answer) => {
    const { shop, browser } = await openShop({
      toDays: 30,
      configuration: { member_reserve_session_beyond_term: beyond },
      ...(auto_renew && { auto_renew }),
    });
    expect(await hold(browser, shop, 1, { session: 2 })).toBe(answer);
    expect(await left(browser, shop, 2)).toHaveLength(answer === 200 ? 1 : 0);
  });
});

test("a card counts on the automatic renewal that another person on the membership pays for", async () => {
  const { shop, member, browser } = await openShop({
    toDays: 30,
    configuration: { member_reserve_session_beyond_term: "if_autorenew" },
  });
  expect(await hold(browser, shop, 1, { session: 2 })).toBe("member_required:reserve");
  const payer = await createTestMember(server.db, shop, { auto_renew: "scheduled" });
  const putOnOrderOf = ({ ticket_order_id, ticket_group_id }: TestMembership) =>
    server.db
      .updateTable("membership")
      .set({ ticket_order_id, ticket_group_id })
      .where("id", "=", member.membership.id)
      .execute();
  await putOnOrderOf(payer.membership);
  const cart = cartFrom((await browser.call(createCart, { add: [ticketLine(shop, 1, { session: 2 })] })).body);
  expect(cart.blocking_rules).toEqual([]);
  await server.db
    .updateTable("auto_renewal")
    .set({ state: "cancelled" })
    .where("membership_id", "=", payer.membership.id)
    .execute();
  expect(cartFrom((await browser.call(getCart, { cart_id: cart.id })).body).blocking_rules).toHaveLength(1);
  await putOnOrderOf(member.membership);
});

describe("an allowance is free again", () => {
  const ways: readonly (readonly [
    string,
    (at: Awaited<ReturnType<typeof openShop>> & { cart: Cart }) => Promise<unknown>,
  ])[] = [
    [
      "when its ticket is removed",
      ({ browser, cart }) =>
        browser.call(removeTickets, { cart_id: cart.id, tickets: cart.lines[0]?.types[0]?.ticket_ids ?? [] }),
    ],
    ["when its cart is deleted", ({ browser, cart }) => browser.call(deleteCart, { cart_id: cart.id })],
    [
      "when its hold has expired and was swept",
      async ({ cart }) => {
        await expireHold(cart);
        await releaseExpiredHolds(server.db);
      },
    ],
  ];
  test.each(ways)("an allowance is free again: %s", async (_, release) => {
    const opened = await openShop({}, 2);
    const { shop, browser, cart } = opened;
    if (!cart) throw new Error("There is a cart.");
    expect(await used(shop)).toBe(2);
    expect(await left(browser, shop)).toEqual([{ Adult: 0, event_left: null }]);
    await release({ ...opened, cart });
    expect(await used(shop)).toBe(0);
    expect(await left(browser, shop)).toEqual([{ Adult: 2, event_left: null }]);
    expect(await hold(browser, shop, 2)).toBe(200);
  });

  test("an allowance is free again at once when its hold has expired, before the sweep", async () => {
    const { shop, browser, cart } = await openShop({}, 2);
    if (cart) await expireHold(cart);
    expect(await used(shop)).toBe(2);
    expect(await left(browser, shop)).toEqual([{ Adult: 2, event_left: null }]);
    expect(await hold(browser, shop, 2)).toBe(200);
    expect(await used(shop)).toBe(2);
  });
});

describe("at the checkout", () => {
  test("refuses tickets of a cancelled membership", async () => {
    const { shop, member } = await openShop();
    const { cookie } = await createLimitedVisitor(server.db, shop, member.identity_id);
    const buyer = new TestBuyer(server, shop, cookie);
    const cart = await buyer.hold(1);
    await cancelTestMembership(server.db, member.membership);
    const words = "Your membership no longer covers all of your tickets. Please remove those for members to continue.";
    const paid = await buyer.pay(cart, cards.good);
    expect([paid.status, paid.body._data[0]._code, paid.body._data[0]._description]).toEqual([
      422,
      "rule_blocks_reserve",
      words,
    ]);
    const seen = (await buyer.get(`/my/cart/${cart.id}`)).body.cart._data[0];
    expect(seen.blocking_rules).toEqual([{ id: shop.event.id, description: words, block_reason: "not_allowed" }]);
    await buyer.post(`/cart/${cart.id}/remove`, { tickets: cart.lines[0]?.types[0]?.ticket_ids });
    expect((await buyer.get(`/my/cart/${cart.id}`)).body.cart._data[0].blocking_rules).toEqual([]);
  });

  test("refuses tickets of a membership that no longer renews", async () => {
    const { shop, member, browser } = await openShop({
      toDays: 30,
      auto_renew: "scheduled",
      configuration: { member_reserve_session_beyond_term: "if_autorenew" },
    });
    const cart = cartFrom((await browser.call(createCart, { add: [ticketLine(shop, 1, { session: 2 })] })).body);
    expect(cart.blocking_rules).toEqual([]);
    await server.db
      .updateTable("auto_renewal")
      .set({ state: "cancelled" })
      .where("membership_id", "=", member.membership.id)
      .execute();
    expect(cartFrom((await browser.call(getCart, { cart_id: cart.id })).body).blocking_rules).toHaveLength(1);
  });

  test("refuses tickets when the cart went to a user without the membership", async () => {
    const { shop, member } = await openShop();
    const { cookie } = await createLimitedVisitor(server.db, shop, member.identity_id);
    const guest = new TestBrowser(server, shop, cookie);
    const cart = await beginCart(guest, shop, 1);
    const other = await createTestMember(server.db, shop, { benefits: { Adult: 2 } });
    // As a login would move the cart.
    await server.db.updateTable("cart").set({ identity_id: other.identity_id }).where("id", "=", cart.id).execute();
    const [theirs, own] = [new TestBrowser(server, shop, other.cookie), new TestBrowser(server, shop, member.cookie)];
    expect(cartFrom((await theirs.call(getCart, { cart_id: cart.id })).body).blocking_rules).toHaveLength(1);
    await server.db.updateTable("cart").set({ identity_id: member.identity_id }).where("id", "=", cart.id).execute();
    expect(cartFrom((await own.call(getCart, { cart_id: cart.id })).body).blocking_rules).toEqual([]);
  });

  test("refuses to transfer tickets that a member's number opened", async () => {
    const { shop, member } = await openShop();
    const { cookie } = await createLimitedVisitor(server.db, shop, member.identity_id);
    const cart = await beginCart(new TestBrowser(server, shop, cookie), shop, 1);
    const stranger = new TestBrowser(server, shop);
    const refused = await stranger.call(transferCart, { cart_id: cart.id });
    expect([refused.code, refused.refusal?._description]).toEqual([
      "access_denied:cart",
      "This cart belongs to another member",
    ]);
    expect((await new TestBrowser(server, shop, member.cookie).call(transferCart, { cart_id: cart.id })).status).toBe(
      200,
    );
  });

  test("at the checkout does not restore an allowance used since for a late payment", async () => {
    const { shop, member, browser } = await openShop({ benefits: { Adult: 1 } });
    const { cookie } = await createLimitedVisitor(server.db, shop, member.identity_id);
    const buyer = new TestBuyer(server, shop, cookie);
    const cart = await buyer.hold(1);
    await buyer.savePurchaser(cart, ada);
    await buyer.pay(cart, cards.good);
    await expireHold(cart);
    await releaseExpiredHolds(server.db);
    expect(await hold(browser, shop, 1)).toBe(200);
    await settleOpenPayments(
      {
        connections: server.connections,
        providers: testProviders(server),
        findSeller: sellerFinder(server.db, 0),
        log: { info: () => undefined, warn: () => undefined, error: () => undefined },
      },
      -1,
    );
    const row = await server.db.selectFrom("cart").select("state").where("id", "=", cart.id).executeTakeFirstOrThrow();
    expect([row.state, await used(shop)]).toEqual(["expired", 1]);
  });
});

describe("myAllowance", () => {
  test("shows members their own allowance only", async () => {
    const { shop } = await openShop({}, 1);
    expect(await left(new TestBrowser(server, shop), shop)).toEqual([]);
    const other = await createTestMember(server.db, shop, { benefits: { Adult: 2 } });
    expect(await left(new TestBrowser(server, shop, other.cookie), shop)).toEqual([{ Adult: 2, event_left: null }]);
  });

  test("requires an existing event and session", async () => {
    const { shop, browser } = await openShop();
    const missing = crypto.randomUUID();
    expect((await browser.call(myAllowance, { event_template_id: missing })).code).toBe("event_not_found:general");
    const { code } = await browser.call(myAllowance, { event_template_id: shop.event.id, event_session_id: missing });
    expect(code).toBe("event_session_not_found:general");
  });

  test("myAllowance needs no session for tickets without one", async () => {
    const { shop, browser } = await openShop();
    expect(await hold(browser, shop, 1, { session: null, group: 1 })).toBe(200);
    expect(await left(browser, shop, null)).toEqual([{ Adult: 1, event_left: null }]);
    expect(await left(browser, shop)).toEqual([{ Adult: 2, event_left: null }]);
  });
});
