import { describe, expect, test } from "vitest";
import { deleteCart } from "@foyer/contract/shop/cart.ts";
import { createTestMember, createTestMembership, type MembershipOverrides } from "../../../../test/accounts/members.ts";
import type { TestApp } from "../../../../test/app/testApp.ts";
import { TestBrowser } from "../../../../test/app/testBrowser.ts";
import { buyLines } from "../../../../test/orders/boughtLines.ts";
import { cancelTickets, createChangeShop, refusalOf, type TestOrder } from "../../../../test/orders/changedOrders.ts";
import { changeCartOf, changeStates, newTickets } from "../../../../test/orders/requestChange.ts";
import { venueMoves } from "../../../../test/orders/venueChanges.ts";
import type { TestShop } from "../../../../test/shop/createTestShop.ts";
import { TestBuyer } from "../../../../test/shop/testBuyer.ts";
import { ticketLine } from "../../../../test/shop/ticketLine.ts";
import { setUpTestApp } from "../../../../test/app/setUpTestApp.ts";

let server: TestApp;
setUpTestApp((opened) => void (server = opened));

type Beyond = "always" | "if_autorenew" | "otherwise";
type Options = MembershipOverrides & { readonly next?: MembershipOverrides; readonly beyond?: Beyond };

/** A member with an order of two free tickets, and sessions in 7, 8 and 40 days. */
const buyAsMember = async ({ next, beyond = "otherwise", ...overrides }: Options) => {
  const shop = await createChangeShop(server, undefined, {
    sessions: [{ inDays: 7 }, { inDays: 8 }, { inDays: 40 }],
    groups: [{ hidden_type: "public_member_only", types: [{ name: "Adult", currency_amount: 0 }] }],
  });
  const { configuration } = await server.db
    .selectFrom("seller")
    .select("configuration")
    .where("id", "=", shop.seller_id)
    .executeTakeFirstOrThrow();
  await server.db
    .updateTable("seller")
    .set({ configuration: JSON.stringify({ ...configuration, member_reserve_session_beyond_term: beyond }) })
    .where("id", "=", shop.seller_id)
    .execute();
  const benefits = { Adult: 2 };
  const member = await createTestMember(server.db, shop, { benefits, ...overrides });
  const renewed = next && (await createTestMembership(server.db, shop, member.identity_id, { benefits, ...next }));
  const buyer = new TestBuyer(server, shop, member.cookie);
  const { order } = await buyLines(buyer, [ticketLine(shop.event, 2)]);
  return { shop, buyer, order, first: member.membership.id, second: renewed?.id ?? "" };
};

/** Moves all tickets of an order to a session, and returns the new ones. */
const moveTo = async (buyer: TestBuyer, shop: TestShop, order: TestOrder, session: number): Promise<TestOrder> => {
  const change = { remove: order.tickets, add: newTickets(shop, { session, quantity: order.tickets.length }) };
  const cart = changeCartOf(await buyer.post(`/cart/${order.cart_id}/modify`, change));
  const { body } = await buyer.checkOut(cart, {});
  expect(body.outcome).toBe("completed");
  return { ...order, tickets: body.ticket._data.map(({ id }: { id: string }) => id) };
};

/** The memberships that booked tickets use, with the session's index in the shop. */
const usesOf = async (shop: TestShop): Promise<readonly [membership_id: string, session: number][]> => {
  const rows = await server.db
    .selectFrom("allowance_use as u")
    .innerJoin("ticket as t", (join) => join.onRef("t.seller_id", "=", "u.seller_id").onRef("t.id", "=", "u.ticket_id"))
    .select(["u.membership_id", "t.event_session_id"])
    .where("u.seller_id", "=", shop.seller_id)
    .where("t.state", "=", "booked")
    .execute();
  return rows.map(({ membership_id, event_session_id }) => [
    membership_id,
    shop.event.sessions.findIndex(({ id }) => id === event_session_id),
  ]);
};
const discard = (buyer: TestBuyer, cart_id: string) =>
  new TestBrowser(server, buyer.shop, buyer.cookie).call(deleteCart, { cart_id });
/** The answer to holding two more tickets for a session. */
const holdTwo = async (buyer: TestBuyer, shop: TestShop, session: number): Promise<string> => {
  const reply = await buyer.post("/my/cart/modify", { add: [ticketLine(shop.event, 2, { session })] });
  if (reply.status === 200) await discard(buyer, reply.body.cart._data[0].id);
  return refusalOf(reply);
};

type Use = { readonly membership_id: string; readonly session: number; readonly usedUp: number; readonly free: number };
/**
 * Expects both tickets of the order to use the membership in one session: no more can be held for the used-up session,
 * and two for the free one.
 */
const expectUse = async (
  { shop, buyer }: { readonly shop: TestShop; readonly buyer: TestBuyer },
  { membership_id, session, usedUp, free }: Use,
): Promise<void> => {
  expect(await usesOf(shop)).toEqual([
    [membership_id, session],
    [membership_id, session],
  ]);
  expect([await holdTwo(buyer, shop, free), await holdTwo(buyer, shop, usedUp)]).toEqual([
    "200",
    "422 member_limit_exceeded",
  ]);
};

describe("a member's visit that moves", () => {
  test("uses the allowance of the new day, and back that of the old one", async () => {
    const visit = await buyAsMember({});
    const { shop, buyer, order, first } = visit;
    const moved = await moveTo(buyer, shop, order, 1);
    await expectUse(visit, { membership_id: first, session: 1, usedUp: 1, free: 0 });
    await moveTo(buyer, shop, moved, 0);
    await expectUse(visit, { membership_id: first, session: 0, usedUp: 0, free: 1 });
  });

  test("counts once in the limit of a term, also after several moves", async () => {
    const { shop, buyer, order } = await buyAsMember({ purchase_limit: 2 });
    let moved = order;
    for (const session of [1, 0, 2, 0]) moved = await moveTo(buyer, shop, moved, session);
    expect(await usesOf(shop)).toHaveLength(2);
    expect(await holdTwo(buyer, shop, 1)).toBe("422 member_limit_exceeded");
    expect(refusalOf(await cancelTickets(buyer, moved, moved.tickets))).toBe("200");
    expect(await holdTwo(buyer, shop, 1)).toBe("200");
  });

  test("over the end of a term uses the next term, and back the first one", async () => {
    const visit = await buyAsMember({
      toDays: 20,
      purchase_limit: 2,
      next: { fromDays: 21, toDays: 380, purchase_limit: 2 },
    });
    const { shop, buyer, order, first, second } = visit;
    const moved = await moveTo(buyer, shop, order, 2);
    await expectUse(visit, { membership_id: second, session: 2, usedUp: 2, free: 1 });
    await moveTo(buyer, shop, moved, 0);
    await expectUse(visit, { membership_id: first, session: 0, usedUp: 1, free: 2 });
  });

  test.each<{ beyond: Beyond; auto_renew?: "scheduled" | "cancelled"; answer: string }>([
    { beyond: "otherwise", answer: "422 member_required" },
    { beyond: "if_autorenew", auto_renew: "cancelled", answer: "422 member_required" },
    { beyond: "if_autorenew", auto_renew: "scheduled", answer: "200" },
    { beyond: "always", answer: "200" },
  ])("beyond the last term is $answer where that is '$beyond' and the renewal $auto_renew", async (given) => {
    const { beyond, answer, auto_renew } = given;
    const { shop, buyer, order, first } = await buyAsMember({ toDays: 20, beyond, ...(auto_renew && { auto_renew }) });
    const change = { remove: order.tickets, add: newTickets(shop, { session: 2, quantity: 2 }) };
    const reply = await buyer.post(`/cart/${order.cart_id}/modify`, change);
    expect(refusalOf(reply)).toBe(answer);
    if (answer === "200") expect((await buyer.checkOut(changeCartOf(reply), {})).body.outcome).toBe("completed");
    const session = answer === "200" ? 2 : 0;
    expect(await usesOf(shop)).toEqual([
      [first, session],
      [first, session],
    ]);
    expect(await changeStates(server, order)).toEqual([answer === "200" ? "completed" : "expired"]);
  });

  test("by the venue uses the term of the new day", async () => {
    const { shop, order, second } = await buyAsMember({ toDays: 20, next: { fromDays: 21, toDays: 380 } });
    await venueMoves(server, shop, order, { event_session_id: shop.event.sessions[2]?.id ?? "" });
    expect(await usesOf(shop)).toEqual([
      [second, 2],
      [second, 2],
    ]);
  });

  test("takes the use of the new day only where it completes", async () => {
    const { shop, buyer, order, first } = await buyAsMember({});
    const change = { remove: order.tickets, add: newTickets(shop, { session: 1, quantity: 2 }) };
    const cart = changeCartOf(await buyer.post(`/cart/${order.cart_id}/modify`, change));
    expect(await holdTwo(buyer, shop, 1)).toBe("422 member_limit_exceeded");
    await discard(buyer, cart.id);
    expect(await usesOf(shop)).toEqual([
      [first, 0],
      [first, 0],
    ]);
    expect(await holdTwo(buyer, shop, 1)).toBe("200");
  });
});
