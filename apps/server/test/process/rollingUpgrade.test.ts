import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { checkInvariants } from "../../src/cli/checkInvariants.ts";
import { openTestApp, type TestApp } from "../app/testApp.ts";
import { createTestShop, type TestShop } from "../shop/createTestShop.ts";
import { recordPrices } from "../shop/testBuyer.ts";
import { checkOutTwoReleases, type Checkout } from "./checkouts.ts";
import { ProxiedBuyer } from "./proxiedBuyer.ts";
import { RoundRobinProxy } from "./roundRobinProxy.ts";
import { startServerProcess, type ServerProcess } from "./serverProcess.ts";

/** Tables that every purchase writes. */
const migration = `
  alter table cart add column of_the_next_release integer not null default 0;
  alter table payment add column of_the_next_release text;
  create table of_the_next_release (id integer primary key);`;

let releases: Awaited<ReturnType<typeof checkOutTwoReleases>>;
let base: TestApp;
let shop: TestShop;
let proxy: RoundRobinProxy;
const running = new Set<ServerProcess>();
beforeAll(async () => {
  releases = await checkOutTwoReleases(migration);
  base = await openTestApp();
  shop = await createTestShop(base.db, { event: { sessions: [{ capacity: 5000 }] } });
  await recordPrices(base, shop);
  proxy = await RoundRobinProxy.open();
});
afterAll(async () => {
  for (const { child } of running) child.kill("SIGKILL");
  await proxy.close();
  await base.close();
  await releases.remove();
});

const start = async ({ folder }: Checkout): Promise<ServerProcess> => {
  const server = await startServerProcess(base.databaseConfig, {
    root: folder,
    withPages: true,
    env: {
      DRAIN_SECONDS: "1",
      TRUST_PROXY: "127.0.0.1",
      DATA_DIR: folder,
      NODE_COMPILE_CACHE: join(folder, ".cache"),
    },
  });
  running.add(server);
  proxy.add(server.port);
  return server;
};
const stop = async (server: ServerProcess): Promise<void> => {
  server.child.kill("SIGTERM");
  expect(await server.exited).toEqual([0, null]);
  proxy.remove(server.port);
  running.delete(server);
};

/** The replies to visitors, and what went wrong. */
const seen = { orders: [] as string[], pages: new Map<string, number>(), wrong: [] as unknown[], isOver: false };
const expectOk = (what: string, status: number, body: unknown = ""): void => {
  if (status !== 200) seen.wrong.push([what, status, body]);
};

const keepBuying = async (group: number): Promise<void> => {
  for (let round = 0; !seen.isOver; round++) {
    const buyer = new ProxiedBuyer(proxy.origin, shop, `198.51.${group}.${round % 250}`);
    const held = await buyer.hold(1 + (round % 2));
    expectOk("hold", held.status, held.body);
    if (held.status !== 200) continue;
    const cart = held.body.cart._data[0];
    // Leaves time for the next call to reach another release.
    await sleep(30);
    if (round % 4 === 3) continue;
    expectOk("cart", (await buyer.get(`/my/cart/${cart.id}`)).status);
    const paid = await buyer.pay(cart);
    expectOk("pay", paid.status, paid.body);
    const { status, body } = await buyer.checkOut(cart);
    expectOk("checkout", status, body);
    if (body.outcome !== "completed") continue;
    const [{ id }] = body.ticket_order._data;
    seen.orders.push(id);
    expectOk("order", (await buyer.get(`/ticket_order/${id}`)).status);
  }
};

/** Loads a page and then its scripts, from whichever server is next. */
const keepReading = async (): Promise<void> => {
  while (!seen.isOver) {
    const url = `${proxy.origin}/${shop.slug}/events/${shop.event.id}`;
    const page = await fetch(url);
    expectOk("page", page.status);
    const scripts = new Set((await page.text()).match(/\/assets\/files\/[\w-]+\.js/g));
    const [first = ""] = scripts;
    seen.pages.set(first, (seen.pages.get(first) ?? 0) + 1);
    for (const script of scripts) {
      const answer = await fetch(`${proxy.origin}${script}`);
      await answer.arrayBuffer();
      expectOk(script, answer.status);
    }
    await sleep(50);
  }
};

const waitForOrders = async (count: number): Promise<void> => {
  const reached = seen.orders.length + count;
  await expect
    .poll(() => seen.orders.length >= reached || seen.wrong.length > 0, { timeout: 30_000, interval: 20 })
    .toBe(true);
};

test("two servers are replaced by the next release, which migrates, under load: nothing fails and nothing is lost", async () => {
  const old = await Promise.all([start(releases.current), start(releases.current)]);
  const load = [...[1, 2, 3].map(keepBuying), keepReading()];
  await waitForOrders(5);

  const fresh = await start(releases.next);
  await waitForOrders(5);
  // A server of the previous release can be started again on the migrated database.
  const [again] = await Promise.all([start(releases.current), stop(old[0])]);
  await waitForOrders(5);
  const [other] = await Promise.all([start(releases.next), stop(old[1])]);
  await stop(again);
  await waitForOrders(5);
  seen.isOver = true;
  await Promise.all(load);

  expect(seen.wrong).toEqual([]);
  expect(proxy.failures).toEqual([]);
  // Pages and scripts of both releases were read.
  expect(seen.pages.size).toBe(2);
  for (const { port } of [...old, again, fresh, other]) expect(proxy.answers.get(port)).toBeGreaterThan(5);
  const { rows } = await base.connections.pool.query(
    "select number, allows from schema_migration order by number desc limit 1",
  );
  expect(rows).toEqual([{ number: rows[0].number, allows: rows[0].number - 1 }]);
  const orders = await base.db.selectFrom("ticket_order").select("id").where("id", "in", seen.orders).execute();
  expect(orders).toHaveLength(new Set(seen.orders).size);
  await Promise.all([stop(fresh), stop(other)]);
  expect(await checkInvariants(base.db)).toEqual([]);
  // Five servers are started one after another, on CPUs that other tests use too.
}, 240_000);
