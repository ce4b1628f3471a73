import { afterAll, beforeAll, expect, test } from "vitest";
import { checkInvariants } from "../../../cli/checkInvariants.ts";
import { cloneDatabase } from "../../../../test/database/cloneDatabase.ts";
import { releaseExpiredHolds } from "../../../jobs/releaseExpiredHolds.ts";
import { overHttp, startCrashingServer } from "../../../../test/process/startCrashingServer.ts";
import { crashRepeatOptions } from "../../../../test/process/crashRepeats.ts";
import { openStripeTestApp, StripeTestBuyer, type StripeTestApp } from "../../../../test/payments/stripeApp.ts";

let login: Awaited<ReturnType<typeof cloneDatabase>>;
let app: StripeTestApp;
beforeAll(async () => {
  login = await cloneDatabase();
  app = await openStripeTestApp({ databaseConfig: login.app });
});
afterAll(() => app.close());

test.each([
  ["after the payment is inserted", "after_payment_row"],
  ["before the provider's answer is recorded", "after_provider_call"],
  ["after the authorization", "after_authorized"],
  ["after the capture", "after_captured"],
  ["while the order is made", "inside_order_transaction"],
  ["after the order is made", "after_order_commit"],
])("recovers from a crash %s", crashRepeatOptions, async (_, fault) => {
  const shop = await app.createShop();
  const doomed = await startCrashingServer(login.owner, fault, {
    SECRETS_KEY: app.secretsKey,
    STRIPE_URL: app.double.baseUrl,
  });
  const buyer = new StripeTestBuyer(overHttp(app.server, doomed.origin), shop);
  const cart = await buyer.hold(2);
  await buyer.savePurchaser(cart);
  await expect(buyer.payCard(cart, "visa").then(() => buyer.checkOut(cart, {}))).rejects.toThrow();
  await doomed.exited;
  doomed.kill();

  // The jobs that run after a restart.
  await app.settle();
  await releaseExpiredHolds(app.server.db);

  // The buyer returns with the same cookie and either finds the order or buys again.
  const again = new StripeTestBuyer(app.server, shop, buyer.cookie);
  const after = (await again.get(`/my/cart/${cart.id}`)).body.cart._data[0];
  if (!after.ticket_order_id) {
    await again.payCard(after, "visa");
    expect((await again.checkOut(after, {})).body.outcome).toBe("completed");
  }

  const rowsOf = (table: "payment" | "ticket_order" | "outbox" | "payment_audit") =>
    app.server.db.selectFrom(table).selectAll().where("seller_id", "=", shop.seller_id).execute();
  expect(await rowsOf("ticket_order")).toMatchObject([{ total: 4000 }]);
  expect(await rowsOf("outbox")).toHaveLength(1);
  expect(await rowsOf("payment_audit")).toMatchObject([{ audit_action: "capture", amount: 4000 }]);
  const taken = [...app.double.state.intents.values()].filter(
    ({ metadata, amountReceived }) => metadata.seller_id === shop.seller_id && amountReceived > 0,
  );
  expect(taken).toMatchObject([{ status: "succeeded", amountReceived: 4000 }]);
  const promised = [...app.double.state.intents.values()].filter(({ status }) => status === "requires_capture");
  expect(promised).toEqual([]);
  expect(app.double.violations).toEqual([]);
  expect(app.logged).toEqual([]);
  expect(await checkInvariants(app.server.db)).toEqual([]);
});
