import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { isTracing, traced } from "../signals/tracing.ts";
import { openTestApp, type TestApp } from "../../test/app/testApp.ts";
import { createTestShop, type TestShop } from "../../test/shop/createTestShop.ts";
import { ada, cards, TestBuyer } from "../../test/shop/testBuyer.ts";
import { openStripeTestApp, StripeTestBuyer } from "../../test/payments/stripeApp.ts";
import { openOtlpSink, type OtlpSink, type ReceivedSpan } from "../../test/tracing/otlpSink.ts";
import { startTracing } from "./startTracing.ts";
import type { Tracing } from "./tracing.ts";

const proxy = "10.0.0.1";
const traceId = "4bf92f3577b34da6a3ce929d0e0e4736";
const traceparent = `00-${traceId}-00f067aa0ba902b7-01`;

let base: TestApp;
let shop: TestShop;
let sink: OtlpSink;
let tracing: Tracing | undefined;
let server: TestApp | undefined;
beforeAll(async () => {
  base = await openTestApp();
  shop = await createTestShop(base.db);
  sink = await openOtlpSink();
});
afterEach(async () => {
  await tracing?.close();
  await server?.close();
  server = undefined;
  sink.spans.length = 0;
  sink.bodies.length = 0;
});
afterAll(async () => {
  await sink.close();
  await base.close();
});

const open = async (more: { ratio?: number; endpoint?: string; logger?: object } = {}): Promise<TestApp> => {
  const { ratio = 1, endpoint = sink.endpoint, logger } = more;
  tracing = startTracing({ endpoint, headers: { authorization: "Bearer key" }, ratio, instance: "server 1" });
  server = await openTestApp(
    {
      instrument: tracing.traceRequests,
      trustProxy: [proxy],
      ...(logger && { logger: { ...logger, mixin: tracing.logFields } }),
    },
    base,
  );
  return server;
};
/** All recorded spans. */
const recorded = async (): Promise<readonly ReceivedSpan[]> => {
  await tracing?.close();
  return sink.spans;
};
const partsOf = (spans: readonly ReceivedSpan[], whole: ReceivedSpan): readonly ReceivedSpan[] =>
  spans.filter(({ parentSpanId }) => parentSpanId === whole.spanId);
const named = (spans: readonly ReceivedSpan[], name: string): ReceivedSpan => {
  const found = spans.find((span) => span.name === name);
  if (!found) throw new Error(`No span '${name}': ${spans.map((span) => span.name).join(", ")}`);
  return found;
};

test("a purchase is recorded: its requests, their batches and the batches' statements", async () => {
  const buyer = new TestBuyer(await open(), shop);
  const cart = await buyer.hold(2);
  await buyer.pay(cart, cards.good);
  expect((await buyer.checkOut(cart)).body.outcome).toBe("completed");
  const spans = await recorded();

  const hold = named(spans, "POST /api/my/cart/modify");
  expect(hold.attributes).toEqual({
    "http.request.method": "POST",
    "http.route": "/api/my/cart/modify",
    "http.response.status_code": 200,
  });
  expect(hold.parentSpanId).toBeUndefined();
  const batch = named(partsOf(spans, hold), "batch hold");
  expect(batch.attributes).toEqual({ "foyer.batch.size": 1 });
  const statements = partsOf(spans, batch);
  expect(statements.map(({ name }) => name)).toContain("commit");
  const insert = named(statements, "insert ticket");
  expect(insert.attributes).toEqual({
    "db.system.name": "postgresql",
    "db.collection.name": "ticket",
    "foyer.statement": expect.stringMatching(/^f[0-9a-f]{16}$/),
  });
  expect(named(spans, "POST /api/my/cart/:cart_id/pay").traceId).not.toBe(hold.traceId);
  // Only tables, not a statement's own CTEs.
  const { rows } = await base.connections.pool.query<{ name: string }>("select tablename as name from pg_tables");
  const tables = new Set(rows.map(({ name }) => name));
  const collections = new Set(spans.map(({ attributes }) => attributes["db.collection.name"]));
  expect([...collections].filter((name) => name !== undefined && !tables.has(String(name)))).toEqual([]);
  expect(sink.authorizations).toContain("Bearer key");
});

test("a call of a payment provider is a part of the request that pays", async () => {
  tracing = startTracing({ endpoint: sink.endpoint, headers: {}, ratio: 1, instance: "server 1" });
  const stripe = await openStripeTestApp(undefined, { instrument: tracing.traceRequests });
  const taking = await stripe.createShop();
  const buyer = new StripeTestBuyer(stripe.server, taking);
  const cart = await buyer.hold(1);
  expect((await buyer.payCard(cart, "visa")).status).toBe(200);
  const spans = await recorded();
  await stripe.close();
  const gateway = named(spans, "stripe authorize");
  expect(gateway.attributes).toEqual({ "foyer.provider": "stripe", "foyer.call": "authorize" });
  expect(gateway.traceId).toBe(named(spans, "POST /api/my/cart/:cart_id/pay").traceId);
  expect(sink.bodies.join()).not.toMatch(/pi_|pm_card|sk_test/);
});

test("buyers who share a batch each have a span of it, and its statements are recorded once", async () => {
  const app = await open();
  const buyers = Array.from({ length: 6 }, (_, nth) =>
    Object.assign(new TestBuyer(app, shop), { clientAddress: `10.1.0.${nth}` }),
  );
  await Promise.all(buyers.map((buyer) => buyer.hold(1)));
  const spans = await recorded();
  const batches = spans.filter(({ name }) => name === "batch hold");
  expect(batches).toHaveLength(6);
  const holds = new Set(spans.filter(({ name }) => name === "POST /api/my/cart/modify").map(({ spanId }) => spanId));
  for (const { parentSpanId } of batches) expect(holds).toContain(parentSpanId);
  const sizes = batches.map(({ attributes }) => Number(attributes["foyer.batch.size"]));
  const withStatements = batches.filter((batch) => partsOf(spans, batch).length > 0);
  // As many batches as have statements; together they contain the six jobs.
  expect(Math.max(...sizes)).toBeGreaterThan(1);
  expect(withStatements.reduce((sum, { attributes }) => sum + Number(attributes["foyer.batch.size"]), 0)).toBe(6);
});

test("no span holds what a visitor sent, an id, a parameter or the seller", async () => {
  const app = await open();
  const buyer = new TestBuyer(app, shop);
  const cart = await buyer.hold(1);
  await buyer.post(`/my/cart/${cart.id}/apply_code`, { code: "CANARY-CODE" });
  await buyer.pay(cart, cards.declined);
  await buyer.pay(cart, cards.good);
  await buyer.checkOut(cart);
  await app.app.inject({ url: `/nowhere/canary?_seller=${shop.slug}&token=canary` });
  const spans = await recorded();
  expect(spans.length).toBeGreaterThan(30);
  const sent = sink.bodies.join("\n");
  for (const secret of [
    ada.email,
    ada.last_name,
    "4242 4242",
    "CANARY",
    "canary",
    shop.slug,
    shop.seller_id,
    cart.id,
    shop.event.id,
    buyer.cookie,
  ])
    expect([secret, sent.includes(secret)]).toEqual([secret, false]);
  expect(sent).not.toMatch(/select .* from|\$1/i);
  expect(spans.map(({ name }) => name)).toContain("GET none");
});

test("a refusal is recorded by its code and is not an error", async () => {
  const small = await createTestShop(base.db, { event: { sessions: [{ capacity: 1 }] } });
  expect((await new TestBuyer(await open(), small).requestTickets(2)).status).toBe(409);
  const { attributes, status } = named(await recorded(), "batch hold");
  expect([attributes["error.type"], status.code ?? 0]).toEqual([expect.stringMatching(/^[a-z_]+$/), 0]);
});

test("a trace is taken over from a proxy that is named, and from nobody else", async () => {
  const app = await open({ ratio: 0 });
  const url = `/api/events/available?_seller=${shop.slug}`;
  const headers = { traceparent, "x-forwarded-for": "198.51.100.7" };
  await app.app.inject({ url, headers, remoteAddress: proxy });
  await app.app.inject({ url, headers, remoteAddress: "203.0.113.9" });
  await app.app.inject({ url, headers: { traceparent }, remoteAddress: "203.0.113.9" });
  await app.app.inject({ url, headers: { ...headers, traceparent: "00-0-0-01" }, remoteAddress: proxy });
  const requests = (await recorded()).filter(({ name }) => name.startsWith("GET "));
  expect(requests.map((span) => [span.traceId, span.parentSpanId])).toEqual([[traceId, "00f067aa0ba902b7"]]);
});

test("a log line names its trace", async () => {
  const lines: string[] = [];
  const app = await open({ logger: { level: "info", stream: { write: (line: string) => void lines.push(line) } } });
  const buyer = new TestBuyer(app, shop);
  await buyer.get("/my/cart");
  await buyer.hold(1);
  const spans = await recorded();
  const entered = lines
    .map((line) => JSON.parse(line) as { event?: string; traceId?: string })
    .find(({ event }) => event === "visitor_entered");
  expect(spans.map((span) => span.traceId)).toContain(entered?.traceId);
});

test("an unreachable collector does not affect requests", async () => {
  const app = await open({ endpoint: "http://127.0.0.1:9" });
  expect((await new TestBuyer(app, shop).buy(1)).status).toBe(200);
  await tracing?.close();
});

test("without tracing, work is simply called", async () => {
  await tracing?.close();
  expect(isTracing()).toBe(false);
  const promise = Promise.resolve(1);
  expect(traced({ name: "x", kind: "job" }, () => promise)).toBe(promise);
});
