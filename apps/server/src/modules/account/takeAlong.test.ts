import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { checkInvariants } from "../../cli/check.ts";
import { restoreGuards } from "../../db/faults.ts";
import { openTestApp, type TestApp } from "../../testApp.ts";
import { ada, Buyer, cards, logPrices } from "../../testBuyer.ts";
import { Caller, makeLoginShop, said } from "../../testLogin.ts";
import { limitTo, makeUser } from "../../testMembers.ts";
import { byCard, makeGiftShop, PartsBuyer } from "../../testParts.ts";

let server: TestApp;
const password = "Lantern-Quay-7";
beforeAll(async () => void (server = await openTestApp()));
afterEach(restoreGuards);
afterAll(async () => {
  expect(await checkInvariants(server.db)).toEqual([]);
  await server.close();
});

const setUp = async () => {
  const shop = await makeLoginShop(server, "password");
  await logPrices(server, shop);
  const user = await makeUser(server.db, shop, { password });
  const guest = new Buyer(server, shop);
  const cart = await guest.hold(2);
  return { shop, user, guest, cart };
};
/** The guest logs in: the same browser, with the cookies that it gets. */
const logIn = async (guest: Buyer, email: string): Promise<Buyer> => {
  const caller = new Caller(server, guest.shop, { cookie: guest.cookie });
  expect((await caller.post("/login", { username: email, password })).status).toBe(200);
  return new Buyer(server, guest.shop, `foyer.${guest.shop.slug}=${caller.session}`);
};

test("what a guest holds is the user's, and nobody else's any more", async () => {
  const { guest, user, cart, shop } = await setUp();
  const before = guest.cookie;
  const member = await logIn(guest, user.email);
  const { body } = await member.get(`/my/cart/${cart.id}`);
  expect(body.cart._data[0]).toMatchObject({ id: cart.id, owned_by_public_identity: false, editable: true });
  expect(body.ticket._data).toHaveLength(2);
  // T21: whoever prepared the cart, or knows its link, has nothing in their hands.
  expect(said(await new Buyer(server, shop, before).get(`/my/cart/${cart.id}`))).toBe("not_found:cart");
  expect(said(await new Buyer(server, shop).get(`/cart/${cart.id}`))).toBe("access_denied:cart");
  await member.pay(cart, cards.good);
  expect((await member.checkOut(cart)).body.outcome).toBe("completed");
});

test("orders stay the guest's", async () => {
  const { guest, user } = await setUp();
  const order = (await guest.buy(1)).body.ticket_order._data[0];
  const member = await logIn(guest, user.email);
  expect(said(await member.get(`/ticket_order/${order.id}`))).toBe("not_found:order");
  const row = await server.db
    .selectFrom("ticket_order")
    .select("owner_identity_id")
    .where("id", "=", order.id)
    .executeTakeFirstOrThrow();
  expect(row.owner_identity_id).not.toBe(user.identity_id);
});

test("one user's cart does not become another's who logs in after them", async () => {
  const { guest, user, cart, shop } = await setUp();
  const member = await logIn(guest, user.email);
  const other = await makeUser(server.db, shop, { password });
  const second = await logIn(member, other.email);
  expect(said(await second.get(`/my/cart/${cart.id}`))).toBe("not_found:cart");
  const row = await server.db
    .selectFrom("cart")
    .select("identity_id")
    .where("id", "=", cart.id)
    .executeTakeFirstOrThrow();
  expect(row.identity_id).toBe(user.identity_id);
});

test("a payment that is promised goes on: whoever logs in between paying and checking out has their order", async () => {
  const { guest, user, cart } = await setUp();
  await guest.savePurchaser(cart);
  expect((await guest.pay(cart, cards.good)).status).toBe(200);
  const member = await logIn(guest, user.email);
  const { body } = await member.checkOut(cart, {});
  expect(body.outcome).toBe("completed");
  const row = await server.db
    .selectFrom("ticket_order")
    .select("owner_identity_id")
    .where("cart_id", "=", cart.id)
    .executeTakeFirstOrThrow();
  expect(row.owner_identity_id).toBe(user.identity_id);
});

test("so it does at the bank: whoever comes back logged in goes on", async () => {
  const { guest, user, cart } = await setUp();
  await guest.savePurchaser(cart);
  const asked = await guest.pay(cart, cards.asks);
  expect(said(asked)).toBe("intent_requires_action:payment");
  const { payment_id, action_url } = asked.body._data[0]._extra;
  const member = await logIn(guest, user.email);
  await server.app.inject({
    method: "POST",
    url: new URL(action_url, "http://localhost").pathname,
    headers: { "content-type": "application/x-www-form-urlencoded" },
    payload: "decision=agree",
  });
  expect((await member.payOn(cart, payment_id)).status).toBe(200);
  expect((await member.checkOut(cart, {})).body.outcome).toBe("completed");
});

test("somebody who pays by the link is let finish when its owner logs in, and nobody else comes in by it", async () => {
  const { guest, user, cart, shop } = await setUp();
  const friend = new Buyer(server, shop);
  const offer = [
    {
      gateway_id: "test",
      amount: cart.outstanding_balance,
      gateway_data: { card: { number: cards.good, expiry: "12/40", cvc: "123" } },
    },
  ];
  expect((await friend.post(`/cart/${cart.id}/purchaser`, { identity: ada })).status).toBe(200);
  expect((await friend.post(`/cart/${cart.id}/pay`, offer)).status).toBe(200);
  await logIn(guest, user.email);
  expect((await friend.get(`/cart/${cart.id}`)).status).toBe(200);
  expect(said(await friend.post(`/cart/${cart.id}/modify`, { remove: [] }))).toBe("cart_not_editable:reserve");
  const { body } = await friend.post(`/cart/${cart.id}/guest_checkout`, { identity: ada });
  expect(body.outcome).toBe("completed");
});

test("once their payment has come to nothing the link is closed", async () => {
  const { guest, user, cart, shop } = await setUp();
  const friend = new Buyer(server, shop);
  await friend.post(`/cart/${cart.id}/purchaser`, { identity: ada });
  await friend.post(`/cart/${cart.id}/pay`, [
    {
      gateway_id: "test",
      amount: cart.outstanding_balance,
      gateway_data: { card: { number: cards.good, expiry: "12/40", cvc: "123" } },
    },
  ]);
  const member = await logIn(guest, user.email);
  await server.db.updateTable("cart").set({ paying_until: null }).where("id", "=", cart.id).execute();
  expect(said(await friend.get(`/cart/${cart.id}`))).toBe("access_denied:cart");
  expect((await member.get(`/my/cart/${cart.id}`)).status).toBe(200);
  await server.db.updateTable("payment").set({ state: "voided" }).where("cart_id", "=", cart.id).execute();
});

test("a cart that is paid in parts goes on being paid by its link, and is the user's", async () => {
  const shop = await makeGiftShop(server, {
    seller: { configuration: JSON.stringify({ authentication: "password", ledger_id: "cards" }) },
    event: {
      sessions: [{ inDays: 60 }],
      groups: [{ payment_plan: `[{ "basis_points": 5000, "due_days": 0 }, { "basis_points": 5000, "due_days": 30 }]` }],
    },
  });
  const user = await makeUser(server.db, shop, { password });
  const guest = new PartsBuyer(server, shop);
  const cart = await guest.hold(2);
  await guest.offer(cart, byCard(2000));
  expect((await guest.checkOut(cart)).body.outcome).toBe("partial");
  const member = await logIn(guest, user.email);
  expect((await member.get(`/my/cart/${cart.id}`)).status).toBe(200);
  expect((await new Buyer(server, shop).get(`/cart/${cart.id}`)).status).toBe(200);
});

test("a limited session is the guest's with what they hold; logging in takes it along", async () => {
  const { guest, user, cart } = await setUp();
  await limitTo(server.db, guest, user.identity_id);
  expect((await guest.get(`/my/cart/${cart.id}`)).status).toBe(200);
  const member = await logIn(guest, user.email);
  expect((await member.get(`/my/cart/${cart.id}`)).status).toBe(200);
});
