import { afterAll, beforeAll, expect, test } from "vitest";
import { checkInvariants } from "../../../cli/checkInvariants.ts";
import { cloneDatabase } from "../../../../test/database/cloneDatabase.ts";
import { createCodes, createDiscount } from "../../../../test/shop/codesAndRules.ts";
import { createTestShop } from "../../../../test/shop/createTestShop.ts";
import { openTestApp, type TestApp } from "../../../../test/app/testApp.ts";
import { TestBuyer, recordPrices } from "../../../../test/shop/testBuyer.ts";
import { overHttp, startCrashingServer } from "../../../../test/process/startCrashingServer.ts";
import { crashRepeatOptions } from "../../../../test/process/crashRepeats.ts";
import { payAfterExpiry } from "../../../../test/payments/latePayments.ts";
import { recoverAfterRestart } from "../../../../test/process/recoverAfterRestart.ts";

let login: Awaited<ReturnType<typeof cloneDatabase>>;
let server: TestApp;
beforeAll(async () => {
  login = await cloneDatabase();
  server = await openTestApp({}, { databaseConfig: login.app });
});
afterAll(() => server.close());

test.each([
  ["its cart is restored with its code and nothing is captured yet", "after_restore"],
  ["it is captured without an order yet", "after_captured"],
])("recovers from a crash over a late payment, when %s", crashRepeatOptions, async (_, fault) => {
  const shop = await createTestShop(server.db);
  await recordPrices(server, shop);
  const { id, codes } = await createCodes(server.db, shop, { SUMMER: { max_uses: 1 } });
  await createDiscount(server.db, shop, { benefit: { percent: 1000 }, code_group_ids: [id] });
  const buyer = new TestBuyer(server, shop);
  const held = await buyer.hold(2);
  const cart = (await buyer.post(`/my/cart/${held.id}/apply_code`, { code: "summer" })).body.cart._data[0];
  await payAfterExpiry(server, buyer, cart);

  const doomed = await startCrashingServer(login.owner, fault);
  const there = new TestBuyer(overHttp(server, doomed.origin), shop, buyer.cookie);
  await expect(there.checkOut(cart, {})).rejects.toThrow();
  await doomed.exited;
  doomed.kill();
  expect(await checkInvariants(server.db)).toEqual([]);
  const used = () =>
    server.db
      .selectFrom("code")
      .select("used")
      .where("id", "=", codes.SUMMER ?? "")
      .execute();
  expect(await used()).toEqual([{ used: 1 }]);

  await recoverAfterRestart(server);
  await recoverAfterRestart(server);
  const orders = server.db.selectFrom("ticket_order").select("total").where("cart_id", "=", cart.id);
  expect(await orders.execute()).toEqual([{ total: 3600 }]);
  const intents = server.db.selectFrom("test_gateway_intent").select("status").where("seller_id", "=", shop.seller_id);
  expect(await intents.execute()).toEqual([{ status: "succeeded" }]);
  expect(await used()).toEqual([{ used: 1 }]);
  expect(await checkInvariants(server.db)).toEqual([]);
});
