import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { startsIn } from "../../../test/office/gateShop.ts";
import { bulkRequest, jobOf, startBulk } from "../../../test/office/bulkJobs.ts";
import { payTwoTickets } from "../../../test/office/paidByCard.ts";
import { signedIn } from "../../../test/office/testStaff.ts";
import { openStripeTestApp, StripeTestBuyer, type StripeTestApp } from "../../../test/payments/stripeApp.ts";
import type { TestShop } from "../../../test/shop/createTestShop.ts";
import { sellerFinder } from "../../http/sellerFinder.ts";
import { workOnBulkJobs } from "../../jobs/office/workOnBulkJobs.ts";

/** Two servers with one database, one Stripe and one clock, which pauses move. */
let one: StripeTestApp;
let other: StripeTestApp;
let now = 0;
let pauses: number[] = [];
const pace = {
  patienceMs: 5000,
  clock: () => now,
  pause: (ms: number) => {
    pauses.push(ms);
    now += ms;
    return Promise.resolve();
  },
};
/** As in production: after this many failures, the seller's payments are refused. */
const breaker = { failureThreshold: 5, openSeconds: 10, clock: () => now };
beforeAll(async () => {
  one = await openStripeTestApp(undefined, { pace, breaker });
  other = await openStripeTestApp(one.server, { pace, breaker, sharedDouble: one.double });
});
beforeEach(() => {
  pauses = [];
  one.double.clearFailures();
  one.double.retryAfter = undefined;
  one.double.calls.length = 0;
});
afterAll(async () => {
  await other.close();
  await one.close();
});

const work = ({ server, providers }: StripeTestApp) =>
  workOnBulkJobs({
    connections: server.connections,
    findSeller: sellerFinder(server.db, 0),
    providers,
    log: { info: () => undefined, warn: () => undefined, error: () => undefined },
  });

/** A job that cancels orders of two tickets, each paid by card. */
const openJob = async (orders: number) => {
  const shop = await one.createShop({ event: { sessions: [startsIn(24 * 60), startsIn(48 * 60)] } });
  const payments: string[] = [];
  for (let order = 0; order < orders; order++) payments.push(await payTwoTickets(one, shop));
  const manager = await signedIn(one.server, shop, ["manager"]);
  const started = await startBulk(manager, bulkRequest(shop));
  expect(started.status).toBe(200);
  return { shop, payments, job: async () => (await jobOf(manager, started)).job };
};
const refundsOf = (shop: TestShop) =>
  one.server.db
    .selectFrom("refund")
    .select(["payment_id", "amount", "state"])
    .where("seller_id", "=", shop.seller_id)
    .orderBy("payment_id")
    .execute();
const refunded = (payments: readonly string[]) =>
  payments.toSorted().map((payment_id) => ({ payment_id, amount: 4000, state: "succeeded" }));

test("refunds that the provider refuses for their rate are sent again after a pause, each once", async () => {
  const { shop, payments, job } = await openJob(3);
  one.double.failNext("refund", "busy", 2);
  await work(one);
  const counts = { done: 3, set_aside: 0, failed: 0, left: 0 };
  expect(await job()).toMatchObject({ state: "done", counts, refund: "120.00" });
  expect(await refundsOf(shop)).toEqual(refunded(payments));
  // Two refused attempts, and one refund for each order.
  expect(one.double.callCount("refund")).toBe(5);
  expect(pauses).toEqual([500, 1000]);
  expect(one.double.violations).toEqual([]);
});

test("two servers wait as long as the provider asks, and between them refund each order once", async () => {
  const { shop, payments, job } = await openJob(6);
  one.double.retryAfter = 2;
  one.double.failNext("refund", "busy", 2);
  await Promise.all([work(one), work(other)]);
  expect(await job()).toMatchObject({ state: "done", counts: { done: 6, failed: 0, left: 0 } });
  expect(await refundsOf(shop)).toEqual(refunded(payments));
  expect(one.double.callCount("refund")).toBe(8);
  expect(pauses.length).toBeGreaterThan(0);
  expect(Math.max(...pauses)).toBe(2000);
  expect(one.double.violations).toEqual([]);
});

test("many short refusals of refunds refuse no buyer's payment", async () => {
  const { shop, payments } = await openJob(3);
  one.double.failNext("refund", "busy", breaker.failureThreshold);
  await work(one);
  expect(one.double.callCount("refund")).toBe(breaker.failureThreshold);
  const buyer = new StripeTestBuyer(one.server, { ...shop, session: shop.event.sessions[1] ?? shop.session });
  expect((await buyer.payCard(await buyer.hold(1), "visa")).status).toBe(200);
  now += 60_000;
  await one.settle();
  expect(await refundsOf(shop)).toEqual(refunded(payments));
  expect(one.double.violations).toEqual([]);
});

test("while the provider takes no refunds, a job calls it no more, buyers can pay, and all is refunded later", async () => {
  const { shop, payments, job } = await openJob(8);
  one.double.retryAfter = 40;
  one.double.failNext("refund", "busy", 100);
  await work(one);
  expect(await job()).toMatchObject({ state: "done", counts: { done: 8, failed: 0, left: 0 }, refund: "320.00" });
  expect(one.double.callCount("refund")).toBe(1);
  await one.settle();
  expect(one.double.callCount("refund")).toBe(1);
  const buyer = new StripeTestBuyer(one.server, { ...shop, session: shop.event.sessions[1] ?? shop.session });
  expect((await buyer.payCard(await buyer.hold(1), "visa")).status).toBe(200);

  one.double.clearFailures();
  now += 40_000;
  await one.settle();
  expect(await refundsOf(shop)).toEqual(refunded(payments));
  expect(one.double.callCount("refund")).toBe(9);
  expect(one.double.violations).toEqual([]);
});
