import { afterAll, beforeAll, expect, test } from "vitest";
import { bulkRequest, jobOf, startBulk } from "../../../test/office/bulkJobs.ts";
import { payTwoTickets } from "../../../test/office/paidByCard.ts";
import { signedIn } from "../../../test/office/testStaff.ts";
import { openStripeTestApp, type StripeTestApp } from "../../../test/payments/stripeApp.ts";
import { sellerFinder } from "../../http/sellerFinder.ts";
import { workOnBulkJobs } from "../../jobs/office/workOnBulkJobs.ts";

let app: StripeTestApp;
beforeAll(async () => {
  app = await openStripeTestApp();
});
afterAll(() => app.close());

test("a rate-limited refund is retried automatically, and made once", async () => {
  const { server, double, providers } = app;
  const shop = await app.createShop();
  const payments = [await payTwoTickets(app, shop), await payTwoTickets(app, shop), await payTwoTickets(app, shop)];
  const manager = await signedIn(server, shop, ["manager"]);
  const started = await startBulk(manager, bulkRequest(shop));
  expect(started.status).toBe(200);
  double.failNext("refund", "busy", 2);
  await workOnBulkJobs({
    connections: server.connections,
    findSeller: sellerFinder(server.db, 0),
    providers,
    log: { info: () => undefined, warn: () => undefined, error: () => undefined },
  });
  // The orders are cancelled, and the refunds that the provider did not accept are still owed.
  const counts = { done: 3, set_aside: 0, failed: 0, left: 0 };
  expect((await jobOf(manager, started)).job).toMatchObject({ state: "done", counts, refund: "120.00" });
  const refunds = () =>
    server.db
      .selectFrom("refund")
      .select(["payment_id", "amount", "state"])
      .where("seller_id", "=", shop.seller_id)
      .orderBy("payment_id")
      .execute();
  expect((await refunds()).map(({ state }) => state).toSorted()).toEqual(["created", "created", "succeeded"]);
  await app.settle();
  expect(await refunds()).toEqual(
    payments.toSorted().map((payment_id) => ({ payment_id, amount: 4000, state: "succeeded" })),
  );
  await app.settle();
  // Two refused attempts, and one refund for each order.
  expect(double.callCount("refund")).toBe(5);
  expect(double.violations).toEqual([]);
});
