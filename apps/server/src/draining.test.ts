import { once } from "node:events";
import { Agent, request } from "node:http";
import { connect } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import pg from "pg";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { openTestApp, type TestApp } from "../test/app/testApp.ts";
import { ownerOf } from "../test/database/cloneDatabase.ts";
import { startServerProcess, type ServerProcess } from "../test/process/serverProcess.ts";
import { createTestShop, type TestShop } from "../test/shop/createTestShop.ts";
import { ticketLine } from "../test/shop/ticketLine.ts";
import { countLockWaits } from "../test/database/countLockWaits.ts";

/** How a server process ends: by one signal, and by two. */
let server: TestApp;
let shop: TestShop;
let running: ServerProcess | undefined;
beforeAll(async () => {
  server = await openTestApp();
  shop = await createTestShop(server.db);
});
afterEach(() => void running?.child.kill("SIGKILL"));
afterAll(() => server.close());

const start = async (drainSeconds: number): Promise<ServerProcess> =>
  (running = await startServerProcess(server.databaseConfig, { env: { DRAIN_SECONDS: String(drainSeconds) } }));

type Answer = { readonly status: number | undefined; readonly retryAfter: unknown; readonly connection: unknown };
const call = (port: number, path: string, body?: object): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const sent = request(
      {
        host: "127.0.0.1",
        port,
        path,
        // Keeps connections open, as a proxy does.
        agent: new Agent({ keepAlive: true }),
        method: body ? "POST" : "GET",
        headers: { "content-type": "application/json", "x-application": "ecomm" },
      },
      (answer) => {
        answer.resume();
        const { "retry-after": retryAfter, connection } = answer.headers;
        answer.on("end", () => resolve({ status: answer.statusCode, retryAfter, connection }));
      },
    );
    sent.on("error", reject);
    sent.end(body && JSON.stringify(body));
  });
const hold = (port: number): Promise<Answer> =>
  call(port, `/api/my/cart/modify?_seller=${shop.slug}`, { add: [ticketLine(shop.event, 1)] });
const expireCarts = () =>
  server.db
    .updateTable("cart")
    .set({ expires_at: sql<string>`app_now() - interval '1 minute'` })
    .where("state", "=", "pending")
    .execute();
const pendingCarts = async (): Promise<number> =>
  (await server.db.selectFrom("cart").select("id").where("state", "=", "pending").execute()).length;

test("after SIGTERM a server keeps serving for its drain time without being ready, starts no jobs, and then exits", async () => {
  const { port, child, exited } = await start(4);
  expect(await call(port, "/readyz")).toMatchObject({ status: 200, connection: "keep-alive" });
  await hold(port);
  await expireCarts();
  await expect.poll(pendingCarts).toBe(0);

  await hold(port);
  const signalled = performance.now();
  child.kill("SIGTERM");
  await expect.poll(() => call(port, "/readyz")).toEqual({ status: 503, retryAfter: "2", connection: "close" });
  expect(await call(port, "/livez")).toMatchObject({ status: 200, connection: "close" });
  expect(await hold(port)).toMatchObject({ status: 200, connection: "close" });
  await expireCarts();
  expect(await exited).toEqual([0, null]);
  expect(performance.now() - signalled).toBeGreaterThanOrEqual(4000);
  // The job that releases them runs every three seconds.
  expect(await pendingCarts()).toBe(2);
  await expect(call(port, "/livez")).rejects.toThrow("ECONNREFUSED");
});

/** Locks the sessions, so that a hold waits, until the returned function is called. */
const lockSessions = async (): Promise<() => Promise<void>> => {
  const client = new pg.Client(ownerOf(server.databaseConfig));
  await client.connect();
  await client.query("begin; set local app.seller = '*'");
  await client.query("select from event_session where seller_id = $1 for update", [shop.seller_id]);
  return async () => {
    await client.query("rollback");
    await client.end();
  };
};
const waitingStatements = (): Promise<number> => countLockWaits(server.db);

test("a closing server finishes running requests and refuses new ones with a time to retry", async () => {
  const { port, child, exited } = await start(0);
  const unlock = await lockSessions();
  const held = hold(port);
  await expect.poll(waitingStatements).toBe(1);
  // A request whose headers are not complete when the server closes.
  const late = connect(port, "127.0.0.1");
  late.write(`GET /api/events/available?_seller=${shop.slug} HTTP/1.1\r\nhost: localhost\r\n`);
  await once(late, "connect");
  await sleep(100);
  child.kill("SIGTERM");
  await expect.poll(() => call(port, "/livez").catch((error: Error) => error.message)).toMatch("ECONNREFUSED");
  let refusal = "";
  late.on("data", (chunk: Buffer) => (refusal += chunk.toString()));
  late.write("\r\n");
  await once(late, "close");
  expect(refusal).toMatch(/^HTTP\/1\.1 503 /);
  expect(refusal).toMatch(/\r\nretry-after: 2\r\n/i);
  expect(refusal).toMatch(/\r\nconnection: close\r\n/i);
  await unlock();
  expect((await held).status).toBe(200);
  expect(await exited).toEqual([0, null]);
});

test("a second signal ends a server at once", async () => {
  const { child, exited } = await start(60);
  child.kill("SIGTERM");
  // A signal that a terminal sends twice counts once.
  await sleep(1200);
  expect(child.exitCode).toBeNull();
  const signalled = performance.now();
  child.kill("SIGTERM");
  expect(await exited).toEqual([1, null]);
  expect(performance.now() - signalled).toBeLessThan(5000);
});
