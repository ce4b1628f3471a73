import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Cart } from "@foyer/contract/shop/cart.ts";
import { expectInvariants } from "../../../test/database/expectInvariants.ts";
import { livePostmasterPid } from "../embedded/postmaster.ts";
import { startEmbedded } from "../embedded/startEmbedded.ts";
import { migrate } from "../migrate/migrate.ts";
import { logins } from "../openDatabase.ts";
import { openTestApp, type TestApp, type TestResponse } from "../../../test/app/testApp.ts";
import { createTestShop, type TestShop } from "../../../test/shop/createTestShop.ts";
import { cards, recordPrices, TestBuyer } from "../../../test/shop/testBuyer.ts";

let folder: string;
let embedded: Awaited<ReturnType<typeof startEmbedded>>;
let server: TestApp;
let shop: TestShop;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "foyer-kill-"));
  embedded = await startEmbedded(folder, () => {});
  await migrate(embedded.owner);
  server = await openTestApp({}, { databaseConfig: logins(embedded.owner).app });
  shop = await createTestShop(server.db, { event: { sessions: [{ capacity: 1000 }] } });
  await recordPrices(server, shop);
});
afterAll(async () => {
  await expectInvariants(server.db);
  await server.close();
  await embedded.stop();
  await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 });
});

/** What the server has confirmed to buyers. */
type Promised = { readonly held: string[]; readonly ordered: string[]; readonly refusals: TestResponse[] };

/** Keeps buying and records every answer. Each buyer has a network of their own. */
const keepBuying = async (nth: number, isOver: () => boolean, acknowledged: Promised): Promise<void> => {
  for (let round = 0; !isOver(); round++) {
    const buyer = new TestBuyer(server, shop);
    buyer.clientAddress = `198.${nth}.${round % 250}.1`;
    const steps: (() => Promise<TestResponse>)[] = [
      () => buyer.requestTickets(1),
      () => buyer.pay(cart!, cards.good),
      () => buyer.checkOut(cart!),
    ];
    let cart: Cart | undefined;
    for (const step of steps) {
      const answer = await step();
      if (answer.status !== 200) {
        acknowledged.refusals.push(answer);
        await sleep(10);
        break;
      }
      const [first] = answer.body.cart?._data ?? [];
      if (!cart) acknowledged.held.push((cart = first as Cart).id);
      if (answer.body.outcome === "completed") acknowledged.ordered.push(answer.body.ticket_order._data[0].id);
    }
  }
};

test("a killed database loses nothing that was confirmed to a buyer, and refuses with a time to retry until it is back", async () => {
  const acknowledged: Promised = { held: [], ordered: [], refusals: [] };
  let isOver = false;
  const buyers = Array.from({ length: 4 }, (_, nth) => keepBuying(nth, () => isOver, acknowledged));
  await expect.poll(() => acknowledged.ordered.length, { timeout: 30_000 }).toBeGreaterThan(8);
  const pid = await livePostmasterPid(join(folder, "postgres"));
  expect(pid).toBeDefined();
  process.kill(pid ?? 0, "SIGKILL");
  await expect.poll(() => acknowledged.refusals.length, { timeout: 30_000 }).toBeGreaterThan(0);
  const before = acknowledged.ordered.length;
  await expect.poll(() => acknowledged.ordered.length, { timeout: 30_000 }).toBeGreaterThan(before + 8);
  isOver = true;
  await Promise.all(buyers);

  for (const { status, headers } of acknowledged.refusals) expect([status, headers["retry-after"]]).toEqual([503, "2"]);
  const carts = await server.db.selectFrom("cart").select("id").where("id", "in", acknowledged.held).execute();
  expect(carts).toHaveLength(acknowledged.held.length);
  const booked = await server.db
    .selectFrom("ticket")
    .select("id")
    .where("ticket_order_id", "in", acknowledged.ordered)
    .where("state", "=", "booked")
    .execute();
  expect(booked).toHaveLength(acknowledged.ordered.length);
});
