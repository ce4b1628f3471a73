import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { setUpTestApp } from "../../../../test/app/setUpTestApp.ts";
import type { TestApp } from "../../../../test/app/testApp.ts";
import { membershipRequest } from "../../../../test/accounts/membershipLevels.ts";
import { setPartyTermEnd, type JoinedMember } from "../../../../test/accounts/renewals.ts";
import { LinkPayer } from "../../../../test/office/counterLinks.ts";
import {
  changeTo,
  createLevelShop,
  joinInMiddle,
  linkToChange,
  optionOf,
  setHalfTerm,
  termsOfNumber,
  type LevelShop,
} from "../../../../test/office/levelShop.ts";
import { refusalOf } from "../../../../test/orders/changedOrders.ts";
import { createTestEvent, type TestEvent } from "../../../../test/shop/createTestShop.ts";
import { cards, recordPrices, TestBuyer } from "../../../../test/shop/testBuyer.ts";
import { ticketLine } from "../../../../test/shop/ticketLine.ts";

let server: TestApp;
let at: LevelShop;
let night: TestEvent;
let member: JoinedMember;
let buyer: TestBuyer;
setUpTestApp((opened) => void (server = opened));

/** Individual allows one adult and two of any type on each visit, Patron four adults. Both prices are for members. */
beforeAll(async () => {
  at = await createLevelShop(server);
  const types = [
    { name: "Adult", currency_amount: 700 },
    { name: "Child", currency_amount: 300 },
  ];
  night = await createTestEvent(server.db, at.shop, {
    name: "Members' night",
    sessions: [{ inDays: 7 }, { inDays: 40 }],
    groups: [
      { hidden_type: "public_member_only", types },
      { name: "Passes", handler: "passes", hidden_type: "public_member_only", types },
    ],
  });
  await recordPrices(server, at.shop);
});
beforeEach(async () => {
  member = await joinInMiddle(server, at);
  buyer = new TestBuyer(server, at.shop, member.user?.cookie);
});

const want = (line: object) => buyer.post("/my/cart/modify", { add: [line] });
const hold = async (line: object) => {
  const reply = await want(line);
  expect(refusalOf(reply)).toBe("200");
  return reply.body.cart._data[0];
};
type Held = Awaited<ReturnType<typeof hold>>;
const complete = async (cart: Held): Promise<string> => {
  const paid = await buyer.pay(cart, cards.good);
  if (refusalOf(paid) !== "200") return refusalOf(paid);
  return String((await buyer.checkOut(cart)).body.outcome);
};
const endTerm = () =>
  server.db
    .updateTable("membership")
    .set({ valid_to: new Date(Date.now() - 60_000).toISOString() })
    .where("id", "=", member.membership_id)
    .execute();
/** The levels and allowances that the tickets of an order or cart use. */
const usesOf = async ({ id }: Held): Promise<readonly string[]> =>
  (
    await server.db
      .selectFrom("allowance_use as u")
      .innerJoin("ticket as t", (on) => on.onRef("t.seller_id", "=", "u.seller_id").onRef("t.id", "=", "u.ticket_id"))
      .innerJoin("membership as m", (on) =>
        on.onRef("m.seller_id", "=", "u.seller_id").onRef("m.id", "=", "u.membership_id"),
      )
      .select(["m.level_name", "u.allowance"])
      .where("t.cart_id", "=", id)
      .execute()
  )
    .map(({ level_name, allowance }) => `${level_name} ${allowance}`)
    .toSorted();

const renewalLine = () =>
  membershipRequest(at.levels, at.levels.individual, { action: "renew", renews_id: member.membership_id });

describe("a membership that ends by its date after tickets were held with it", () => {
  test.each([
    { what: "a visit", line: () => ticketLine(night, 2) },
    { what: "a pass", line: () => ticketLine(night, 2, { group: 1, session: null }) },
  ])("sells $what at the held price, and nothing more", async ({ line }) => {
    const cart = await hold(line());
    await endTerm();
    const more = await buyer.post(`/my/cart/${cart.id}/modify`, { add: [line()] });
    expect(refusalOf(more)).toBe("422 member_required");
    expect(cart.outstanding_balance).toBe("14.00");
    expect(await complete(cart)).toBe("completed");
  });

  test("that is renewed in the same cart starts its next term when it is paid", async () => {
    await setHalfTerm(server, at, member.membership_id, { left: 10 });
    const cart = await hold(ticketLine(night, 1));
    const both = await buyer.post(`/my/cart/${cart.id}/modify`, { add: [renewalLine()] });
    expect(refusalOf(both)).toBe("200");
    await endTerm();
    expect(await complete(both.body.cart._data[0])).toBe("completed");
    const [former, next] = await termsOfNumber(server, at, member.membership_id);
    expect(next).toMatchObject({ level_name: "Individual", renews_id: former?.id, state: "active" });
    expect(Date.parse(next?.valid_from ?? "")).toBeGreaterThan(Date.parse(former?.valid_to ?? ""));
  });
});

test("a renewal in the cart opens no visit after the current term, until it is paid", async () => {
  await setHalfTerm(server, at, member.membership_id, { left: 10 });
  const cart = await hold(renewalLine());
  const beyond = ticketLine(night, 1, { session: 1 });
  const refused = await buyer.post(`/my/cart/${cart.id}/modify`, { add: [beyond] });
  expect(refusalOf(refused)).toBe("422 member_required");
  expect(refused.body._data[0]._description).toContain("not valid on the date of these tickets. Renew it");
  expect(await complete(cart)).toBe("completed");
  expect(await complete(await hold(beyond))).toBe("completed");
});

describe("a level that staff change while its holder has a cart", () => {
  test("leaves held tickets their price, and counts them in the new level", async () => {
    const cart = await hold(ticketLine(night, 1));
    expect((await changeTo(at, member.membership_id, at.patron)).status).toBe(200);
    expect(await usesOf(cart)).toEqual(["Patron Adult"]);
    expect(await complete(cart)).toBe("completed");
    expect(refusalOf(await want(ticketLine(night, 4)))).toBe("422 member_limit_exceeded");
    expect(refusalOf(await want(ticketLine(night, 3)))).toBe("200");
  });

  test("leaves held tickets that the new level does not name, and sells no more of them", async () => {
    const cart = await hold(ticketLine(night, 2, { type: 1 }));
    expect((await changeTo(at, member.membership_id, at.patron)).status).toBe(200);
    const child = { add: [ticketLine(night, 1, { type: 1 })] };
    expect(refusalOf(await buyer.post(`/my/cart/${cart.id}/modify`, child))).toBe("422 ticket_type_not_available");
    expect((await buyer.get(`/my/cart/${cart.id}`)).body.cart._data[0]).toMatchObject({
      outstanding_balance: "6.00",
      blocking_rules: [],
    });
    expect(await complete(cart)).toBe("completed");
  });

  test("counts held tickets that used the pool of the former level", async () => {
    const cart = await hold(ticketLine(night, 3));
    expect(await usesOf(cart)).toEqual(["Individual *", "Individual *", "Individual Adult"]);
    expect((await changeTo(at, member.membership_id, at.patron)).status).toBe(200);
    expect(await usesOf(cart)).toEqual(["Patron Adult", "Patron Adult", "Patron Adult"]);
    expect(refusalOf(await want(ticketLine(night, 2)))).toBe("422 member_limit_exceeded");
    expect(refusalOf(await want(ticketLine(night, 1)))).toBe("200");
  });
});

describe("two tabs of a member whose level changes", () => {
  test("a renewal that is in the cart follows the new level's term", async () => {
    await setHalfTerm(server, at, member.membership_id, { left: 10 });
    const cart = await hold(renewalLine());
    expect((await changeTo(at, member.membership_id, at.patron)).status).toBe(200);
    expect(cart.outstanding_balance).toBe("80.00");
    expect(await complete(cart)).toBe("completed");
    const [former, changed, next, ...others] = await termsOfNumber(server, at, member.membership_id);
    expect(others).toEqual([]);
    expect([changed?.level_name, changed?.renews_id]).toEqual(["Patron", former?.id]);
    expect(next).toMatchObject({ level_name: "Individual", renews_id: changed?.id, valid_from: changed?.valid_to });
  });

  test("a change of level that is paid in one and a renewal in the other are both made, in either order", async () => {
    for (const first of ["level", "renewal"]) {
      member = await joinInMiddle(server, at);
      buyer = new TestBuyer(server, at.shop, member.user?.cookie);
      await setPartyTermEnd(server, member.membership_id, 10);
      const { due } = await optionOf(at, member.membership_id, at.patron);
      const payer = new LinkPayer(server, at.shop, (await linkToChange(at, member.membership_id, at.patron)).body);
      const cart = await hold(renewalLine());
      const payLink = async () => {
        expect(refusalOf(await payer.pay(due))).toBe("200");
        expect((await payer.checkOut()).body.outcome).toBe("completed");
      };
      if (first === "level") await payLink();
      expect(await complete(cart)).toBe("completed");
      if (first === "renewal") await payLink();
      const terms = await termsOfNumber(server, at, member.membership_id);
      expect(terms.map(({ level_name }) => level_name)).toEqual(["Individual", "Patron", "Individual"]);
      expect(terms.map(({ renews_id }) => renews_id)).toEqual([null, terms[0]?.id, terms[1]?.id]);
    }
  });
});

describe("visits after the current term", () => {
  /** A member whose term ends in ten days, and a visit in forty. */
  const openBeyond = async (member_reserve_session_beyond_term: "always" | "if_autorenew") => {
    const open = await createLevelShop(server, { member_reserve_session_beyond_term });
    member = await joinInMiddle(server, open);
    buyer = new TestBuyer(server, open.shop, member.user?.cookie);
    await setHalfTerm(server, open, member.membership_id, { left: 10 });
    const visit = await createTestEvent(server.db, open.shop, {
      name: "Members' night",
      sessions: [{ inDays: 40 }],
      groups: [{ hidden_type: "public_member_only", types: [{ name: "Adult", currency_amount: 700 }] }],
    });
    await recordPrices(server, open.shop);
    const renewal = membershipRequest(open.levels, open.levels.individual, {
      action: "renew",
      renews_id: member.membership_id,
    });
    return { visit, renew: async () => complete(await hold(renewal)) };
  };

  test("count in the next one once it is renewed", async () => {
    const { visit, renew } = await openBeyond("always");
    const cart = await hold(ticketLine(visit, 2));
    expect(await complete(cart)).toBe("completed");
    expect(await usesOf(cart)).toEqual(["Individual *", "Individual Adult"]);
    expect(await renew()).toBe("completed");
    expect(refusalOf(await want(ticketLine(visit, 2)))).toBe("422 member_limit_exceeded");
    expect(refusalOf(await want(ticketLine(visit, 1)))).toBe("200");
  });

  test("that are held in one tab are checked out after the membership is renewed in the other", async () => {
    const { visit, renew } = await openBeyond("if_autorenew");
    const cart = await hold(ticketLine(visit, 2));
    expect(await renew()).toBe("completed");
    expect((await buyer.get(`/my/cart/${cart.id}`)).body.cart._data[0].blocking_rules).toEqual([]);
    expect(await complete(cart)).toBe("completed");
  });
});
