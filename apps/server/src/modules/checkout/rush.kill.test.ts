import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { sql } from "kysely";
import type { Cart } from "@foyer/contract/shop/cart.ts";
import { checkInvariants } from "../../cli/checkInvariants.ts";
import { releaseExpiredHolds } from "../../jobs/releaseExpiredHolds.ts";
import { openTestApp, type TestApp } from "../../../test/app/testApp.ts";
import { cloneDatabase } from "../../../test/database/cloneDatabase.ts";
import { recoverAfterRestart } from "../../../test/process/recoverAfterRestart.ts";
import { overHttp, startCrashingServer, type CrashingServer } from "../../../test/process/startCrashingServer.ts";
import { createTestShop, type TestShop } from "../../../test/shop/createTestShop.ts";
import { ada, cards, recordPrices, TestBuyer } from "../../../test/shop/testBuyer.ts";

const capacity = 60;
let login: Awaited<ReturnType<typeof cloneDatabase>>;
let base: TestApp;
let shop: TestShop;
let running: CrashingServer | undefined;
beforeAll(async () => {
  login = await cloneDatabase();
  base = await openTestApp({}, { databaseConfig: login.app });
  shop = await createTestShop(base.db, { event: { sessions: [{ capacity }] } });
  await recordPrices(base, shop);
});
afterAll(async () => {
  running?.kill();
  await base.close();
});

/** What buyers were told before and after the servers died. */
type Promised = { readonly held: string[]; readonly orders: string[]; isSoldOut: boolean };

/**
 * Buys as fast as it can until the event is sold out, leaving every third cart unpaid. A request that gets no answer or a
 * temporary refusal ends one purchase; the next purchase goes to the server that is then running.
 */
const keepBuying = async (acknowledged: Promised): Promise<void> => {
  for (let round = 0; !acknowledged.isSoldOut; round++) {
    const origin = running?.origin;
    if (!origin) {
      await sleep(20);
      continue;
    }
    const buyer = new TestBuyer(overHttp(base, origin), shop);
    try {
      const answer = await buyer.requestTickets(1 + (round % 2));
      if (answer.status !== 200) {
        acknowledged.isSoldOut ||= answer.body._data[0]._code === "event_session_sold_out";
        continue;
      }
      const cart = answer.body.cart._data[0] as Cart;
      acknowledged.held.push(cart.id);
      if (round % 3 === 2) continue;
      await buyer.savePurchaser(cart, ada);
      await buyer.pay(cart, cards.good);
      const { body } = await buyer.checkOut(cart);
      if (body.outcome === "completed") acknowledged.orders.push(body.ticket_order._data[0].id);
    } catch {
      await sleep(20);
    }
  }
};

const endHolds = async (): Promise<void> => {
  await sql`update cart set expires_at = app_now() - interval '1 hour', leased_until = null where state = 'pending'`.execute(
    base.db,
  );
  await releaseExpiredHolds(base.db);
};
const countTickets = async (): Promise<number> =>
  (await base.db.selectFrom("ticket").select("id").where("state", "=", "booked").execute()).length;

test("a rush through which the server is killed twice keeps what it acknowledged, and sells every place once", async () => {
  const acknowledged: Promised = { held: [], orders: [], isSoldOut: false };
  running = await startCrashingServer(login.owner, "");
  const buyers = Array.from({ length: 6 }, () => keepBuying(acknowledged));
  for (const orders of [4, 10]) {
    await expect
      .poll(() => acknowledged.orders.length >= orders || acknowledged.isSoldOut, { timeout: 30_000, interval: 5 })
      .toBe(true);
    const doomed = running;
    running = undefined;
    doomed.kill();
    await doomed.exited;
    expect(await checkInvariants(base.db)).toEqual([]);
    running = await startCrashingServer(login.owner, "");
  }
  await Promise.all(buyers);
  running.kill();
  await running.exited;

  const kept = await base.db.selectFrom("cart").select("id").where("id", "in", acknowledged.held).execute();
  expect(kept).toHaveLength(new Set(acknowledged.held).size);
  const orders = await base.db.selectFrom("ticket_order").select("id").where("id", "in", acknowledged.orders).execute();
  expect(orders).toHaveLength(new Set(acknowledged.orders).size);

  await recoverAfterRestart(base);
  await endHolds();
  expect(await checkInvariants(base.db)).toEqual([]);
  for (let nth = 0; (await countTickets()) < capacity && nth <= capacity; nth++) {
    const buyer = new TestBuyer(base, shop);
    buyer.clientAddress = `198.51.${nth}.1`;
    expect((await buyer.buy(1)).body.outcome).toBe("completed");
  }
  expect(await countTickets()).toBe(capacity);
  const { body } = await new TestBuyer(base, shop).get(`/events/${shop.event.id}/sessions`);
  expect(JSON.stringify(body)).toContain('"sold_out":true');
  expect(await checkInvariants(base.db)).toEqual([]);
});
