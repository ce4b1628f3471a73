import { sql } from "kysely";
import { beforeEach, expect, test } from "vitest";
import { createCodes, createDiscount } from "../test/shop/codesAndRules.ts";
import { createTestShop, type TestShop } from "../test/shop/createTestShop.ts";
import { setUpTestApp } from "../test/app/setUpTestApp.ts";
import type { TestResponse, TestApp } from "../test/app/testApp.ts";
import { ada, TestBuyer, cards, recordPrices } from "../test/shop/testBuyer.ts";

/** Requests that a client or a proxy repeats because the reply was lost. */
let server: TestApp;
let shop: TestShop;
let buyer: TestBuyer;
setUpTestApp((opened) => void (server = opened));
beforeEach(async () => {
  shop = await createTestShop(server.db);
  await recordPrices(server, shop);
  buyer = new TestBuyer(server, shop);
});

/** Every row of every table, as one text. */
const readAllRows = async (): Promise<string> => {
  const { rows: tables } = await sql<{ name: string }>`select table_name as name from information_schema.columns
    where table_schema = 'public' and column_name = 'seller_id' order by 1`.execute(server.db);
  const all = [];
  for (const { name } of tables) {
    const { rows } = await sql<{
      response: string;
    }>`select md5(coalesce(string_agg(t::text, '|' order by t::text), '')) as response
      from ${sql.table(name)} t where seller_id = ${shop.seller_id}`.execute(server.db);
    all.push(`${name} ${rows[0]?.response}`);
  }
  return all.join("\n");
};
const withoutClock = ({ status, body }: TestResponse): string =>
  JSON.stringify([status, body]).replace(/"expires_in":\d+/g, "");

test("repeated reads change nothing", async () => {
  const cart = await buyer.hold(1);
  const order_id = (await buyer.buy(1)).body.ticket_order._data[0].id;
  const before = await readAllRows();
  for (const path of [
    `/my/cart/${cart.id}`,
    `/cart/${cart.id}`,
    `/ticket_order/${order_id}`,
    `/ticket_order?id._in=${order_id}`,
    `/events/${shop.event.id}`,
    `/events/${shop.event.id}/sessions`,
    `/events/${shop.event.id}/sessions/${shop.session.id}`,
    "/events/available",
  ]) {
    const answers = [await buyer.get(path), await buyer.get(path), await buyer.get(path)].map(withoutClock);
    expect([path, new Set(answers).size]).toEqual([path, 1]);
  }
  expect(await readAllRows()).toBe(before);
  // Shows that the comparison of all rows detects a change.
  await buyer.hold(1);
  expect(await readAllRows()).not.toBe(before);
});

test("repeated payments and checkouts get the same reply and do nothing more", async () => {
  const cart = await buyer.hold(2);
  const paid = [await buyer.pay(cart, cards.good), await buyer.pay(cart, cards.good)];
  expect(paid.map(({ status, body }) => [status, body.payment._data])).toEqual([
    [200, paid[0]?.body.payment._data],
    [200, paid[0]?.body.payment._data],
  ]);
  const first = await buyer.checkOut(cart);
  const settled = await readAllRows();
  const [order] = first.body.ticket_order._data;
  for (let time = 0; time < 3; time++) {
    const { status, body } = await buyer.checkOut(cart);
    expect([status, body.outcome, body.ticket_order._data]).toEqual([200, "completed", [order]]);
    // A late payment is refused and names the order.
    const late = await buyer.pay(cart, cards.good);
    expect([late.status, late.body._data[0]._code, late.body._data[0]._extra.order_id]).toEqual([
      409,
      "cart_booked",
      order.id,
    ]);
  }
  expect(await readAllRows()).toBe(settled);
});

test("a repeated purchaser, code or removal changes nothing, or is refused without effect", async () => {
  const made = await createCodes(server.db, shop, { WELCOME: {} });
  await createDiscount(server.db, shop, { name: "Tenth", benefit: { percent: 1000 }, code_group_ids: [made.id] });
  const cart = await buyer.hold(2);
  const twice = async (path: string, body: object): Promise<unknown[]> => {
    const first = await buyer.post(path, body);
    expect([path, first.status]).toEqual([path, 200]);
    const between = await readAllRows();
    const { status, body: response } = await buyer.post(path, body);
    if (status !== 200) expect(await readAllRows()).toBe(between);
    return [status, response._data?.[0]?._code];
  };
  const [ticket] = cart.lines[0]?.types[0]?.ticket_ids ?? [];
  expect(await twice(`/my/cart/${cart.id}/purchaser`, { identity: ada })).toEqual([200, undefined]);
  expect(await twice(`/my/cart/${cart.id}/apply_code`, { code: "WELCOME" })).toEqual([409, "duplicate_code"]);
  expect(await twice(`/cart/${cart.id}/remove`, { tickets: [ticket] })).toEqual([404, "ticket_not_found"]);
  const people = await server.db
    .selectFrom("identity")
    .select("id")
    .where("seller_id", "=", shop.seller_id)
    .where("email", "=", ada.email)
    .execute();
  expect(people).toHaveLength(1);
});
