import { afterAll, beforeAll, expect, test } from "vitest";
import { checkInvariants } from "../../cli/checkInvariants.ts";
import { cloneDatabase } from "../../../test/database/cloneDatabase.ts";
import { createTestShop } from "../../../test/shop/createTestShop.ts";
import { openTestApp, type TestApp } from "../../../test/app/testApp.ts";
import { ada, TestBuyer, cards, recordPrices } from "../../../test/shop/testBuyer.ts";
import { overHttp, startCrashingServer } from "../../../test/process/startCrashingServer.ts";
import { crashRepeatOptions } from "../../../test/process/crashRepeats.ts";
import { recoverAfterRestart } from "../../../test/process/recoverAfterRestart.ts";

let login: Awaited<ReturnType<typeof cloneDatabase>>;
let server: TestApp;
beforeAll(async () => {
  login = await cloneDatabase();
  server = await openTestApp({}, { databaseConfig: login.app });
});
afterAll(() => server.close());

test.each([
  ["after the payment is inserted", "after_payment_row"],
  ["before the provider's answer is recorded", "after_provider_call"],
  ["after the authorization", "after_authorized"],
  ["after the capture", "after_captured"],
  ["while the order is made", "inside_order_transaction"],
  ["after the order is made", "after_order_commit"],
])("recovers from a crash %s", crashRepeatOptions, async (_, fault) => {
  const shop = await createTestShop(server.db);
  await recordPrices(server, shop);
  const doomed = await startCrashingServer(login.owner, fault);
  const buyer = new TestBuyer(overHttp(server, doomed.origin), shop);
  const cart = await buyer.hold(2);
  await buyer.savePurchaser(cart);
  const bought = buyer.pay(cart, cards.good).then(() => buyer.checkOut(cart));
  await expect(bought).rejects.toThrow();
  await doomed.exited;
  doomed.kill();

  await recoverAfterRestart(server);

  // The buyer returns with the same cookie and either finds the order or buys again.
  const again = new TestBuyer(server, shop, buyer.cookie);
  const after = (await again.get(`/my/cart/${cart.id}`)).body.cart._data[0];
  if (!after.ticket_order_id) {
    await again.pay(after, cards.good);
    expect((await again.checkOut(after, { identity: ada })).body.outcome).toBe("completed");
  }

  const rowsOf = async (table: "payment" | "ticket_order" | "outbox" | "test_gateway_intent") =>
    (await server.db.selectFrom(table).selectAll().where("seller_id", "=", shop.seller_id).execute()) as unknown as {
      state?: string;
      status?: string;
      amount: number;
      total?: number;
    }[];
  expect(await rowsOf("ticket_order")).toMatchObject([{ total: 4000 }]);
  expect((await rowsOf("payment")).filter((payment) => payment.state === "captured")).toMatchObject([{ amount: 4000 }]);
  expect((await rowsOf("test_gateway_intent")).filter((intent) => intent.status === "succeeded")).toMatchObject([
    { amount: 4000 },
  ]);
  expect(await rowsOf("outbox")).toHaveLength(1);
  expect(await checkInvariants(server.db)).toEqual([]);
});
