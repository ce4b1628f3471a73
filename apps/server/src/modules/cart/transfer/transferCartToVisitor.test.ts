import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { sql } from "kysely";
import { invariants } from "../../../cli/invariants.ts";
import { createTestShop, type TestShop } from "../../../../test/shop/createTestShop.ts";
import { openTestApp, type TestResponse, type TestApp } from "../../../../test/app/testApp.ts";
import { ada, TestBuyer, cards } from "../../../../test/shop/testBuyer.ts";
import { confirmAtTestBank, createSettler } from "../../../../test/payments/latePayments.ts";
import { markLoggedIn } from "../../../../test/accounts/members.ts";

let server: TestApp;
let shop: TestShop;
let owner: TestBuyer;
let other: TestBuyer;
beforeAll(async () => {
  server = await openTestApp();
});
afterAll(() => server.close());
beforeEach(async () => {
  shop = await createTestShop(server.db);
  [owner, other] = [new TestBuyer(server, shop), new TestBuyer(server, shop)];
});

const transferCart = (who: TestBuyer, cart_id: string): Promise<TestResponse> =>
  who.post(`/my/cart/${cart_id}/transfer`, {});
const rowOf = (id: string) => server.db.selectFrom("cart").selectAll().where("id", "=", id).executeTakeFirst();
const expectInvariants = async () => {
  for (const { id, query } of invariants) expect((await sql.raw(query).execute(server.db)).rows, id).toEqual([]);
};

describe("a transferred cart", () => {
  test("belongs to the new visitor, with tickets, expiry and number, under a new id", async () => {
    const cart = await owner.hold(2);
    const before = await rowOf(cart.id);
    const { status, body } = await transferCart(other, cart.id);
    expect(status).toBe(200);
    const [taken] = body.cart._data;
    expect(taken.id).not.toBe(cart.id);
    expect(taken).toMatchObject({ editable: true, cart_number: cart.cart_number, state: "pending" });
    expect(taken.lines).toEqual(cart.lines);
    expect(await rowOf(taken.id)).toMatchObject({
      expires_at: before?.expires_at,
      max_hold_until: before?.max_hold_until,
    });
    expect((await other.get(`/my/cart/${taken.id}`)).body.cart._data[0].id).toBe(taken.id);
    await expectInvariants();
  });

  test("a transferred cart is not found under its old id, by its former owner neither", async () => {
    const cart = await owner.hold(2);
    const taken = (await transferCart(other, cart.id)).body.cart._data[0];
    const ticket = cart.lines[0]?.types[0]?.ticket_ids[0];
    for (const who of [owner, other]) {
      for (const reply of [
        await who.get(`/my/cart/${cart.id}`),
        await who.get(`/cart/${cart.id}`),
        await who.post(`/my/cart/${cart.id}/modify`, { remove: [ticket] }),
        await who.post(`/cart/${cart.id}/remove`, { tickets: [ticket] }),
        await who.pay(cart, cards.good),
        await transferCart(who, cart.id),
      ])
        expect([reply.status, reply.body._data[0]._code]).toEqual([404, "not_found"]);
    }
    // The former owner cannot change it by its new id either, but can transfer it back like anyone else.
    expect((await owner.post(`/my/cart/${taken.id}/modify`, { remove: [ticket] })).status).toBe(404);
    expect((await owner.post(`/cart/${taken.id}/modify`, { remove: [ticket] })).status).toBe(403);
    await expectInvariants();
  });

  test("a transferred cart is bought by the new visitor, without the former purchaser", async () => {
    const cart = await owner.hold(2);
    await owner.savePurchaser(cart);
    const taken = (await transferCart(other, cart.id)).body.cart._data[0];
    expect((await other.get(`/my/cart/${taken.id}?_embed=identity`)).body.identity._data).toEqual([]);
    await other.pay(taken, cards.good);
    expect((await other.checkOut(taken, {})).status).toBe(422);
    const { body } = await other.checkOut(taken, { identity: { ...ada, email: "grace@example.org" } });
    expect(body.outcome).toBe("completed");
    expect((await owner.get(`/ticket_order/${body.ticket_order._data[0].id}`)).status).toBe(404);
    await expectInvariants();
  });

  test("a transferred cart goes to a new visitor, who gets a cookie", async () => {
    const cart = await owner.hold(1);
    const taken = (await transferCart(other, cart.id)).body.cart._data[0];
    expect(other.cookie).not.toBe("");
    expect((await other.get(`/my/cart/${taken.id}`)).status).toBe(200);
  });

  test("keeps failed payments, which pay for nothing", async () => {
    const cart = await owner.hold(1);
    expect((await owner.pay(cart, cards.declined)).status).toBe(402);
    const taken = (await transferCart(other, cart.id)).body.cart._data[0];
    const payments = await server.db.selectFrom("payment").select("state").where("cart_id", "=", taken.id).execute();
    expect(payments).toEqual([{ state: "failed" }]);
    await other.pay(taken, cards.good);
    expect((await other.checkOut(taken)).body.outcome).toBe("completed");
    await expectInvariants();
  });
});

test("an unfinished payment of the former owner does not pay for the new one", async () => {
  const cart = await owner.hold(1);
  await owner.savePurchaser(cart);
  const { action_url, payment_id } = (await owner.pay(cart, cards.requiresAction)).body._data[0]._extra;
  // The buyer never returned from the bank, and the payment has timed out. The tickets are still held.
  await server.db.updateTable("cart").set({ leased_until: null }).where("id", "=", cart.id).execute();
  const taken = (await transferCart(other, cart.id)).body.cart._data[0];
  await confirmAtTestBank(server, action_url);
  const codeOf = ({ body }: TestResponse) => body._data[0]._code;
  expect(codeOf(await other.resumePayment(taken, payment_id))).toBe("payment_incomplete");
  expect(codeOf(await other.checkOut(taken))).toBe("payment_incomplete");
  await createSettler(server, () => undefined)();
  expect(codeOf(await other.checkOut(taken))).toBe("payment_incomplete");
  const payments = await server.db.selectFrom("payment").select("state").where("cart_id", "=", taken.id).execute();
  expect(payments).toEqual([{ state: "voided" }]);
  await expectInvariants();
});

test("codes at work move with the cart", async () => {
  const cart = await owner.hold(1);
  const { seller_id } = shop;
  const [group, code] = [crypto.randomUUID(), crypto.randomUUID()];
  await server.db
    .insertInto("code_group")
    .values({ seller_id, id: group, key: "friends", name: "Friends", used: 1 })
    .execute();
  await server.db
    .insertInto("code")
    .values({ seller_id, id: code, code_group_id: group, code: "TIDE", normalized: "tide", used: 1 })
    .execute();
  await server.db.insertInto("cart_code").values({ seller_id, cart_id: cart.id, code_id: code }).execute();
  const taken = (await transferCart(other, cart.id)).body.cart._data[0];
  const codes = await server.db.selectFrom("cart_code").select("cart_id").where("code_id", "=", code).execute();
  expect(codes).toEqual([{ cart_id: taken.id }]);
  await expectInvariants();
});

test("the visitor's own cart stays unchanged", async () => {
  const cart = await owner.hold(1);
  const { status, body } = await transferCart(owner, cart.id);
  expect([status, body.cart._data[0].id]).toEqual([200, cart.id]);
});

test.each([1, 2, 3])("one of several simultaneous transfers succeeds (%i)", async () => {
  const cart = await owner.hold(2);
  const takers = Array.from({ length: 10 }, () => new TestBuyer(server, shop));
  const ticket = cart.lines[0]?.types[0]?.ticket_ids[0];
  const [changed, ...answers] = await Promise.all([
    owner.post(`/my/cart/${cart.id}/modify`, { remove: [ticket] }),
    ...takers.map((taker) => transferCart(taker, cart.id)),
  ]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array.from({ length: 9 }, () => 404)]);
  const winner = answers.find(({ status }) => status === 200)?.body.cart._data[0];
  const held = await server.db.selectFrom("ticket").select("state").where("cart_id", "=", winner.id).execute();
  // The owner's simultaneous change either succeeded before the transfer or was refused.
  expect(held.filter(({ state }) => state === "held")).toHaveLength(changed?.status === 200 ? 1 : 2);
  await expectInvariants();
});

describe("a transfer is refused", () => {
  const refusalOf = async (cart_id: string) => {
    const { status, body } = await transferCart(other, cart_id);
    return [status, body._data[0]._code, body._data[0]._description];
  };

  test("a transfer is refused for a member's cart, and changes nothing", async () => {
    const cart = await owner.hold(1);
    await markLoggedIn(server.db, cart.identity_id ?? "");
    const before = await rowOf(cart.id);
    expect(await refusalOf(cart.id)).toEqual([403, "access_denied", "This cart belongs to another member"]);
    expect(await rowOf(cart.id)).toEqual(before);
  });

  test("a transfer is refused for an expired cart", async () => {
    const cart = await owner.hold(1);
    await server.db.updateTable("cart").set({ expires_at: "2026-01-01T00:00:00Z" }).where("id", "=", cart.id).execute();
    expect((await refusalOf(cart.id)).slice(0, 2)).toEqual([410, "cart_expired"]);
  });

  test("a transfer is refused for a cart with a payment in progress", async () => {
    const cart = await owner.hold(1);
    await owner.pay(cart, cards.good);
    expect((await refusalOf(cart.id)).slice(0, 2)).toEqual([409, "payment_in_progress"]);
    expect((await owner.checkOut(cart)).body.outcome).toBe("completed");
  });

  test("a transfer is refused for a booked cart, without mention of its order", async () => {
    const cart = await owner.hold(1);
    await owner.pay(cart, cards.good);
    await owner.checkOut(cart);
    expect((await refusalOf(cart.id)).slice(0, 2)).toEqual([404, "not_found"]);
  });
});

test("a transfer moves every table that refers to carts", async () => {
  const { rows } = await sql<{ name: string }>`
    select conrelid::regclass::text as name from pg_constraint
    where contype = 'f' and confrelid = 'cart'::regclass order by 1`.execute(server.db);
  // Never transferred: carts of renewals (a member's), of orders (completed) and of changes of orders, and those with
  // payment plans (partly paid).
  const never = ["auto_renewal", "order_change", "plan_change", "scheduled_payment", "ticket_order"];
  expect(rows.map(({ name }) => name).filter((name) => !never.includes(name))).toEqual([
    "cart_code",
    "cart_discount",
    "payment",
    "ticket",
  ]);
});
