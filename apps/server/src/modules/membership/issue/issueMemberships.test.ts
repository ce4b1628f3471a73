import { termEnd } from "@foyer/rules/catalog/purchaseTerm.ts";
import { describe, expect, test } from "vitest";
import { createCart, modifyCart } from "@foyer/contract/shop/cart.ts";
import type { TicketRequest } from "@foyer/contract/shop/cartChange.ts";
import { getOrder } from "@foyer/contract/shop/orders/orders.ts";
import { createTestShop, type TestShop } from "../../../../test/shop/createTestShop.ts";
import type { TestApp } from "../../../../test/app/testApp.ts";
import { TestBrowser } from "../../../../test/app/testBrowser.ts";
import { cards } from "../../../../test/shop/testBuyer.ts";
import { createTestUser } from "../../../../test/accounts/members.ts";
import {
  membershipRequest,
  buyMembership,
  cartFromResponse,
  holdMembership,
  createLevels,
  readMemberships,
  type TestLevels,
} from "../../../../test/accounts/membershipLevels.ts";
import { ticketLine } from "../../../../test/shop/ticketLine.ts";
import { setUpLevels } from "../../../../test/accounts/setUpLevels.ts";

let server: TestApp;
let shop: TestShop;
let levels: TestLevels;
setUpLevels((opened) => void ({ server, shop, levels } = opened));

const family = [
  { type: 0, name: "Ada Lovelace", email: "ada@example.org" },
  { type: 1, name: "William King" },
  { type: 2, name: "Byron King" },
  { type: 2, name: "Anne King" },
];
const hold = async (wanted: TicketRequest, more: { readonly cookie?: string } = {}) =>
  new TestBrowser(server, shop, more.cookie).call(createCart, { add: [wanted] });
const visit = (quantity = 1): TicketRequest => ticketLine(shop.event, quantity);

describe("buying a membership", () => {
  test("issues one for each person, with the benefits of their role", async () => {
    const { order_id } = await buyMembership(
      server,
      shop,
      membershipRequest(levels, levels.family, { people: family }),
    );
    const made = await readMemberships(server, order_id);
    expect(made.map(({ party_role, holder_name, holder_email }) => [party_role, holder_name, holder_email])).toEqual([
      ["member", "Ada Lovelace", "ada@example.org"],
      ["second-card", "William King", null],
      ["child", "Anne King", null],
      ["child", "Byron King", null],
    ]);
    expect(made[0]).toMatchObject({
      level_name: "Family",
      membership_program_id: levels.program_id,
      membership_role_id: levels.role_id,
      benefits: { Adult: 1, "*": 2 },
      purchase_limit: 12,
      state: "active",
      renews_id: null,
    });
    expect(new Set(made.map(({ scan_code }) => scan_code)).size).toBe(4);
    for (const { member_number, scan_code } of made) {
      expect(member_number).toMatch(/^[0-9A-HJKMNP-TV-Z]{10}$/);
      expect(scan_code).toMatch(/^[0-9A-F]{32}$/);
    }
  });

  test("starts it at once and ends it with a day at the venue, after the level's duration", async () => {
    const { order_id } = await buyMembership(server, shop, membershipRequest(levels, levels.individual));
    const [made] = await readMemberships(server, order_id);
    const from = Temporal.Instant.from(made?.valid_from ?? "").toZonedDateTimeISO(shop.timezone);
    expect(Math.abs(from.epochMilliseconds - Date.now())).toBeLessThan(20_000);
    expect(made?.valid_to).toBe(termEnd(from.toPlainDate(), "P1Y", shop.timezone));
  });

  test("costs the sum of its cards", async () => {
    const { cart } = await holdMembership(server, shop, membershipRequest(levels, levels.family, { people: family }));
    expect(cart).toMatchObject({ outstanding_balance: "130.00", membership_action: "buy", giftee: null });
  });

  test("issues nothing before it is paid: declined or in progress", async () => {
    const { buyer, cart } = await holdMembership(server, shop, membershipRequest(levels, levels.individual));
    const made = async () =>
      (
        await server.db
          .selectFrom("membership as m")
          .innerJoin("ticket as t", (join) =>
            join.onRef("t.seller_id", "=", "m.seller_id").onRef("t.id", "=", "m.ticket_id"),
          )
          .select("m.id")
          .where("t.cart_id", "=", cart.id)
          .execute()
      ).length;
    await buyer.pay(cart, cards.declined);
    await buyer.checkOut(cart);
    expect(await made()).toBe(0);
    await buyer.pay(cart, cards.requiresAction);
    await buyer.checkOut(cart);
    expect(await made()).toBe(0);
  });

  test("issues a free membership, too", async () => {
    const free = await createTestShop(server.db);
    const of = await createLevels(server, free, { individual: { types: [{ name: "Member", currency_amount: 0 }] } });
    const { buyer, cart } = await holdMembership(server, free, membershipRequest(of, of.individual));
    await buyer.payFree(cart);
    const response = await buyer.checkOut(cart);
    expect(await readMemberships(server, response.body.ticket_order._data[0].id)).toHaveLength(1);
  });
});

test("an address gets ten cards of free memberships a day; further memberships are issued without", async () => {
  const free = await createTestShop(server.db);
  const of = await createLevels(server, free, { individual: { types: [{ name: "Member", currency_amount: 0 }] } });
  for (let nth = 0; nth < 12; nth++) {
    const { buyer, cart } = await holdMembership(server, free, membershipRequest(of, of.individual));
    await buyer.payFree(cart);
    const response = await buyer.checkOut(cart);
    expect(await readMemberships(server, response.body.ticket_order._data[0].id)).toHaveLength(1);
  }
  const sent = await server.db
    .selectFrom("outbox")
    .select("to_address")
    .where("seller_id", "=", free.seller_id)
    .where("kind", "=", "membership_card")
    .execute();
  expect(sent).toHaveLength(10);
});

describe("a level's questions", () => {
  const spec = (context: string) => ({
    properties: { why: { title: "Why", type: "string", context } },
    required: ["why"],
  });
  const asking = async (context: string) => {
    const at = await createTestShop(server.db);
    const of = await createLevels(server, at, { individual: { additional_info_spec: JSON.stringify(spec(context)) } });
    const browser = new TestBrowser(server, at);
    const answer = (why?: string) =>
      browser.call(createCart, {
        add: [membershipRequest(of, of.individual)],
        ...(why !== undefined && { additionalInfo: { [of.individual.id]: { why } } }),
      });
    return { answer, of };
  };

  test("a level's questions for new members are required of buyers", async () => {
    const { answer, of } = await asking("membership buy guest");
    const refused = await answer();
    expect(refused.code).toBe("additional_info_validation_failed:reserve");
    expect(refused.body).toMatchObject({
      _data: [{ _extra: { ticket_group_id: of.individual.id, problems: { why: "required" } } }],
    });
    expect(cartFromResponse(await answer("The sea")).membership_action).toBe("buy");
  });
  test.each(["gift", "renew", "membership gift", "buy member"])(
    "a level's questions with the context '%s' are not required of buyers",
    async (context) => {
      const { answer } = await asking(context);
      expect(cartFromResponse(await answer()).membership_action).toBe("buy");
    },
  );
  test("a level's questions for givers are required of gifts", async () => {
    const at = await createTestShop(server.db);
    const of = await createLevels(server, at, { individual: { additional_info_spec: JSON.stringify(spec("gift")) } });
    const answer = (why?: string) =>
      new TestBrowser(server, at).call(createCart, {
        add: [membershipRequest(of, of.individual, { people: [{ type: 0 }], action: "gift" })],
        ...(why !== undefined && { additionalInfo: { [of.individual.id]: { why } } }),
      });
    expect((await answer()).code).toBe("additional_info_validation_failed:reserve");
    expect(cartFromResponse(await answer("A birthday")).membership_action).toBe("gift");
  });
});

describe("the account of a membership", () => {
  const userOf = (email: string) =>
    server.db
      .selectFrom("identity as i")
      .leftJoin("user_login as l", (join) =>
        join.onRef("l.seller_id", "=", "i.seller_id").onRef("l.identity_id", "=", "i.id"),
      )
      .select(["i.id", "i.first_name", "i.last_name", "l.password", "l.email_verified_at"])
      .where("i.seller_id", "=", shop.seller_id)
      .where("i.kind", "=", "user")
      .where("i.email", "=", email)
      .execute();

  test("the account of a membership is a new user with the guest's address and without a password", async () => {
    const people = [{ type: 0, name: "Grace Brewster Hopper", email: "grace@example.org" }];
    const { order_id } = await buyMembership(server, shop, membershipRequest(levels, levels.individual, { people }));
    const [made] = await readMemberships(server, order_id);
    expect(await userOf("grace@example.org")).toEqual([
      {
        id: made?.identity_id,
        first_name: "Grace",
        last_name: "Brewster Hopper",
        password: null,
        email_verified_at: null,
      },
    ]);
    const again = await buyMembership(
      server,
      shop,
      membershipRequest(levels, levels.individual, { people: [{ ...people[0]!, email: "GRACE@example.org" }] }),
    );
    expect((await readMemberships(server, again.order_id))[0]?.identity_id).toBe(made?.identity_id);
  });

  test("the account of a membership is the member's own, whatever address they enter", async () => {
    const user = await createTestUser(server.db, shop);
    const wanted = membershipRequest(levels, levels.individual, {
      people: [{ type: 0, name: "A B", email: "other@example.org" }],
    });
    const { order_id } = await buyMembership(server, shop, wanted, { cookie: user.cookie });
    expect((await readMemberships(server, order_id))[0]).toMatchObject({
      identity_id: user.identity_id,
      holder_name: "A B",
    });
    expect(await userOf("other@example.org")).toEqual([]);
  });

  test("locks out an attacker who registered the address without verifying it (pre-hijacking)", async () => {
    const [thief, owner] = [
      await createTestUser(server.db, shop, { email: "victim@example.org" }),
      await createTestUser(server.db, shop, { email: "proved@example.org" }),
    ];
    await server.db
      .updateTable("user_login")
      .set({ password: "$argon2id$v=19$m=1,t=1,p=1$x" })
      .where("identity_id", "in", [thief.identity_id, owner.identity_id])
      .execute();
    await server.db
      .updateTable("user_login")
      .set({ email_verified_at: null })
      .where("identity_id", "=", thief.identity_id)
      .execute();
    for (const email of ["victim@example.org", "proved@example.org"])
      await buyMembership(
        server,
        shop,
        membershipRequest(levels, levels.individual, { people: [{ type: 0, name: "A B", email }] }),
      );
    const sessions = (id: string) =>
      server.db
        .selectFrom("visitor_session")
        .select("identity_id")
        .where("identity_id", "=", id)
        .where("ended_at", "is", null)
        .execute();
    expect(await userOf("victim@example.org")).toMatchObject([{ id: thief.identity_id, password: null }]);
    expect(await sessions(thief.identity_id)).toEqual([]);
    expect(await userOf("proved@example.org")).toMatchObject([{ password: "$argon2id$v=19$m=1,t=1,p=1$x" }]);
    expect(await sessions(owner.identity_id)).toHaveLength(1);
  });
});

describe("a cart refuses", () => {
  const memberRequired = "At least one member is required to purchase a membership";
  test.each([
    ["a family without its member", [family[1]!], "validation_failed:membership", memberRequired],
    ["a family without a second adult", [family[0]!], "min_tickets_per_order_not_met:membership", undefined],
    [
      "two second adults",
      [family[0]!, family[1]!, { type: 1, name: "Charles Babbage" }],
      "max_tickets_per_order_exceeded:membership",
      undefined,
    ],
    [
      "eleven children, as the default limit is ten",
      [family[0]!, family[1]!, ...Array.from({ length: 11 }, () => ({ type: 2 }))],
      "max_tickets_per_order_exceeded:membership",
      undefined,
    ],
    [
      "a member without a name",
      [{ type: 0, email: "ada@example.org" }, family[1]!],
      "validation_failed:reserve",
      undefined,
    ],
    [
      "a member without an address",
      [{ type: 0, name: "Ada Lovelace" }, family[1]!],
      "validation_failed:reserve",
      undefined,
    ],
  ])("a cart refuses %s", async (_, people, code, description) => {
    const { status, code: actualCode, refusal } = await hold(membershipRequest(levels, levels.family, { people }));
    expect([status, actualCode]).toEqual([422, code]);
    if (description !== undefined) expect(refusal?._description).toBe(description);
  });

  test("a cart accepts ten children", async () => {
    const people = [family[0]!, family[1]!, ...Array.from({ length: 10 }, () => ({ type: 2 }))];
    expect((await hold(membershipRequest(levels, levels.family, { people }))).status).toBe(200);
  });

  test("a cart accepts an unrequested address and drops it", async () => {
    const people = [family[0]!, family[1]!, { type: 2, name: "Byron King", email: "byron@example.org" }];
    const { body } = await hold(membershipRequest(levels, levels.family, { people }));
    expect(body.ticket._data.map(({ admit_email }) => admit_email).filter(Boolean)).toEqual(["ada@example.org"]);
  });

  test("a second level, at once or later, the same or another", async () => {
    const browser = new TestBrowser(server, shop);
    const both = [
      membershipRequest(levels, levels.individual),
      membershipRequest(levels, levels.family, { people: family }),
    ];
    expect((await browser.call(createCart, { add: both })).code).toBe("membership_in_cart:membership");
    const cart = cartFromResponse(await browser.call(createCart, { add: [both[0]!, visit()] }));
    for (const add of both)
      expect((await browser.call(modifyCart, { cart_id: cart.id, add: [add] })).code).toBe(
        "membership_in_cart:membership",
      );
    const { code } = await browser.call(modifyCart, { cart_id: cart.id, add: [visit()] });
    expect(code).toBeUndefined();
  });

  test("a cart accepts replacing one level by another", async () => {
    const browser = new TestBrowser(server, shop);
    const answer = await browser.call(createCart, { add: [membershipRequest(levels, levels.individual)] });
    const cart = cartFromResponse(answer);
    const remove = answer.body.ticket._data.map(({ id }) => id);
    const add = [membershipRequest(levels, levels.family, { people: family })];
    expect((await browser.call(modifyCart, { cart_id: cart.id, remove, add })).status).toBe(200);
  });

  test("a membership action for another ticket", async () => {
    expect((await hold({ ...visit(), membership: { action: "buy" } })).code).toBe("validation_failed:membership");
  });
});

describe("an order with a membership", () => {
  test("embeds catalogue rows, and memberships without personal data", async () => {
    const { order_id, response } = await buyMembership(
      server,
      shop,
      membershipRequest(levels, levels.family, {
        people: [
          { type: 0, name: "Ada Byron", email: "ada@lovelace.example" },
          { type: 1, name: "Mary Somerville" },
        ],
      }),
    );
    const token = response.body.ticket_order._data[0].token as string;
    const { body } = await new TestBrowser(server, shop).call(getOrder, {
      ticket_order_id: order_id,
      token,
      _embed: "ticket,ticket_group,membership,event_template,event_template.venue",
      "ticket.state._in": "booked,redeemed",
      "ticket_group.handler._in": "membership",
    });
    expect(body.ticket?._data).toHaveLength(2);
    expect(body.ticket_group?._data).toMatchObject([{ id: levels.family.id, handler: "membership" }]);
    expect(body.event_template?._data).toMatchObject([{ id: levels.event.id }]);
    expect(body.venue?._data).toMatchObject([{ timezone: shop.timezone }]);
    expect(body.ticket_type).toBeUndefined();
    expect(body.membership?._data.map(({ ticket_order_id, holder_name }) => [ticket_order_id, holder_name])).toEqual([
      [null, null],
      [null, null],
    ]);
    expect(body.membership?._data[0]).toMatchObject({ auto_renew_state: "none", is_valid: true });
    expect(JSON.stringify(body.membership)).not.toMatch(/Byron|Somerville|lovelace/);
  });
  test("leaves out tickets of other handlers or states", async () => {
    const { order_id, response } = await buyMembership(server, shop, membershipRequest(levels, levels.individual));
    const token = response.body.ticket_order._data[0].token as string;
    const browser = new TestBrowser(server, shop);
    for (const narrow of [{ "ticket_group.handler._in": "tickets,seated" }, { "ticket.state._in": "cancelled" }]) {
      const { body } = await browser.call(getOrder, { ticket_order_id: order_id, token, ...narrow });
      expect(body.ticket_order._data).toHaveLength(1);
      expect(body.ticket?._data).toEqual([]);
      expect(body.ticket_group).toBeUndefined();
    }
  });
});
