import { beforeAll, expect, test } from "vitest";
import type { Cart } from "@foyer/contract/shop/cart.ts";
import { setUpTestApp } from "../../../../test/app/setUpTestApp.ts";
import type { TestApp } from "../../../../test/app/testApp.ts";
import { createTestUser } from "../../../../test/accounts/members.ts";
import {
  createRenewalShop,
  joinAsMember,
  readEmails,
  runRenewalJob,
  type JoinOptions,
  type RenewalShop,
} from "../../../../test/accounts/renewals.ts";
import { cards, TestBuyer } from "../../../../test/shop/testBuyer.ts";

let server: TestApp;
let at: RenewalShop;
setUpTestApp((opened) => void (server = opened));
beforeAll(async () => {
  at = await createRenewalShop(server);
});

/** A member whose account has saved a card. */
const memberWithCard = async (card: Pick<JoinOptions, "number" | "expiry"> = {}, where = at) => {
  const { buyer, user } = await joinAsMember(server, where, card);
  await runRenewalJob(server);
  const { body } = await buyer.get("/my/identity/saved_payment_method");
  const [method] = body.saved_payment_method._data;
  return { buyer, user, method };
};
const payWith = (buyer: TestBuyer, cart: Cart, saved_payment_method_id: string, more: object = {}, path = "/my/cart") =>
  buyer.post(`${path}/${cart.id}/pay`, [
    { gateway_id: "test", amount: cart.outstanding_balance, gateway_data: { saved_payment_method_id }, ...more },
  ]);
const paymentsOf = (cart: Cart) =>
  server.db.selectFrom("payment").select(["state", "amount"]).where("cart_id", "=", cart.id).execute();
const notFound = [404, "not_found", "payment"];
const refusal = ({ status, body }: Awaited<ReturnType<typeof payWith>>) => [
  status,
  body._data?.[0]?._code,
  body._data?.[0]?._context,
];

test("a member pays a cart with the card of their account, and the order is theirs", async () => {
  const { buyer, method } = await memberWithCard();
  expect(method).toMatchObject({ identifier: "Visa …4242", gateway_id: "test", expired: false });
  const cart = await buyer.hold();
  expect((await payWith(buyer, cart, method.id)).body.payment._data[0]).toMatchObject({ state: "authorized" });
  const { body } = await buyer.post(`/my/cart/${cart.id}/checkout`, {});
  expect(body.outcome).toBe("completed");
  expect(await paymentsOf(cart)).toEqual([{ state: "captured", amount: 4000 }]);
  // The e-mail is not the receipt of an automatic renewal.
  const order_id = body.ticket_order._data[0].id;
  const emails = await readEmails(server, at.shop);
  expect(emails.find((email) => JSON.stringify(email).includes(order_id))).toBeDefined();
  expect(JSON.stringify(emails.filter((email) => JSON.stringify(email).includes(order_id)))).not.toContain("renewed");
});

test("a repeated payment with a saved card charges once", async () => {
  const { buyer, method } = await memberWithCard();
  const cart = await buyer.hold();
  const [first, second] = await Promise.all([payWith(buyer, cart, method.id), payWith(buyer, cart, method.id)]);
  expect([first.status, second.status]).toEqual([200, 200]);
  expect(await paymentsOf(cart)).toHaveLength(1);
});

test("a saved card that the bank asks about leads its owner to the bank, and pays afterwards", async () => {
  const { buyer, method } = await memberWithCard({ number: cards.requiresAction });
  const cart = await buyer.hold();
  const asked = await payWith(buyer, cart, method.id);
  const [{ _code, _extra }] = asked.body._data;
  expect([_code, _extra.action_url]).toEqual(["intent_requires_action", expect.stringContaining("/_test/3ds/")]);
  const intent_id = String(_extra.action_url).split("/").at(-1);
  await server.db
    .updateTable("test_gateway_intent")
    .set({ status: "requires_capture" })
    .where("id", "=", intent_id ?? "")
    .execute();
  expect((await buyer.resumePayment(cart, _extra.payment_id)).status).toBe(200);
  expect((await buyer.post(`/my/cart/${cart.id}/checkout`, {})).body.outcome).toBe("completed");
});

test("the saved card of somebody else is not found", async () => {
  const { method } = await memberWithCard();
  const other = await createTestUser(server.db, at.shop);
  for (const cookie of [other.cookie, ""]) {
    const buyer = new TestBuyer(server, at.shop, cookie);
    const cart = await buyer.hold();
    expect(refusal(await payWith(buyer, cart, method.id))).toEqual(notFound);
    expect(await paymentsOf(cart)).toEqual([]);
  }
});

test("the saved card at another seller is not found", async () => {
  const elsewhere = await createRenewalShop(server);
  const { method } = await memberWithCard();
  const { buyer } = await memberWithCard({}, elsewhere);
  const cart = await buyer.hold();
  expect(refusal(await payWith(buyer, cart, method.id))).toEqual(notFound);
});

test("a saved card does not pay a cart that is opened by its link", async () => {
  const { buyer, method } = await memberWithCard();
  const cart = await new TestBuyer(server, at.shop).hold();
  expect(refusal(await payWith(buyer, cart, method.id, {}, "/cart"))).toEqual(notFound);
});

test("a saved card that the account no longer keeps is not found", async () => {
  const { buyer, method } = await memberWithCard();
  await server.db
    .updateTable("saved_payment_method")
    .set({ retired_at: "2026-01-01T00:00:00Z" })
    .where("id", "=", method.id)
    .execute();
  const cart = await buyer.hold();
  expect(refusal(await payWith(buyer, cart, method.id))).toEqual(notFound);
});

test("a saved card is refused together with a new consent to automatic renewal", async () => {
  const { buyer, method } = await memberWithCard();
  const cart = await buyer.hold();
  const response = await payWith(buyer, cart, method.id, { auto_renew: true });
  expect(refusal(response)).toEqual([422, "validation_failed", "payment"]);
  expect(response.body._data[0]._extra).toMatchObject({ fields: ["auto_renew"] });
});

test("a saved card of a month that is over is listed as expired", async () => {
  const { buyer, method } = await memberWithCard();
  await server.db
    .updateTable("saved_payment_method")
    .set({ exp_month: 1, exp_year: 2025 })
    .where("id", "=", method.id)
    .execute();
  const { body } = await buyer.get("/my/identity/saved_payment_method");
  expect(body.saved_payment_method._data).toMatchObject([{ id: method.id, expired: true }]);
});
