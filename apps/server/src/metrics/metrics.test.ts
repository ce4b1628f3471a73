import { afterAll, beforeAll, expect, test } from "vitest";
import { Lane } from "../http/lane.ts";
import { startJobs } from "../jobs/startJobs.ts";
import { CircuitBreaker } from "../providers/payments/circuitBreaker.ts";
import { Refused } from "../errors/refused.ts";
import { readBacklog } from "./backlog.sql.ts";
import { openMeasuredApp, type MeasuredApp } from "../../test/metrics/measuredApp.ts";
import { scrape, valueOf, type Sample } from "../../test/metrics/scrape.ts";
import { createTestShop, type TestShop } from "../../test/shop/createTestShop.ts";
import { cards, TestBuyer } from "../../test/shop/testBuyer.ts";

let server: MeasuredApp;
let shop: TestShop;
beforeAll(async () => {
  server = await openMeasuredApp();
  shop = await createTestShop(server.db);
});
afterAll(() => server.close());

/** The product's own metrics. */
const own = (samples: readonly Sample[]) => samples.filter(({ name }) => name.startsWith("foyer_"));
const read = (): Promise<Sample[]> => scrape(server.metrics.address);
const modify = "/api/my/cart/modify";

/** How much each metric grows through an action. */
const growthOf = async (act: () => Promise<unknown>) => {
  const before = await read();
  await act();
  const after = await read();
  return (name: string, labels: Readonly<Record<string, string>> = {}): number =>
    (valueOf(after, name, labels) ?? 0) - (valueOf(before, name, labels) ?? 0);
};

test("a purchase is counted with its hold, its tickets, its requests and its batches", async () => {
  const grown = await growthOf(async () => {
    const buyer = new TestBuyer(server, shop);
    const cart = await buyer.hold(3);
    await buyer.pay(cart, cards.good);
    expect((await buyer.checkOut(cart)).body.outcome).toBe("completed");
  });
  expect(grown("foyer_purchases_total")).toBe(1);
  expect(grown("foyer_holds_total")).toBe(1);
  expect(grown("foyer_tickets_held_total")).toBe(3);
  expect(grown("foyer_http_requests_total", { method: "POST", code: "200" })).toBeGreaterThanOrEqual(3);
  expect(grown("foyer_http_request_duration_seconds_count", { route: "/api/my/cart/:cart_id/guest_checkout" })).toBe(1);
  expect(grown("foyer_batch_size_sum", { batch: "hold" })).toBe(1);
  expect(grown("foyer_batch_wait_seconds_count", { batch: "record_and_complete" })).toBeGreaterThanOrEqual(1);
  expect(grown("foyer_outbox_waiting")).toBe(1);
});

test("a refusal is counted by its code, and its request by its status", async () => {
  const grown = await growthOf(() => new TestBuyer(server, shop).post(modify.slice(4), { add: "none" }));
  expect(grown("foyer_refusals_total", { code: "validation_failed" })).toBe(1);
  expect(grown("foyer_refusals_total")).toBe(1);
  expect(grown("foyer_http_requests_total", { route: modify })).toBe(1);
  expect(grown("foyer_holds_total")).toBe(0);
});

test("a flood of unknown addresses, ids and methods adds one route and no other label", async () => {
  const flood = async (round: string) => {
    for (let nth = 0; nth < 40; nth++)
      for (const url of [
        `/${round}${nth}/x`,
        `/api/${round}${nth}`,
        `/api/ticket_order/${round}${nth}?_seller=${round}`,
      ])
        await server.app.inject({ method: nth % 2 ? "GET" : "POST", url });
  };
  await flood("zebra");
  const before = await read();
  await flood("quagga");
  const after = await read();
  expect(own(after).length).toBe(own(before).length);
  expect(own(after).filter(({ labels }) => /zebra|quagga/.test(JSON.stringify(labels)))).toEqual([]);
  expect(valueOf(after, "foyer_http_requests_total", { route: "none" })).toBeGreaterThanOrEqual(120);
  const codes = new Set(after.filter(({ labels }) => labels.route === "none").map(({ labels }) => labels.method));
  expect([...codes]).toEqual(["none"]);
});

test("no label holds a seller, an id or what a visitor sent", async () => {
  await new TestBuyer(server, shop).buy(1);
  const names = new Set((await read()).flatMap(({ labels }) => Object.keys(labels)));
  const ours = ["batch", "code", "event", "gateway", "job", "lane", "method", "outcome", "route"];
  const ofProcess = ["kind", "le", "major", "minor", "patch", "space", "type", "version"];
  expect([...names].filter((name) => !ours.includes(name) && !ofProcess.includes(name))).toEqual([]);
  expect(JSON.stringify(await read())).not.toContain(shop.slug);
  expect(JSON.stringify(await read())).not.toMatch(/[0-9a-f]{8}-[0-9a-f]{4}/);
});

test("waiting connections and expensive jobs are measured", async () => {
  await new TestBuyer(server, shop).buy(1);
  const lane = new Lane("measured", { concurrency: 1, maxWaiting: 1, maxWaitMs: 60_000 });
  const first = Promise.withResolvers<void>();
  const jobs = [lane.run(() => first.promise), lane.run(async () => undefined)];
  await expect(lane.run(async () => undefined)).rejects.toThrow(Refused);
  const samples = await read();
  expect(valueOf(samples, "foyer_lane_busy", { lane: "measured" })).toBe(1);
  expect(valueOf(samples, "foyer_lane_waiting", { lane: "measured" })).toBe(1);
  expect(valueOf(samples, "foyer_lane_refused_total", { lane: "measured" })).toBe(1);
  expect(valueOf(samples, "foyer_pool_max")).toBe(6);
  expect(valueOf(samples, "foyer_pool_waiting")).toBe(0);
  first.resolve();
  await Promise.all(jobs);
  expect(valueOf(await read(), "foyer_lane_busy", { lane: "measured" })).toBe(0);
});

test("a captured payment without an order is measured with its age until it is given back", async () => {
  await new TestBuyer(server, shop).buy(1);
  expect(await readBacklog(server.db)).toMatchObject({ stray_count: 0, stray_age: 0 });
  const stray = `alter table payment disable trigger user; alter table payment_audit disable trigger user;
    update payment_audit set occurred_on = app_now() - interval '1 hour';
    update payment set ticket_order_id = null`;
  const found = await server.withSpoiledData(stray, readBacklog);
  expect(found.stray_count).toBeGreaterThan(0);
  expect(found.stray_age).toBeCloseTo(3600, -1);
  const givenBack = await server.withSpoiledData(`${stray}, refunded = amount`, readBacklog);
  expect(givenBack).toMatchObject({ stray_count: 0, stray_age: 0 });
});

test("e-mails and wallet passes that are due are measured with the time that they wait", async () => {
  await new TestBuyer(server, shop).buy(1);
  const late = "update outbox set next_at = app_now() - interval '10 minutes', attempts = 1";
  const found = await server.withSpoiledData(late, readBacklog);
  expect(found.outbox_overdue).toBeCloseTo(600, -1);
  expect(found.outbox_retrying).toBe(found.outbox_waiting);
  const claimed = await server.withSpoiledData(
    "update outbox set next_at = app_now() + interval '1 hour'",
    readBacklog,
  );
  expect(claimed).toMatchObject({ outbox_overdue: 0, wallet_overdue: 0, wallet_waiting: 0 });
});

test("a circuit breaker is counted when it opens, refuses and closes", async () => {
  let now = 0;
  const breaker = new CircuitBreaker({ failureThreshold: 2, openSeconds: 1, clock: () => now, gateway: "stripe" });
  const fail = () => breaker.run(() => Promise.reject(new Refused({ code: "unavailable" }))).catch(() => undefined);
  const grown = await growthOf(async () => {
    for (let nth = 0; nth < 5; nth++) await fail();
    now = 2000;
    await breaker.run(async () => undefined);
  });
  const events = ["opened", "refused", "closed"].map((event) =>
    grown("foyer_breaker_events_total", { gateway: "stripe", event }),
  );
  expect(events).toEqual([1, 3, 1]);
});

test("a job is measured by its interval, its runs and its last success", async () => {
  const jobs = startJobs(
    [
      { name: "works", everySeconds: 0.01, run: async () => undefined },
      { name: "fails", everySeconds: 0.02, run: () => Promise.reject(new Error("no")) },
    ],
    { error: () => undefined },
  );
  const started = Date.now() / 1000;
  const runs = async (job: string, outcome: string) => valueOf(await read(), "foyer_job_runs_total", { job, outcome });
  await expect.poll(() => runs("works", "ended")).toBeGreaterThan(2);
  await expect.poll(() => runs("fails", "failed")).toBeGreaterThan(2);
  await jobs.stop();
  const samples = await read();
  const lastSuccess = (job: string) => valueOf(samples, "foyer_job_last_success_timestamp_seconds", { job }) ?? 0;
  expect(lastSuccess("works")).toBeGreaterThan(lastSuccess("fails"));
  expect(Math.abs(lastSuccess("fails") - started)).toBeLessThan(1);
  expect(valueOf(samples, "foyer_job_interval_seconds", { job: "fails" })).toBe(0.02);
  expect(await runs("fails", "ended")).toBeUndefined();
});

test("the process itself is measured: delay of the event loop and heap", async () => {
  const samples = await read();
  expect(valueOf(samples, "nodejs_eventloop_lag_p99_seconds")).toBeGreaterThan(0);
  expect(valueOf(samples, "nodejs_heap_size_used_bytes")).toBeGreaterThan(1e6);
});

test("the shop's own port and other paths of the metrics' port return no metrics", async () => {
  expect((await server.app.inject({ url: "/metrics" })).statusCode).toBe(404);
  const { origin } = new URL(server.metrics.address);
  expect((await fetch(origin)).status).toBe(404);
  expect((await fetch(server.metrics.address, { method: "POST" })).status).toBe(404);
  expect(server.metrics.address).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/metrics$/);
});

test("without an answer of the database the rest is still measured, and its backlog has no values", async () => {
  expect(valueOf(await read(), "foyer_database_up")).toBe(1);
  await server.runAsOwner("alter table outbox rename to renamed");
  const samples = await read();
  expect(valueOf(samples, "foyer_database_up")).toBe(0);
  expect(valueOf(samples, "foyer_outbox_waiting")).toBeUndefined();
  expect(valueOf(samples, "foyer_pool_max")).toBe(6);
  await server.runAsOwner("alter table renamed rename to outbox");
  expect(valueOf(await read(), "foyer_database_up")).toBe(1);
});
