import pg from "pg";
import { afterAll, beforeAll, expect, inject, test, vi } from "vitest";
import { expectInvariants } from "../../../test/database/expectInvariants.ts";
import { isStalePlan } from "../../errors/isRetryable.ts";
import { openTestApp, type TestApp } from "../../../test/app/testApp.ts";
import { watchQuery } from "../../../test/database/statements/watchQuery.ts";
import { createTestShop, type TestShop } from "../../../test/shop/createTestShop.ts";
import { recordPrices, TestBuyer } from "../../../test/shop/testBuyer.ts";

/** What happens to a running server while another version is rolled out, or the database fails over. */
let server: TestApp;
let shop: TestShop;
beforeAll(async () => {
  server = await openTestApp();
  shop = await createTestShop(server.db, { event: { sessions: [{ capacity: 500 }] } });
  await recordPrices(server, shop);
});
afterAll(async () => {
  await expectInvariants(server.db);
  await server.close();
});

const readiness = async (): Promise<number> => (await server.app.inject({ url: "/readyz" })).statusCode;
const readAll = (buyer: TestBuyer, paths: readonly string[]): Promise<number[]> =>
  Promise.all(paths.map(async (path) => (await buyer.get(path)).status));

/** Prepares the statements of purchases on every connection. */
const prepareStatements = async (): Promise<void> => {
  for (let round = 0; round < 3; round++)
    await Promise.all(Array.from({ length: 8 }, () => new TestBuyer(server, shop).buy(1)));
};

/**
 * Counts the statements during `work` that PostgreSQL refuses because their result columns have changed since they were
 * prepared.
 */
const countStalePlans = async (work: () => Promise<void>): Promise<number> => {
  let count = 0;
  const original = Reflect.get(pg.Client.prototype, "query") as (this: unknown, ...args: unknown[]) => unknown;
  const spy = vi.spyOn(pg.Client.prototype, "query").mockImplementation(function (this: pg.Client, ...args: unknown[]) {
    return watchQuery({ original, client: this, args }, (error) => void (count += isStalePlan(error) ? 1 : 0));
  });
  await work().finally(() => spy.mockRestore());
  return count;
};

/** Buys from a cart that was created before `upgrade`, and from new ones, and reads the orders. */
const sellAcross = async (upgrade: () => Promise<void>): Promise<void> => {
  const buyer = new TestBuyer(server, shop);
  const reads = [`/events/${shop.event.id}`, `/events/${shop.event.id}/sessions`, "/events/available"];
  await readAll(buyer, reads);
  const cart = await buyer.hold(2);
  await upgrade();
  expect(await readAll(buyer, [`/my/cart/${cart.id}`, ...reads])).toEqual([200, 200, 200, 200]);
  expect((await buyer.pay(cart, "4242 4242 4242 4242")).status).toBe(200);
  const { body } = await buyer.checkOut(cart);
  expect(body.outcome).toBe("completed");
  expect(await readAll(buyer, [`/ticket_order/${body.ticket_order._data[0].id}`])).toEqual([200]);
  const others = await Promise.all(Array.from({ length: 8 }, () => new TestBuyer(server, shop).buy(1)));
  expect(others.map(({ status }) => status)).toEqual(others.map(() => 200));
};

test("no statement of a running server fails when a newer version has added a column to each table", async () => {
  await prepareStatements();
  const upgrade = () =>
    server.runAsOwner(`do $$ declare name text; begin
      for name in select tablename from pg_tables where schemaname = 'public' loop
        execute format('alter table %I add column from_a_newer_version integer not null default 0', name);
      end loop; end $$`);
  expect(await countStalePlans(() => sellAcross(upgrade))).toBe(0);
});

test.skipIf(inject("pooler"))(
  "a running server keeps selling, also from an earlier cart, when a newer version has widened columns",
  async () => {
    await prepareStatements();
    const upgrade = () =>
      server.runAsOwner(`
      alter table cart alter column version type bigint;
      alter table payment alter column cart_version type bigint;
      alter table event_session alter column capacity type bigint, alter column used_capacity type bigint;
      alter table ticket_group alter column capacity type bigint, alter column used_capacity type bigint`);
    expect(await countStalePlans(() => sellAcross(upgrade))).toBeGreaterThan(0);
  },
);

test("a running server is ready while each newer migration allows it", async () => {
  expect(await readiness()).toBe(200);
  await server.runAsOwner(
    "insert into schema_migration (number, name, sha256, allows) values (9998, 'from_a_newer_version', '', 41), (9999, 'from_another', '', 9998)",
  );
  expect(await readiness()).toBe(503);
  await server.runAsOwner("update schema_migration set allows = 41 where number = 9999");
  expect(await readiness()).toBe(200);
  await server.runAsOwner("update schema_migration set allows = null where number = 9998");
  expect(await readiness()).toBe(503);
  await server.runAsOwner("delete from schema_migration where number > 9000");
});

test("a database that has become read-only refuses writes as unavailable, answers reads, and sells again afterwards", async () => {
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
