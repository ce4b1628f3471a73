import { afterAll, beforeAll, expect, test } from "vitest";
import { sql } from "kysely";
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
  ["after the refund is inserted", "after_refund_row", 0],
  ["before the provider's refund is recorded", "after_refund_sent", 1],
])("recovers from a crash %s", crashRepeatOptions, async (_, fault, sent) => {
  const shop = await app.createShop();
  const buyer = new StripeTestBuyer(app.server, shop);
  const cart = await buyer.hold(2);
  await buyer.savePurchaser(cart);
  await buyer.payCard(cart, "pm_usBankAccount");
  const [intent] = [...app.double.state.intents.values()].filter(({ metadata }) => metadata.cart_id === cart.id);
  const ref = intent?.id ?? "";

  // The debit clears after the cart has expired and its places are taken. The buyer returns to a server that crashes.
  await sql`update cart set expires_at = app_now() - interval '1 hour', leased_until = null where id = ${cart.id}`.execute(
    app.server.db,
  );
  await releaseExpiredHolds(app.server.db);
  await sql`update event_session set retired = true where id = ${shop.session.id}`.execute(app.server.db);
  app.double.state.settleDebit(ref, true);
  const doomed = await startCrashingServer(login.owner, fault, {
    SECRETS_KEY: app.secretsKey,
    STRIPE_URL: app.double.baseUrl,
  });
  const there = new StripeTestBuyer(overHttp(app.server, doomed.origin), shop, buyer.cookie);
  await expect(there.checkOut(cart, {})).rejects.toThrow();
  await doomed.exited;
  doomed.kill();
  expect(app.double.state.refundsOf(ref)).toHaveLength(sent);
  expect(await checkInvariants(app.server.db)).toEqual([]);

  // The jobs that run after a restart, twice.
  const callsBefore = app.double.callCount("refund");
  await app.settle();
  await app.settle();
  expect(app.double.callCount("refund") - callsBefore).toBe(1 - sent);
  expect(app.double.state.refundsOf(ref)).toMatchObject([{ amount: 4000 }]);
  const rowsOf = (table: "payment" | "refund") =>
    app.server.db.selectFrom(table).select("state").where("seller_id", "=", shop.seller_id).execute();
  expect(await rowsOf("payment")).toEqual([{ state: "refunded" }]);
  expect(await rowsOf("refund")).toEqual([{ state: "succeeded" }]);
  const notified = await app.server.db
    .selectFrom("outbox")
    .select("kind")
    .where("seller_id", "=", shop.seller_id)
    .execute();
  expect(notified).toEqual([{ kind: "payment_returned" }]);
  expect(app.double.violations).toEqual([]);
  expect(await checkInvariants(app.server.db)).toEqual([]);
});
