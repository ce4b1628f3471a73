import { afterAll, beforeAll, expect, test } from "vitest";
import { expectInvariants } from "../../../../test/database/expectInvariants.ts";
import { openTestApp, type TestApp } from "../../../../test/app/testApp.ts";
import { ada, TestBuyer, cards, recordPrices } from "../../../../test/shop/testBuyer.ts";
import { TestVisitor, createLoginShop, responseCode } from "../../../../test/accounts/login.ts";
import { limitSession, createTestUser } from "../../../../test/accounts/members.ts";
import { cardTender, createGiftCardShop, SplitPaymentBuyer } from "../../../../test/payments/splitPayments.ts";

let server: TestApp;
const password = "Lantern-Quay-7";
beforeAll(async () => void (server = await openTestApp()));
afterAll(async () => {
  await expectInvariants(server.db);
  await server.close();
});

const openSetup = async () => {
  const shop = await createLoginShop(server, "password");
  await recordPrices(server, shop);
  const user = await createTestUser(server.db, shop, { password });
  const guest = new TestBuyer(server, shop);
  const cart = await guest.hold(2);
  return { shop, user, guest, cart };
};
/** The guest logs in, in the same browser. */
const logIn = async (guest: TestBuyer, email: string): Promise<TestBuyer> => {
  const caller = new TestVisitor(server, guest.shop, { cookie: guest.cookie });
  expect((await caller.post("/login", { username: email, password })).status).toBe(200);
  return new TestBuyer(server, guest.shop, `foyer.${guest.shop.slug}=${caller.session}`);
};

test("moves a guest's cart to the user, and away from everybody else", async () => {
  const { guest, user, cart, shop } = await openSetup();
  const before = guest.cookie;
  const member = await logIn(guest, user.email);
  const { body } = await member.get(`/my/cart/${cart.id}`);
  expect(body.cart._data[0]).toMatchObject({ id: cart.id, owned_by_public_identity: false, editable: true });
  expect(body.ticket._data).toHaveLength(2);
  // An attacker who prepared the cart, or knows its link, loses access.
  expect(responseCode(await new TestBuyer(server, shop, before).get(`/my/cart/${cart.id}`))).toBe("not_found:cart");
  expect(responseCode(await new TestBuyer(server, shop).get(`/cart/${cart.id}`))).toBe("access_denied:cart");
  await member.pay(cart, cards.good);
  expect((await member.checkOut(cart)).body.outcome).toBe("completed");
});

test("leaves a guest's orders with the guest", async () => {
  const { guest, user } = await openSetup();
  const order = (await guest.buy(1)).body.ticket_order._data[0];
  const member = await logIn(guest, user.email);
  expect(responseCode(await member.get(`/ticket_order/${order.id}`))).toBe("not_found:order");
  const row = await server.db
    .selectFrom("ticket_order")
    .select("owner_identity_id")
    .where("id", "=", order.id)
    .executeTakeFirstOrThrow();
  expect(row.owner_identity_id).not.toBe(user.identity_id);
});

test("does not move one user's cart to the next user who logs in", async () => {
  const { guest, user, cart, shop } = await openSetup();
  const member = await logIn(guest, user.email);
  const other = await createTestUser(server.db, shop, { password });
  const second = await logIn(member, other.email);
  expect(responseCode(await second.get(`/my/cart/${cart.id}`))).toBe("not_found:cart");
  const row = await server.db
    .selectFrom("cart")
    .select("identity_id")
    .where("id", "=", cart.id)
    .executeTakeFirstOrThrow();
  expect(row.identity_id).toBe(user.identity_id);
});

test("completes an authorized payment when the buyer logs in before checking out", async () => {
  const { guest, user, cart } = await openSetup();
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

test("resumes a payment when the buyer logs in during the bank's check", async () => {
  const { guest, user, cart } = await openSetup();
  await guest.savePurchaser(cart);
  const response = await guest.pay(cart, cards.requiresAction);
  expect(responseCode(response)).toBe("intent_requires_action:payment");
  const { payment_id, action_url } = response.body._data[0]._extra;
  const member = await logIn(guest, user.email);
  await server.app.inject({
    method: "POST",
    url: new URL(action_url, "http://localhost").pathname,
    headers: { "content-type": "application/x-www-form-urlencoded" },
    payload: "decision=agree",
  });
  expect((await member.resumePayment(cart, payment_id)).status).toBe(200);
  expect((await member.checkOut(cart, {})).body.outcome).toBe("completed");
});

test("lets a friend finish paying by link after the owner logs in, but change nothing", async () => {
  const { guest, user, cart, shop } = await openSetup();
  const friend = new TestBuyer(server, shop);
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
  expect(responseCode(await friend.post(`/cart/${cart.id}/modify`, { remove: [] }))).toBe("access_denied:cart");
  const { body } = await friend.post(`/cart/${cart.id}/guest_checkout`, { identity: ada });
  expect(body.outcome).toBe("completed");
});

test("closes the link once the friend's payment has failed", async () => {
  const { guest, user, cart, shop } = await openSetup();
  const friend = new TestBuyer(server, shop);
  await friend.post(`/cart/${cart.id}/purchaser`, { identity: ada });
  await friend.post(`/cart/${cart.id}/pay`, [
    {
      gateway_id: "test",
      amount: cart.outstanding_balance,
      gateway_data: { card: { number: cards.good, expiry: "12/40", cvc: "123" } },
    },
  ]);
  const member = await logIn(guest, user.email);
  await server.db.updateTable("cart").set({ leased_until: null }).where("id", "=", cart.id).execute();
  expect(responseCode(await friend.get(`/cart/${cart.id}`))).toBe("access_denied:cart");
  expect((await member.get(`/my/cart/${cart.id}`)).status).toBe(200);
  await server.db.updateTable("payment").set({ state: "voided" }).where("cart_id", "=", cart.id).execute();
});

test("keeps the link of a cart that is paid in instalments open", async () => {
  const shop = await createGiftCardShop(server, {
    seller: { configuration: JSON.stringify({ authentication: "password", ledger_id: "cards" }) },
    event: {
      sessions: [{ inDays: 60 }],
      groups: [{ payment_plan: `[{ "basis_points": 5000, "due_days": 0 }, { "basis_points": 5000, "due_days": 30 }]` }],
    },
  });
  const user = await createTestUser(server.db, shop, { password });
  const guest = new SplitPaymentBuyer(server, shop);
  const cart = await guest.hold(2);
  await guest.payWith(cart, cardTender(2000));
  expect((await guest.checkOut(cart)).body.outcome).toBe("partial");
  const member = await logIn(guest, user.email);
  expect((await member.get(`/my/cart/${cart.id}`)).status).toBe(200);
  expect((await new TestBuyer(server, shop).get(`/cart/${cart.id}`)).status).toBe(200);
});

test("keeps the cart in a limited session, and moves it on a full login", async () => {
  const { guest, user, cart } = await openSetup();
  await limitSession(server.db, guest, user.identity_id);
  expect((await guest.get(`/my/cart/${cart.id}`)).status).toBe(200);
  const member = await logIn(guest, user.email);
  expect((await member.get(`/my/cart/${cart.id}`)).status).toBe(200);
});
