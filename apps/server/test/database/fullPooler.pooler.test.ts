import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { Connections } from "../../src/db/connections.ts";
import { pauseAt } from "../../src/db/faultPoints.ts";
import { openTestApp, type TestApp } from "../app/testApp.ts";
import { createTestShop } from "../shop/createTestShop.ts";
import { TestBuyer } from "../shop/testBuyer.ts";
import { expectInvariants } from "./expectInvariants.ts";
import { startPooler, type Pooler } from "./pooler.ts";

let base: TestApp;
let pooler: Pooler;
let server: TestApp;
let connections: Connections;
beforeAll(async () => {
  const { user = "", password } = inject("pooler") ?? {};
  base = await openTestApp();
  const login = { user, password: String(password) };
  // PgBouncer ends the connection of a client that waits longer than that.
  pooler = await startPooler(inject("cluster").host, login, { default_pool_size: "1", query_wait_timeout: "1" });
  connections = new Connections({ ...pooler.config(base.databaseConfig.database ?? ""), max: 4 });
  server = await openTestApp({ connections }, base);
});
afterAll(async () => {
  await server.close();
  await connections.close();
  await pooler.stop();
  await expectInvariants(base.db);
  await base.close();
});

test("a request that gets no connection from the pooler in time is refused as unavailable, and served afterwards", async () => {
  const shop = await createTestShop(base.db);
  const owner = new TestBuyer(base, shop);
  const cart = await owner.hold(1);
  const read = () => new TestBuyer(server, shop, owner.cookie).get(`/my/cart/${cart.id}`);
  const isHolding = Promise.withResolvers<void>();
  const goesOn = Promise.withResolvers<void>();
  pauseAt("hold_locked", async () => {
    pauseAt("hold_locked", undefined);
    isHolding.resolve();
    await goesOn.promise;
  });
  const first = new TestBuyer(server, shop).requestTickets(1);
  await isHolding.promise;
  const { status, body, headers } = await read().finally(() => goesOn.resolve());
  expect([status, body._data[0]._code, headers["retry-after"]]).toEqual([503, "unavailable", "2"]);
  expect((await first).status).toBe(200);
  await expect.poll(async () => (await read()).status).toBe(200);
});
