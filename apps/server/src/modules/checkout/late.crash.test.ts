import { afterAll, beforeAll, expect, test } from "vitest";
import { checkInvariants } from "../../cli/check.ts";
import { cloneDatabase } from "../../db/testDatabase.ts";
import { makeCodes, makeDiscount } from "../../db/testRules.ts";
import { makeShop } from "../../db/testShop.ts";
import { openTestApp, type TestApp } from "../../testApp.ts";
import { Buyer, logPrices } from "../../testBuyer.ts";
import { over, startDoomed } from "../../testDoomed.ts";
import { killedOften } from "../../testKills.ts";
import { agreedLate } from "../../testLate.ts";
import { afterRestart } from "../../testRestart.ts";

let login: Awaited<ReturnType<typeof cloneDatabase>>;
let server: TestApp;
beforeAll(async () => {
  login = await cloneDatabase();
  server = await openTestApp({}, { login: login.app });
});
afterAll(() => server.close());

test.each([
  ["its cart is held again with its code, nothing is taken yet", "after_held_again"],
  ["all of it is taken, there is no order", "after_captured"],
])("killed over money that came late, when %s", killedOften, async (_, fault) => {
  const shop = await makeShop(server.db);
  await logPrices(server, shop);
  const { id, codes } = await makeCodes(server.db, shop, { SUMMER: { max_uses: 1 } });
  await makeDiscount(server.db, shop, { benefit: { percent: 1000 }, code_group_ids: [id] });
  const buyer = new Buyer(server, shop);
  const held = await buyer.hold(2);
  const cart = (await buyer.post(`/my/cart/${held.id}/apply_code`, { code: "summer" })).body.cart._data[0];
  await agreedLate(server, buyer, cart);

  const doomed = await startDoomed(login.owner, fault);
  const there = new Buyer(over(server, doomed.origin), shop, buyer.cookie);
  await expect(there.checkOut(cart, {})).rejects.toThrow();
  await doomed.gone;
  doomed.kill();
  expect(await checkInvariants(server.db)).toEqual([]);
  const used = () =>
    server.db
      .selectFrom("code")
      .select("used")
      .where("id", "=", codes.SUMMER ?? "")
      .execute();
  expect(await used()).toEqual([{ used: 1 }]);

  await afterRestart(server);
  await afterRestart(server);
  const orders = server.db.selectFrom("ticket_order").select("total").where("cart_id", "=", cart.id);
  expect(await orders.execute()).toEqual([{ total: 3600 }]);
  const intents = server.db.selectFrom("test_gateway_intent").select("status").where("seller_id", "=", shop.seller_id);
  expect(await intents.execute()).toEqual([{ status: "succeeded" }]);
  expect(await used()).toEqual([{ used: 1 }]);
  expect(await checkInvariants(server.db)).toEqual([]);
});
