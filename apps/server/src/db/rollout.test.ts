import { afterAll, beforeAll, expect, test } from "vitest";
import { checkInvariants } from "../cli/checkInvariants.ts";
import { openTestApp, type TestApp } from "../../test/app/testApp.ts";
import { createTestShop, type TestShop } from "../../test/shop/createTestShop.ts";
import { recordPrices, TestBuyer } from "../../test/shop/testBuyer.ts";

/** What happens to a running server while another version is rolled out, or the database fails over. */
let server: TestApp;
let shop: TestShop;
beforeAll(async () => {
  server = await openTestApp();
  shop = await createTestShop(server.db);
  await recordPrices(server, shop);
});
afterAll(async () => {
  expect(await checkInvariants(server.db)).toEqual([]);
  await server.close();
});

const readiness = async (): Promise<number> => (await server.app.inject({ url: "/readyz" })).statusCode;
const readAll = (buyer: TestBuyer, paths: readonly string[]): Promise<number[]> =>
  Promise.all(paths.map(async (path) => (await buyer.get(path)).status));

test("a running server sells on, also from a cart begun before, when a newer version has migrated", async () => {
  const buyer = new TestBuyer(server, shop);
  // Statements are prepared on every connection before the tables change.
  for (let round = 0; round < 3; round++)
    await Promise.all(Array.from({ length: 8 }, () => new TestBuyer(server, shop).buy(1)));
  const cart = await buyer.hold(2);
  const tables = [
    "seller",
    "event_session",
    "cart",
    "ticket",
    "payment",
    "ticket_order",
    "identity",
    "visitor_session",
  ];
  await server.runAsOwner(`
    ${tables.map((table) => `alter table ${table} add column from_a_newer_version integer not null default 0;`).join("\n")}
    insert into schema_migration (number, name, sha256) values (9999, 'from_a_newer_version', repeat('0', 64))`);
  expect(await readAll(buyer, [`/my/cart/${cart.id}`, `/events/${shop.event.id}`])).toEqual([200, 200]);
  expect((await buyer.pay(cart, "4242 4242 4242 4242")).status).toBe(200);
  expect((await buyer.checkOut(cart)).body.outcome).toBe("completed");
  const others = await Promise.all(Array.from({ length: 8 }, () => new TestBuyer(server, shop).buy(1)));
  expect(others.map(({ status }) => status)).toEqual(others.map(() => 200));
  expect(await readiness()).toBe(200);
});

test("a database that has become read-only refuses writes as unavailable, answers reads, and sells on afterwards", async () => {
  const buyer = new TestBuyer(server, shop);
  const cart = await buyer.hold(1);
  const setReadOnly = (value: "on" | "off") =>
    server.runAsOwner(`
      begin read write;
      do $$ begin execute format('alter database %I set default_transaction_read_only = ${value}', current_database()); end $$;
      commit;
      select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`);
  await setReadOnly("on");
  const refused = [
    await buyer.savePurchaser(cart),
    await new TestBuyer(server, shop).requestTickets(1),
    await buyer.pay(cart, "4242 4242 4242 4242"),
  ];
  expect(refused.map(({ status, headers }) => [status, headers["retry-after"]])).toEqual(refused.map(() => [503, "2"]));
  expect(await readAll(buyer, [`/my/cart/${cart.id}`, `/events/${shop.event.id}`, "/events/available"])).toEqual([
    200, 200, 200,
  ]);
  expect(await readiness()).toBe(503);
  await setReadOnly("off");
  await expect.poll(readiness).toBe(200);
  await buyer.pay(cart, "4242 4242 4242 4242");
  expect((await buyer.checkOut(cart)).body.outcome).toBe("completed");
});
