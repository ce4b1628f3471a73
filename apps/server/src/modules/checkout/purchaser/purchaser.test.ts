import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Cart } from "@foyer/contract/shop/cart.ts";
import { createTestShop, type TestShop } from "../../../../test/shop/createTestShop.ts";
import { openTestApp, type TestResponse, type TestApp } from "../../../../test/app/testApp.ts";
import { ada, TestBuyer, cards } from "../../../../test/shop/testBuyer.ts";

let server: TestApp;
let shop: TestShop;
let buyer: TestBuyer;
let cart: Cart;
const logged: Record<string, unknown>[] = [];

beforeAll(async () => {
  server = await openTestApp({
    logger: { level: "warn", stream: { write: (line: string) => void logged.push(JSON.parse(line)) } },
  });
});
afterAll(() => server.close());

const question = { type: "string", title: "?" };
const open = async (options: { form?: object; event?: object; group?: object; currency?: string } = {}) => {
  const { form, event = {}, group = {}, currency = "USD" } = options;
  shop = await createTestShop(server.db, {
    seller: { currency, configuration: JSON.stringify(form ? { identity_form: form } : {}) },
    event: { meta: JSON.stringify(event), groups: [{ meta: JSON.stringify(group) }] },
  });
  buyer = new TestBuyer(server, shop);
  cart = await buyer.hold(1);
};
beforeEach(() => {
  logged.length = 0;
});
const kept = () =>
  server.db.selectFrom("identity").selectAll().where("seller_id", "=", shop.seller_id).where("kind", "=", "guest");
const keptOne = () => kept().executeTakeFirst();
const wrong = ({ status, body }: TestResponse): unknown =>
  status === 200
    ? "kept"
    : (body._data[0]._extra.problems as { field: string; message: string }[]).map(
        ({ field, message }) => `${field} ${message}`,
      );
const save = (more: object = {}) => buyer.savePurchaser(cart, { ...ada, ...more });

describe("the purchaser's answers are validated as on the page", () => {
  const form = {
    properties: {
      phone: {},
      country: {},
      state: {},
      zip_code: {},
      gift_aid_eligible: {},
      member_id: { ...question, readOnly: true },
    },
    required: ["phone", "state"],
  };
  test.each<[string, object, unknown]>([
    ["nothing of it", {}, ["phone required", "state required"]],
    ["a number that is none", { phone: "12", state: "NY" }, ["phone not_phone"]],
    ["a number of the seller's country", { phone: "(212) 736-3100", state: "NY" }, "kept"],
    ["of another, which the address names", { phone: "020 7219 4272", country: "GB" }, "kept"],
    ["of another, which nothing names", { phone: "020 7219 4272", state: "NY" }, ["phone not_phone"]],
    ["with its country's code", { phone: "+44 20 7219 4272", state: "NY" }, "kept"],
    ["a state of another country", { phone: "+1 212 736 3100", country: "AU", state: "NY" }, ["state required"]],
    ["no state where there are none", { phone: "+64 4 817 9999", country: "NZ" }, "kept"],
    ["a post code that is none", { phone: "+1 212 736 3100", state: "NY", zip_code: "1 2 3" }, ["zip_code not_zip"]],
    [
      "a name that is a link",
      { phone: "+1 212 736 3100", state: "NY", last_name: "see https://evil.example" },
      ["last_name not_name"],
    ],
  ])("the purchaser's answers are validated as on the page: %s", async (_, identity, says) => {
    await open({ form });
    expect(wrong(await save(identity))).toEqual(says);
  });

  test("drops answers that are locked, unasked or unknown", async () => {
    await open({ form: { properties: { member_id: { ...question, readOnly: true }, diet: question } } });
    const response = await save({
      phone: "12",
      gift_aid_eligible: true,
      additional_info: { member_id: "1", diet: " vegan ", evil: "x" },
    });
    expect(wrong(response)).toBe("kept");
    expect(await keptOne()).toMatchObject({
      phone: null,
      gift_aid_eligible: null,
      additional_info: { diet: "vegan" },
    });
  });
  test("accepts an address unasked, as some payment methods need one", async () => {
    await open();
    await save({ address: " 1  Pier\nRoad ", city: "New York", country: "usa", state: "NY", zip_code: "10001" });
    expect(await keptOne()).toMatchObject({
      address: "1 Pier Road",
      city: "New York",
      country: "US",
      state: "NY",
      zip_code: "10001",
    });
  });
  test("clears answers that are removed", async () => {
    await open({ form: { properties: { phone: {}, diet: question } } });
    await save({ phone: "+1 212 736 3100", additional_info: { diet: "vegan" } });
    await save();
    expect(await keptOne()).toMatchObject({ phone: null, additional_info: {} });
  });
  test("stores an e-mail address without invisible spaces, and refuses one with other invisible characters", async () => {
    await open();
    expect(wrong(await save({ email: "\u200bada@example.org\ufeff" }))).toBe("kept");
    expect(await keptOne()).toMatchObject({ email: "ada@example.org" });
    expect(wrong(await save({ email: "a\u00adda@example.org" }))).toEqual(["email not_email"]);
  });
  test("stores names as plain text", async () => {
    await open();
    await save({ first_name: "A\u0308da \u202eX\u0007", last_name: '<img src=x onerror="1">' });
    expect(await keptOne()).toMatchObject({ first_name: "Äda X", last_name: '<img src=x onerror="1">' });
  });
});

describe("forms of the cart's contents", () => {
  test("ask at events and groups; a missing answer is logged", async () => {
    await open({
      event: { identity_form: { properties: { school: question }, required: ["school"] } },
      group: {
        extra_checkout_fields: { properties: { diet: { enum: ["vegan", "none"], title: "?" } }, required: ["diet"] },
      },
    });
    expect(wrong(await save())).toEqual(["school required", "diet required"]);
    expect(logged).toMatchObject([{ event: "identity_field_missing", fields: ["school", "diet"] }]);
    expect(wrong(await save({ additional_info: { school: "Pier", diet: "meat" } }))).toEqual(["diet required"]);
    expect(wrong(await save({ additional_info: { school: "Pier", diet: "vegan" } }))).toBe("kept");
    expect((await keptOne())?.additional_info).toEqual({ school: "Pier", diet: "vegan" });
  });
  test("forms of the cart's contents do not ask for removed tickets, or of members", async () => {
    await open({
      event: { identity_form: { properties: { school: { ...question, context: "member" } }, required: ["school"] } },
    });
    expect(wrong(await save())).toBe("kept");
  });
  test("forms of the cart's contents are checked again at checkout", async () => {
    await open({ group: { identity_form: { properties: { school: question }, required: ["school"] } } });
    await buyer.pay(cart, cards.good);
    const response = await buyer.checkOut(cart);
    expect(wrong(response)).toEqual(["school required"]);
  });
});

describe("a cart opened by its link", () => {
  const grace = { first_name: "Grace", last_name: "Hopper", email: "grace@example.org" };
  const eve = { first_name: "Eve", last_name: "Else", email: "eve@example.org" };
  const saveBy = (who: TestBuyer, identity: object) => who.post(`/cart/${cart.id}/purchaser`, { identity });
  const codeOf = ({ status, body }: TestResponse) => (status === 200 ? "kept" : body._data[0]._code);
  let friend: TestBuyer;
  let other: TestBuyer;
  beforeEach(async () => {
    await open();
    [friend, other] = [new TestBuyer(server, shop), new TestBuyer(server, shop)];
  });
  const past = async (seconds: number): Promise<void> => {
    const { rows } = await sql<{ id: string; at: string }>`select id, meta ->> 'kept_at' as at from identity
      where seller_id = ${shop.seller_id} and meta ? 'kept_at'`.execute(server.db);
    for (const { id, at } of rows) {
      const earlier = new Date(Date.parse(at) - seconds * 1000).toISOString();
      await sql`update identity set meta = jsonb_set(meta, '{kept_at}', to_jsonb(${earlier}::text))
        where seller_id = ${shop.seller_id} and id = ${id}`.execute(server.db);
    }
  };

  test("saves the purchaser before they pay, and lets them correct it", async () => {
    expect(codeOf(await saveBy(friend, grace))).toBe("kept");
    expect(friend.cookie).not.toBe("");
    expect(codeOf(await saveBy(friend, { ...grace, email: "grace@example.com" }))).toBe("kept");
    expect(await keptOne()).toMatchObject({ ...grace, email: "grace@example.com" });
  });
  test("keeps the purchaser named by its owner", async () => {
    await buyer.savePurchaser(cart);
    expect(codeOf(await saveBy(friend, grace))).toBe("kept");
    expect(await kept().execute()).toMatchObject([ada]);
  });
  test("a cart opened by its link cannot be taken by another visitor during a payment", async () => {
    await saveBy(friend, grace);
    expect(codeOf(await saveBy(other, eve))).toBe("payment_in_progress");
    await friend.post(`/cart/${cart.id}/pay`, [
      {
        gateway_id: "test",
        amount: cart.outstanding_balance,
        gateway_data: { card: { number: cards.good, expiry: "12/40", cvc: "123" } },
      },
    ]);
    await past(3600);
    expect(codeOf(await saveBy(other, eve))).toBe("payment_in_progress");
    expect(await keptOne()).toMatchObject(grace);
  });
  test("a cart opened by its link is not reserved for a visitor who does not pay", async () => {
    await saveBy(friend, grace);
    await past(121);
    expect(codeOf(await saveBy(other, eve))).toBe("kept");
    expect(await kept().execute()).toMatchObject([eve]);
  });
  test("lets its owner change the purchaser at any time", async () => {
    await saveBy(friend, grace);
    expect(codeOf(await buyer.savePurchaser(cart))).toBe("kept");
    expect(await kept().execute()).toMatchObject([ada]);
    expect(codeOf(await saveBy(friend, grace))).toBe("kept");
    expect(await kept().execute()).toMatchObject([ada]);
  });
  test("shows the order to the payer only", async () => {
    await saveBy(friend, grace);
    await friend.post(`/cart/${cart.id}/pay`, [
      {
        gateway_id: "test",
        amount: cart.outstanding_balance,
        gateway_data: { card: { number: cards.good, expiry: "12/40", cvc: "123" } },
      },
    ]);
    const response = await friend.post(`/cart/${cart.id}/guest_checkout`, { identity: grace });
    expect([response.status, response.body.outcome]).toEqual([200, "completed"]);
    expect(codeOf(await saveBy(other, eve))).toBe("cart_booked");
  });
});
