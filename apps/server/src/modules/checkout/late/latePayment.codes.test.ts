import { beforeEach, describe, expect, test } from "vitest";
import { sql } from "kysely";
import type { Cart } from "@foyer/contract/shop/cart.ts";
import { createCodes, createDiscount, createCheckoutRule } from "../../../../test/shop/codesAndRules.ts";
import { createTestShop, type EventOverrides, type TestShop } from "../../../../test/shop/createTestShop.ts";
import { setUpTestApp } from "../../../../test/app/setUpTestApp.ts";
import type { TestApp } from "../../../../test/app/testApp.ts";
import { ada, TestBuyer, cards, recordPrices } from "../../../../test/shop/testBuyer.ts";
import { payAfterExpiry, createSettler } from "../../../../test/payments/latePayments.ts";
import {
  createTestMember,
  createTestMembership,
  createLimitedVisitor,
  cancelTestMembership,
} from "../../../../test/accounts/members.ts";
import { ticketLine } from "../../../../test/shop/ticketLine.ts";

let server: TestApp;
let shop: TestShop;
let buyer: TestBuyer;
const logged: object[] = [];

setUpTestApp((opened) => void (server = opened));
const open = async (event: EventOverrides = {}) => {
  shop = await createTestShop(server.db, { event });
  await recordPrices(server, shop);
  buyer = new TestBuyer(server, shop);
  logged.length = 0;
};
const settle = () => createSettler(server, (fields) => void logged.push(fields))();
/** Leaves out the orders of test members' memberships, which are free. */
const orders = async () => (await rowsOf("ticket_order")).filter(({ total }) => total !== 0);
const rowsOf = (table: "ticket_order" | "payment" | "cart_code" | "allowance_use" | "scheduled_payment") =>
  server.db
    .selectFrom(table as "payment")
    .selectAll()
    .where("seller_id", "=", shop.seller_id)
    .execute() as unknown as Promise<Record<string, unknown>[]>;
/** The only e-mail about the refund. */
const noticeSent = async (): Promise<string> => {
  const emails = await server.db
    .selectFrom("outbox")
    .select("message")
    .where("seller_id", "=", shop.seller_id)
    .where("kind", "=", "payment_returned")
    .execute();
  expect(emails).toHaveLength(1);
  return emails.map(({ message }) => (message as unknown as { text: string }).text).join();
};
const expectNotCaptured = async (why: string) => {
  await settle();
  await settle();
  expect((await rowsOf("payment")).filter(({ state }) => state === "voided")).toHaveLength(1);
  expect(await noticeSent()).toContain(why);
};
const codeNoLongerApplies = "a code you used for them has since expired or been used up";
const notAllowed = "your membership allowance for them has since been used up";
const addRequest = (quantity: number) => ticketLine(shop.event, quantity);
const enter = async (who: TestBuyer, cart: Cart, code: string): Promise<Cart> => {
  const { status, body } = await who.post(`/my/cart/${cart.id}/apply_code`, { code });
  expect(status).toBe(200);
  return body.cart._data[0];
};

describe("a late payment for a cart with a code", () => {
  let code: { id: string; group_id: string };
  beforeEach(async () => {
    await open();
    const { id, codes } = await createCodes(server.db, shop, { SUMMER: { max_uses: 1 } });
    code = { id: codes.SUMMER ?? "", group_id: id };
    await createDiscount(server.db, shop, { benefit: { percent: 1000 }, code_group_ids: [id] });
  });
  const used = async () => ({
    code: (await server.db.selectFrom("code").select("used").where("id", "=", code.id).executeTakeFirstOrThrow()).used,
    group: (
      await server.db.selectFrom("code_group").select("used").where("id", "=", code.group_id).executeTakeFirstOrThrow()
    ).used,
  });
  const reduced = async (who = buyer) => enter(who, await who.hold(2), "summer");

  test("restores the cart with its code and price and makes the order", async () => {
    const cart = await reduced();
    expect(cart.outstanding_balance).toBe("36.00");
    await payAfterExpiry(server, buyer, cart);
    expect(await used()).toEqual({ code: 0, group: 0 });
    await settle();
    expect(await orders()).toMatchObject([{ cart_id: cart.id, total: 3600 }]);
    expect(await used()).toEqual({ code: 1, group: 1 });
    expect(await rowsOf("cart_code")).toMatchObject([{ code_id: code.id, is_applied: true }]);
    expect((await buyer.get(`/my/cart/${cart.id}`)).body.cart._data[0].cart_mods).toHaveLength(1);
    expect(logged).toEqual([]);
  });

  test("a late payment for a cart with a code is voided when another cart has taken the last use, and the e-mail says why", async () => {
    await payAfterExpiry(server, buyer, await reduced());
    await reduced(new TestBuyer(server, shop));
    await expectNotCaptured(codeNoLongerApplies);
    expect(await used()).toEqual({ code: 1, group: 1 });
  });

  test("releases an expired cart that has the last use", async () => {
    const cart = await reduced();
    await payAfterExpiry(server, buyer, cart);
    const idle = await reduced(new TestBuyer(server, shop));
    await sql`update cart set expires_at = app_now() - interval '1 second' where id = ${idle.id}`.execute(server.db);
    await settle();
    expect(await orders()).toMatchObject([{ cart_id: cart.id }]);
  });

  test.each([
    ["it was retired", () => sql`update code set retired = true where id = ${code.id}`],
    ["it has expired", () => sql`update code set valid_to = app_now() where id = ${code.id}`],
    ["its group is used up", () => sql`update code_group set max_uses = 0 where id = ${code.group_id}`],
    ["its limit per buyer is zero", () => sql`update code_group set max_uses_each = 0 where id = ${code.group_id}`],
  ])("a late payment for a cart with a code is voided when %s", async (_, change) => {
    await payAfterExpiry(server, buyer, await reduced());
    await change().execute(server.db);
    await expectNotCaptured(codeNoLongerApplies);
  });

  test("a late payment for a cart with a code is voided when the buyer has meanwhile used the code up in another browser", async () => {
    await sql`update code set max_uses = -1 where id = ${code.id}`.execute(server.db);
    await sql`update code_group set max_uses_each = 1 where id = ${code.group_id}`.execute(server.db);
    await payAfterExpiry(server, buyer, await reduced());
    const elsewhere = new TestBuyer(server, shop);
    const bought = await reduced(elsewhere);
    await elsewhere.pay(bought, cards.good);
    const who = { ...ada, email: ada.email.toUpperCase() };
    expect((await elsewhere.checkOut(bought, { identity: who })).body.outcome).toBe("completed");
    await expectNotCaptured(codeNoLongerApplies);
    expect(await used()).toEqual({ code: 1, group: 1 });
  });

  test("keeps the held price whatever became of the discount", async () => {
    const cart = await reduced();
    await payAfterExpiry(server, buyer, cart);
    await sql`update discount set retired = true where seller_id = ${shop.seller_id}`.execute(server.db);
    await settle();
    expect(await orders()).toMatchObject([{ total: 3600 }]);
  });

  test("a code that does not apply uses nothing, and still does not apply when restored", async () => {
    const idle = await createCodes(server.db, shop, { IDLE: { max_uses: 1 } });
    const { id } = await reduced();
    const { body } = await buyer.post(`/my/cart/${id}/apply_code`, { code: "idle", require_benefit: false });
    await payAfterExpiry(server, buyer, body.cart._data[0]);
    await sql`update code set valid_to = app_now() where id = ${idle.codes.IDLE ?? ""}`.execute(server.db);
    await settle();
    expect(await orders()).toHaveLength(1);
    expect(
      (await rowsOf("cart_code")).map(({ code_id, is_applied }) => [code_id === code.id, is_applied]).toSorted(),
    ).toEqual([
      [false, false],
      [true, true],
    ]);
  });
});

test("restores an automatic discount with its cart", async () => {
  await open();
  await createDiscount(server.db, shop, { benefit: { amount: 500 } });
  const cart = await buyer.hold(2);
  await payAfterExpiry(server, buyer, cart);
  await settle();
  expect(await orders()).toMatchObject([{ cart_id: cart.id, total: 3000 }]);
});

test("restores a code that unlocks a group closed by another group's rule", async () => {
  await open();
  const inner = await createCodes(server.db, shop, {});
  const opener = await createCodes(server.db, shop, { FRIEND: { max_uses: 1 } }, { activates: [inner.id] });
  await createCheckoutRule(server.db, shop, { blocks: "checkout", code_group_id: inner.id, conditions: [{ min: 1 }] });
  const cart = await enter(buyer, await buyer.hold(1), "friend");
  await payAfterExpiry(server, buyer, cart);
  await settle();
  expect(await orders()).toMatchObject([{ cart_id: cart.id }]);
  expect(await rowsOf("cart_code")).toMatchObject([{ code_id: opener.codes.FRIEND, is_applied: true }]);
});

describe("a late payment for member tickets", () => {
  let member: Awaited<ReturnType<typeof createTestMember>>;
  beforeEach(async () => {
    await open({ groups: [{ hidden_type: "public_member_only" }] });
    member = await createTestMember(server.db, shop, { benefits: { Adult: 2 } });
    buyer = new TestBuyer(server, shop, member.cookie);
  });
  const heldLate = async (who = buyer) => {
    const cart = await who.hold(2);
    await payAfterExpiry(server, who, cart);
    return cart;
  };

  test("restores their allowance and makes the order", async () => {
    const cart = await heldLate();
    expect(await rowsOf("allowance_use")).toEqual([]);
    await settle();
    expect(await orders()).toMatchObject([{ cart_id: cart.id, total: 4000 }]);
    expect((await rowsOf("allowance_use")).map(({ allowance, visit_index }) => [allowance, visit_index])).toEqual([
      ["Adult", 1],
      ["Adult", 2],
    ]);
    expect((await buyer.post("/my/cart/modify", { add: [addRequest(1)] })).body._data[0]._code).toBe(
      "member_limit_exceeded",
    );
    expect(logged).toEqual([]);
  });

  test("restores those of a guest identified by a member number", async () => {
    const guest = new TestBuyer(server, shop, (await createLimitedVisitor(server.db, shop, member.identity_id)).cookie);
    const cart = await heldLate(guest);
    await settle();
    expect(await orders()).toMatchObject([{ cart_id: cart.id }]);
    expect(await rowsOf("allowance_use")).toHaveLength(2);
  });

  test("uses another membership when the first has no allowance left", async () => {
    await heldLate();
    await cancelTestMembership(server.db, member.membership);
    const other = await createTestMembership(server.db, shop, member.identity_id, { benefits: { "*": -1 } });
    await settle();
    expect(await orders()).toHaveLength(1);
    expect((await rowsOf("allowance_use")).map(({ membership_id }) => membership_id)).toEqual([other.id, other.id]);
  });

  test.each<[string, () => Promise<unknown>]>([
    ["others of the household use the allowance", () => buyer.hold(1)],
    ["the membership was cancelled", () => cancelTestMembership(server.db, member.membership)],
    [
      "the membership is over",
      () =>
        sql`update membership set valid_to = app_now() - interval '1 day' where id = ${member.membership.id}`.execute(
          server.db,
        ),
    ],
    [
      "the membership allows less now",
      () => sql`update membership set benefits = '{"Adult": 1}' where id = ${member.membership.id}`.execute(server.db),
    ],
  ])("a late payment for member tickets is voided when %s, and the e-mail says why", async (_, change) => {
    await heldLate();
    await change();
    await expectNotCaptured(notAllowed);
  });

  test("releases an expired cart that has the allowance", async () => {
    const cart = await heldLate();
    const idle = await buyer.hold(2);
    await sql`update cart set expires_at = app_now() - interval '1 second' where id = ${idle.id}`.execute(server.db);
    await settle();
    expect(await orders()).toMatchObject([{ cart_id: cart.id }]);
  });
});

describe("a late first instalment", () => {
  const plan = JSON.stringify([
    { basis_points: 3000, due_days: 0 },
    { basis_points: 7000, due_days: 30 },
  ]);
  beforeEach(() => open({ sessions: [{ inDays: 60, capacity: 2 }], groups: [{ payment_plan: plan }] }));
  const cartNow = async ({ id }: Cart): Promise<Cart> => (await buyer.get(`/my/cart/${id}`)).body.cart._data[0];

  test("restores the cart, which is then paid by its schedule", async () => {
    const cart = await buyer.hold(2);
    await payAfterExpiry(server, buyer, cart, { amount: "12.00" });
    await settle();
    expect(await orders()).toEqual([]);
    expect((await rowsOf("scheduled_payment")).map(({ amount }) => amount)).toEqual([1200, 2800]);
    expect(await cartNow(cart)).toMatchObject({ editable: false, outstanding_balance: "28.00" });
    const emails = server.db.selectFrom("outbox").select("kind").where("seller_id", "=", shop.seller_id);
    expect(await emails.execute()).toEqual([{ kind: "part_paid" }]);
    await buyer.pay(cart, cards.good, "28.00");
    expect((await buyer.checkOut(cart)).body.outcome).toBe("completed");
    expect(await orders()).toMatchObject([{ cart_id: cart.id, total: 4000 }]);
  });

  test("a late first instalment is voided when a place has been taken", async () => {
    await payAfterExpiry(server, buyer, await buyer.hold(2), { amount: "12.00" });
    await new TestBuyer(server, shop).hold(1);
    await expectNotCaptured("they are no longer available");
  });

  test("a late first instalment is voided when payment plans are no longer offered", async () => {
    await payAfterExpiry(server, buyer, await buyer.hold(2), { amount: "12.00" });
    await sql`update ticket_group set payment_plan = null where seller_id = ${shop.seller_id}`.execute(server.db);
    await settle();
    expect(await rowsOf("payment")).toMatchObject([{ state: "voided" }]);
  });
});
