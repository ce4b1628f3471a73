import {
  createCart,
  deleteCart,
  getCart,
  modifyCart,
  removeTickets,
  transferCart,
  type Cart,
} from "@foyer/contract/cart.ts";
import { myAllowance } from "@foyer/contract/membership.ts";
import type { Configuration } from "@foyer/contract/seller.ts";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { checkInvariants } from "../../cli/check.ts";
import { makeShop, type EventWishes, type Shop } from "../../db/testShop.ts";
import { sellerFinder } from "../../http/sellers.ts";
import { releaseExpired } from "../../jobs/releaseExpired.ts";
import { settleAll } from "../../jobs/settleAll.ts";
import { openTestApp, type TestApp } from "../../testApp.ts";
import { TestBrowser } from "../../testBrowser.ts";
import { ada, Buyer, cards } from "../../testBuyer.ts";
import { cartOf } from "../../testCarts.ts";
import { makeMember, makeMembership, makeVisitorOf, takeBack, type MembershipWishes } from "../../testMembers.ts";
import { outsideOf } from "../../testOutside.ts";

let house: TestApp;
beforeAll(async () => {
  house = await openTestApp();
});
afterAll(async () => {
  expect(await checkInvariants(house.db)).toEqual([]);
  await house.close();
});

const forMembers: EventWishes = {
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
type Wishes = MembershipWishes & { readonly configuration?: Configuration };

/** A shop with a member who has a cart of `quantity` adults. */
const open = async ({ configuration = {}, ...wishes }: Wishes = {}, quantity = 0) => {
  const shop = await makeShop(house.db, {
    event: forMembers,
    seller: { configuration: JSON.stringify({ ...configuration, hold_limits: { carts_of_visitor: 100 } }) },
  });
  const member = await makeMember(house.db, shop, { benefits: { Adult: 2 }, ...wishes });
  const browser = new TestBrowser(house, shop, member.cookie);
  const cart = quantity > 0 ? await begin(browser, shop, quantity) : undefined;
  return { shop, member, browser, cart };
};
type Asked = { readonly session?: number | null; readonly type?: number; readonly group?: number };
const wish = ({ event }: Shop, quantity: number, { session = 0, type = 0, group = 0 }: Asked = {}) => ({
  event_template_id: event.id,
  ...(session !== null && { event_session_id: event.sessions[session]?.id ?? "" }),
  ticket_types_required: [{ ticket_type_id: event.groups[group]?.types[type]?.id ?? "", quantity }],
});
const hold = async (browser: TestBrowser, shop: Shop, quantity: number, asked: Asked = {}) => {
  const { status, code } = await browser.call(createCart, { add: [wish(shop, quantity, asked)] });
  return code ?? status;
};
const begin = async (browser: TestBrowser, shop: Shop, quantity: number): Promise<Cart> =>
  cartOf((await browser.call(createCart, { add: [wish(shop, quantity)] })).body);
const used = async ({ seller_id }: Shop): Promise<number> =>
  (await house.db.selectFrom("member_use").select("ticket_id").where("seller_id", "=", seller_id).execute()).length;
const left = async (browser: TestBrowser, shop: Shop, session: number | null = 0) =>
  (
    await browser.call(myAllowance, {
      event_template_id: shop.event.id,
      ...(session !== null && { event_session_id: shop.event.sessions[session]?.id ?? "" }),
    })
  ).body.allowance._data.map(({ left: names, event_left }) => ({ ...names, event_left }));
const timeIsOver = (cart: Cart) =>
  house.db
    .updateTable("cart")
    .set({ expires_at: sql<string>`app_now() - interval '30 seconds'`, paying_until: null })
    .where("id", "=", cart.id)
    .execute();

describe("what a membership allows", () => {
  test("so many for each visit, whatever cart they are in, and no more", async () => {
    const { shop, browser, cart } = await open({}, 1);
    expect(await hold(browser, shop, 2)).toBe("member_limit_exceeded:reserve");
    const more = await browser.call(modifyCart, { cart_id: cart?.id ?? "", add: [wish(shop, 2)] });
    expect(more.code).toBe("member_limit_exceeded:reserve");
    expect(more.said?._description).toBe("Your membership does not allow this many tickets.");
    expect(await hold(browser, shop, 1)).toBe(200);
    expect(await hold(browser, shop, 1)).toBe("member_limit_exceeded:reserve");
    expect(await hold(browser, shop, 2, { session: 1 })).toBe(200);
  });

  test("what is taken out and added in one step is exchanged", async () => {
    const { shop, browser, cart } = await open({}, 2);
    const tickets = cart?.lines[0]?.types[0]?.ticket_ids ?? [];
    const answer = await browser.call(modifyCart, {
      cart_id: cart?.id ?? "",
      remove: [...tickets],
      add: [wish(shop, 2)],
    });
    expect(answer.status).toBe(200);
    expect(await used(shop)).toBe(2);
  });

  test("a wish that is refused takes nothing", async () => {
    const { shop, browser, cart } = await open({}, 1);
    const [ticket = ""] = cart?.lines[0]?.types[0]?.ticket_ids ?? [];
    const answer = await browser.call(modifyCart, { cart_id: cart?.id ?? "", remove: [ticket], add: [wish(shop, 3)] });
    expect(answer.code).toBe("member_limit_exceeded:reserve");
    expect(await used(shop)).toBe(1);
    expect(await left(browser, shop)).toEqual([{ Adult: 1, event_left: null }]);
  });

  test("overuse of a type draws on the pool (QTY-09)", async () => {
    const { shop, browser } = await open({ benefits: { Adult: 1, "*": 1 } });
    expect(await hold(browser, shop, 2)).toBe(200);
    expect(await hold(browser, shop, 1, { type: 1 })).toBe("member_limit_exceeded:reserve");
    expect(await left(browser, shop)).toEqual([{ Adult: 0, "*": 0, event_left: null }]);
  });

  test("a term's limit counts all days and what is for no session (ENTITY-47)", async () => {
    const { shop, browser } = await open({ benefits: { "*": -1 }, purchase_limit: 3 });
    expect(await hold(browser, shop, 1)).toBe(200);
    expect(await hold(browser, shop, 1, { session: 1 })).toBe(200);
    expect(await left(browser, shop)).toEqual([{ "*": -1, event_left: 1 }]);
    expect(await hold(browser, shop, 1, { session: null, group: 1 })).toBe(200);
    expect(await hold(browser, shop, 1, { session: 1 })).toBe("member_limit_exceeded:reserve");
  });

  test("the best of several memberships first, then the next", async () => {
    const { shop, browser, member } = await open({ benefits: { Adult: 1 }, rank: 2 });
    const best = await makeMembership(house.db, shop, member.identity_id, { benefits: { Adult: 1 }, rank: 1 });
    await hold(browser, shop, 1);
    const uses = await house.db
      .selectFrom("member_use")
      .select("membership_id")
      .where("seller_id", "=", shop.seller_id)
      .execute();
    expect(uses).toEqual([{ membership_id: best.id }]);
    expect(await hold(browser, shop, 1)).toBe(200);
    expect(await hold(browser, shop, 1)).toBe("member_limit_exceeded:reserve");
  });

  test("a session that only showed a member's number counts like the member's own (T96)", async () => {
    const { shop, member, browser } = await open({}, 1);
    const limited = await makeVisitorOf(house.db, shop, member.identity_id);
    const guest = new TestBrowser(house, shop, limited.cookie);
    expect(await left(guest, shop)).toEqual([{ Adult: 1, event_left: null }]);
    expect(await hold(guest, shop, 1)).toBe(200);
    expect(await hold(browser, shop, 1)).toBe("member_limit_exceeded:reserve");
  });
});

describe("after the end of the term (ENTITY-72)", () => {
  test.each([
    ["always", "always", undefined, 200],
    ["if it renews itself, and it does", "if_autorenew", "scheduled", 200],
    ["if it renews itself, and it does no more", "if_autorenew", "cancelled", "member_required:reserve"],
    ["if it renews itself, and nobody asked it to", "if_autorenew", undefined, "member_required:reserve"],
    ["otherwise", "otherwise", "scheduled", "member_required:reserve"],
  ] as const)("%s", async (_, beyond, auto_renew, answer) => {
    const { shop, browser } = await open({
      toDays: 30,
      configuration: { member_reserve_session_beyond_term: beyond },
      ...(auto_renew && { auto_renew }),
    });
    expect(await hold(browser, shop, 1, { session: 2 })).toBe(answer);
    expect(await left(browser, shop, 2)).toHaveLength(answer === 200 ? 1 : 0);
  });
});

describe("what is given back can be had again", () => {
  const ways: readonly (readonly [
    string,
    (at: Awaited<ReturnType<typeof open>> & { cart: Cart }) => Promise<unknown>,
  ])[] = [
    [
      "taken out",
      ({ browser, cart }) =>
        browser.call(removeTickets, { cart_id: cart.id, tickets: cart.lines[0]?.types[0]?.ticket_ids ?? [] }),
    ],
    ["the cart given up", ({ browser, cart }) => browser.call(deleteCart, { cart_id: cart.id })],
    [
      "its time over, and tidied up",
      async ({ cart }) => {
        await timeIsOver(cart);
        await releaseExpired(house.db);
      },
    ],
  ];
  test.each(ways)("%s", async (_, giveBack) => {
    const opened = await open({}, 2);
    const { shop, browser, cart } = opened;
    if (!cart) throw new Error("There is a cart.");
    expect(await used(shop)).toBe(2);
    expect(await left(browser, shop)).toEqual([{ Adult: 0, event_left: null }]);
    await giveBack({ ...opened, cart });
    expect(await used(shop)).toBe(0);
    expect(await left(browser, shop)).toEqual([{ Adult: 2, event_left: null }]);
    expect(await hold(browser, shop, 2)).toBe(200);
  });

  test("its time over: free at once, before anybody tidied up", async () => {
    const { shop, browser, cart } = await open({}, 2);
    if (cart) await timeIsOver(cart);
    expect(await used(shop)).toBe(2);
    expect(await left(browser, shop)).toEqual([{ Adult: 2, event_left: null }]);
    expect(await hold(browser, shop, 2)).toBe(200);
    expect(await used(shop)).toBe(2);
  });
});

describe("at the till", () => {
  test("what was held by a membership that was taken back is not paid for", async () => {
    const { shop, member } = await open();
    const { cookie } = await makeVisitorOf(house.db, shop, member.identity_id);
    const buyer = new Buyer(house, shop, cookie);
    const cart = await buyer.hold(1);
    await takeBack(house.db, member.membership);
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

  test("nor by one that will not renew itself after all", async () => {
    const { shop, member, browser } = await open({
      toDays: 30,
      auto_renew: "scheduled",
      configuration: { member_reserve_session_beyond_term: "if_autorenew" },
    });
    const cart = cartOf((await browser.call(createCart, { add: [wish(shop, 1, { session: 2 })] })).body);
    expect(cart.blocking_rules).toEqual([]);
    await house.db
      .updateTable("auto_renewal")
      .set({ state: "cancelled" })
      .where("membership_id", "=", member.membership.id)
      .execute();
    expect(cartOf((await browser.call(getCart, { cart_id: cart.id })).body).blocking_rules).toHaveLength(1);
  });

  test("nor when the cart went to a user whose membership it is not", async () => {
    const { shop, member } = await open();
    const { cookie } = await makeVisitorOf(house.db, shop, member.identity_id);
    const guest = new TestBrowser(house, shop, cookie);
    const cart = await begin(guest, shop, 1);
    const other = await makeMember(house.db, shop, { benefits: { Adult: 2 } });
    // As a login takes it along.
    await house.db.updateTable("cart").set({ identity_id: other.identity_id }).where("id", "=", cart.id).execute();
    const [theirs, own] = [new TestBrowser(house, shop, other.cookie), new TestBrowser(house, shop, member.cookie)];
    expect(cartOf((await theirs.call(getCart, { cart_id: cart.id })).body).blocking_rules).toHaveLength(1);
    await house.db.updateTable("cart").set({ identity_id: member.identity_id }).where("id", "=", cart.id).execute();
    expect(cartOf((await own.call(getCart, { cart_id: cart.id })).body).blocking_rules).toEqual([]);
  });

  test("what a member's number opened is not taken over by a link (T22)", async () => {
    const { shop, member } = await open();
    const { cookie } = await makeVisitorOf(house.db, shop, member.identity_id);
    const cart = await begin(new TestBrowser(house, shop, cookie), shop, 1);
    const stranger = new TestBrowser(house, shop);
    const refused = await stranger.call(transferCart, { cart_id: cart.id });
    expect([refused.code, refused.said?._description]).toEqual([
      "access_denied:cart",
      "This cart belongs to another member",
    ]);
    expect((await new TestBrowser(house, shop, member.cookie).call(transferCart, { cart_id: cart.id })).status).toBe(
      200,
    );
  });

  test("money that came late does not bring back what others may have used since", async () => {
    const { shop, member, browser } = await open({ benefits: { Adult: 1 } });
    const { cookie } = await makeVisitorOf(house.db, shop, member.identity_id);
    const buyer = new Buyer(house, shop, cookie);
    const cart = await buyer.hold(1);
    await buyer.savePurchaser(cart, ada);
    await buyer.pay(cart, cards.good);
    await timeIsOver(cart);
    await releaseExpired(house.db);
    expect(await hold(browser, shop, 1)).toBe(200);
    await settleAll(
      {
        connections: house.connections,
        outside: outsideOf(house),
        findSeller: sellerFinder(house.db, 0),
        log: { info: () => undefined, warn: () => undefined, error: () => undefined },
      },
      -1,
    );
    const row = await house.db.selectFrom("cart").select("state").where("id", "=", cart.id).executeTakeFirstOrThrow();
    expect([row.state, await used(shop)]).toEqual(["expired", 1]);
  });
});

describe("what is left is told (myAllowance)", () => {
  test("to nobody but members, and of their own", async () => {
    const { shop } = await open({}, 1);
    expect(await left(new TestBrowser(house, shop), shop)).toEqual([]);
    const other = await makeMember(house.db, shop, { benefits: { Adult: 2 } });
    expect(await left(new TestBrowser(house, shop, other.cookie), shop)).toEqual([{ Adult: 2, event_left: null }]);
  });

  test("of an event and a session that are there", async () => {
    const { shop, browser } = await open();
    const missing = crypto.randomUUID();
    expect((await browser.call(myAllowance, { event_template_id: missing })).code).toBe("event_not_found:general");
    const { code } = await browser.call(myAllowance, { event_template_id: shop.event.id, event_session_id: missing });
    expect(code).toBe("event_session_not_found:general");
  });

  test("without a session for what is for none", async () => {
    const { shop, browser } = await open();
    expect(await hold(browser, shop, 1, { session: null, group: 1 })).toBe(200);
    expect(await left(browser, shop, null)).toEqual([{ Adult: 1, event_left: null }]);
    expect(await left(browser, shop)).toEqual([{ Adult: 2, event_left: null }]);
  });
});
