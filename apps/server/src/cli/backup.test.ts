import { afterAll, beforeAll, expect, inject, test } from "vitest";
import type { Cart } from "@foyer/contract/shop/cart.ts";
import { checkInvariants } from "./checkInvariants.ts";
import { openTestApp, type TestApp } from "../../test/app/testApp.ts";
import { cloneDatabase, ownerOf } from "../../test/database/cloneDatabase.ts";
import { copySnapshot } from "../../test/database/copySnapshot.ts";
import { createGiftCard, giftCardSeller } from "../../test/payments/giftCards.ts";
import { createCodes, createDiscount } from "../../test/shop/codesAndRules.ts";
import { createTestShop, type TestShop } from "../../test/shop/createTestShop.ts";
import { cards, recordPrices, TestBuyer } from "../../test/shop/testBuyer.ts";

let server: TestApp;
let shop: TestShop;
beforeAll(async () => {
  server = await openTestApp();
  shop = await createTestShop(server.db, { seller: giftCardSeller, event: { sessions: [{ capacity: 2000 }] } });
  await recordPrices(server, shop);
  const { id } = await createCodes(server.db, shop, { TIDE: { max_uses: -1 } });
  await createDiscount(server.db, shop, { benefit: { percent: 1000 }, code_group_ids: [id] });
});
afterAll(() => server.close());

/** Keeps buying: with a code, with a gift card, with a declined card, or abandoning the cart. */
const keepBuying = async (nth: number, isOver: () => boolean, orders: string[]): Promise<void> => {
  for (let round = 0; !isOver(); round++) {
    const buyer = new TestBuyer(server, shop);
    buyer.clientAddress = `198.${nth}.${round % 250}.1`;
    let cart = await buyer.hold(1);
    if (round % 2 === 0)
      cart =
        ((await buyer.post(`/my/cart/${cart.id}/apply_code`, { code: "tide" })).body.cart._data as Cart[])[0] ?? cart;
    if (round % 5 === 3) continue;
    if (round % 5 === 4) await buyer.pay(cart, cards.declined);
    if (round % 3 === 1) {
      const { number } = await createGiftCard(server, shop, 5000);
      await buyer.post(`/my/cart/${cart.id}/pay`, [
        { gateway_id: "ledger", amount: cart.outstanding_balance, gateway_data: { number, ledger_id: "cards" } },
      ]);
    } else await buyer.pay(cart, cards.good);
    const { body } = await buyer.checkOut(cart);
    if (body.outcome === "completed") orders.push(body.ticket_order._data[0].id);
  }
};

// The backup is of one database: its rows are copied without foreign keys, and a cluster has those on each node.
test.skipIf(inject("nodes"))(
  "a backup that is taken while the shop sells is restored with every invariant, and sells on",
  async () => {
    const orders: string[] = [];
    let isOver = false;
    const early = new TestBuyer(server, shop);
    const cart = await early.hold(2);
    const buyers = Array.from({ length: 4 }, (_, nth) => keepBuying(nth, () => isOver, orders));
    const backups = [];
    for (const least of [5, 10, 15]) {
      await expect.poll(() => orders.length, { timeout: 20_000, interval: 5 }).toBeGreaterThan(least);
      const acknowledged = orders.slice();
      const { app } = await cloneDatabase();
      await copySnapshot(ownerOf(server.databaseConfig), ownerOf(app));
      backups.push({ app, acknowledged });
    }
    isOver = true;
    await Promise.all(buyers);

    for (const { app, acknowledged } of backups) {
      const restored = await openTestApp({}, { databaseConfig: app });
      expect(await checkInvariants(restored.db)).toEqual([]);
      const found = await restored.db.selectFrom("ticket_order").select("id").where("id", "in", acknowledged).execute();
      expect(found).toHaveLength(acknowledged.length);
      expect((await restored.app.inject({ url: "/healthz" })).statusCode).toBe(200);
      const returning = new TestBuyer(restored, shop, early.cookie);
      await returning.pay(cart, cards.good);
      expect((await returning.checkOut(cart)).body.outcome).toBe("completed");
      expect(await checkInvariants(restored.db)).toEqual([]);
      await restored.close();
    }
  },
);
