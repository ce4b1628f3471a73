import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import type { Cart } from "@foyer/contract/shop/cart.ts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { checkInvariants } from "../../src/cli/checkInvariants.ts";
import { releaseExpiredHolds } from "../../src/jobs/releaseExpiredHolds.ts";
import { openTestApp, type TestApp } from "../app/testApp.ts";
import { createTestShop, type TestShop } from "../shop/createTestShop.ts";
import { cards, recordPrices } from "../shop/testBuyer.ts";
import { Random } from "../simulation/random.ts";
import { crashRepeats } from "./crashRepeats.ts";
import { ProxiedBuyer } from "./proxiedBuyer.ts";
import { recoverAfterRestart } from "./recoverAfterRestart.ts";
import { RoundRobinProxy } from "./roundRobinProxy.ts";
import { startServerProcess, type ServerProcess } from "./serverProcess.ts";

/** The number of concurrent buyers; each keeps buying until the event is sold out. */
const buyers = 12;
/** More in `npm run soak`. */
const kills = 2 + crashRepeats;
/** Enough that buyers are still active at the last kill. */
const capacity = 30 * kills;
const timeout = 60_000 + 10_000 * kills;

let base: TestApp;
let shop: TestShop;
let proxy: RoundRobinProxy;
const servers: ServerProcess[] = [];
beforeAll(async () => {
  base = await openTestApp();
  shop = await createTestShop(base.db, { event: { sessions: [{ capacity }] } });
  await recordPrices(base, shop);
  proxy = await RoundRobinProxy.open();
});
afterAll(async () => {
  for (const { child } of servers) child.kill("SIGKILL");
  await proxy.close();
  await base.close();
});

const start = async (): Promise<ServerProcess> => {
  const server = await startServerProcess(base.databaseConfig, { env: { TRUST_PROXY: "127.0.0.1" } });
  servers.push(server);
  proxy.add(server.port);
  return server;
};
const kill = async (server: ServerProcess): Promise<void> => {
  servers.splice(servers.indexOf(server), 1);
  server.child.kill("SIGKILL");
  await server.exited;
  // The load balancer notices it with its next check.
  await sleep(200);
  proxy.remove(server.port);
};

/** The replies to buyers. */
const seen = {
  held: [] as string[],
  orders: new Map<string, string>(),
  refused: new Map<string, number>(),
  isSoldOut: false,
  repeats: 0,
};
const note = (code: string): void => void seen.refused.set(code, (seen.refused.get(code) ?? 0) + 1);

/** Buys until the event is sold out: some abandon their cart, some empty it, and some cards are declined first. */
const keepBuying = async (group: number, random: Random): Promise<void> => {
  for (let round = 0; !seen.isSoldOut; round++) {
    const buyer = new ProxiedBuyer(proxy.origin, shop, `198.51.${group}.${round % 250}`);
    await buyOnce(buyer, random);
    seen.repeats += buyer.repeats;
  }
};
const buyOnce = async (buyer: ProxiedBuyer, random: Random): Promise<void> => {
  const held = await buyer.hold(random.integer(1, 2));
  if (held.status !== 200) {
    const { _code } = held.body._data[0];
    seen.isSoldOut ||= _code === "event_session_sold_out";
    return note(_code);
  }
  const cart = held.body.cart._data[0] as Cart;
  seen.held.push(cart.id);
  if (random.chance(0.1)) return;
  if (random.chance(0.1)) return void (await buyer.get("/events/available"));
  if (random.chance(0.1)) expect((await buyer.pay(cart, cards.declined)).status).toBeLessThan(500);
  const paid = await buyer.pay(cart);
  if (paid.status !== 200) return note(paid.body._data[0]._code);
  const { body } = await buyer.checkOut(cart);
  if (body.outcome === "completed") seen.orders.set(body.ticket_order._data[0].id, cart.id);
  else note(body._data?.[0]._code ?? body.outcome);
};

const isSettled = async (): Promise<boolean> => {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from payment where state in ('created', 'processing', 'authorized')`.execute(base.db);
  return rows[0]?.n === 0;
};
const bookedTickets = async (): Promise<number> =>
  (await base.db.selectFrom("ticket").select("id").where("state", "=", "booked").execute()).length;

test(
  "three servers of which one is killed again and again lose nothing, sell nothing twice and nothing too much",
  { timeout },
  async () => {
    const seed = Date.now() % 100_000;
    const random = new Random(seed);
    await Promise.all([start(), start(), start()]);
    const load = Array.from({ length: buyers }, (_, group) => keepBuying(group, new Random(seed + 1 + group)));
    for (let nth = 0; nth < kills && !seen.isSoldOut; nth++) {
      await sleep(random.integer(100, 900));
      await kill(servers[random.integer(0, servers.length - 1)] as ServerProcess);
      expect([seed, await checkInvariants(base.db)]).toEqual([seed, []]);
      await start();
    }
    await Promise.all(load);

    // Whatever a reply confirmed still holds.
    const orders = [...seen.orders.keys()];
    expect(orders.length).toBeGreaterThan(10);
    const kept = await base.db.selectFrom("ticket_order").select(["id", "cart_id"]).where("id", "in", orders).execute();
    expect(new Map(kept.map(({ id, cart_id }) => [id, cart_id]))).toEqual(seen.orders);
    // A request that was repeated because its server died created no second cart.
    const carts = await base.db.selectFrom("cart").select("id").execute();
    expect(carts.map(({ id }) => id).toSorted()).toEqual(seen.held.toSorted());

    for (const server of servers.toReversed()) await kill(server);
    await recoverAfterRestart(base);
    await sql`update cart set expires_at = app_now() - interval '1 hour', leased_until = null where state = 'pending'`.execute(
      base.db,
    );
    await releaseExpiredHolds(base.db);
    expect([seed, await isSettled(), await checkInvariants(base.db)]).toEqual([seed, true, []]);
    expect(await bookedTickets()).toBeLessThanOrEqual(capacity);
    // No order is paid twice, and no payment is without an order.
    const { rows } = await sql<{ captured: number; ordered: number }>`
    select (select sum(amount - refunded) from payment where state = 'captured')::bigint as captured,
      (select sum(total) from ticket_order)::bigint as ordered`.execute(base.db);
    expect(rows[0]?.captured).toBe(rows[0]?.ordered);
  },
);
