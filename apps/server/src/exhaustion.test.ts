import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { openSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { Agent, request, type RequestOptions } from "node:http";
import { connect, createServer, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { afterAll, afterEach, beforeAll, expect, inject, test } from "vitest";
import { applicationHeader } from "@foyer/contract/endpoint.ts";
import { expectInvariants } from "../test/database/expectInvariants.ts";
import { databaseSettings } from "../test/database/cloneDatabase.ts";
import { openTestApp, type TestApp } from "../test/app/testApp.ts";
import { createTestShop, type TestShop } from "../test/shop/createTestShop.ts";
import { recordPrices } from "../test/shop/testBuyer.ts";
import { ticketLine } from "../test/shop/ticketLine.ts";

let base: TestApp;
let shop: TestShop;
let folder: string;
let child: ChildProcess | undefined;
beforeAll(async () => {
  base = await openTestApp();
  shop = await createTestShop(base.db, { event: { sessions: [{ capacity: 1000 }] } });
  await recordPrices(base, shop);
  folder = await mkdtemp(join(tmpdir(), "foyer-exhaustion-"));
});
afterEach(() => child?.kill("SIGKILL"));
afterAll(async () => {
  await expectInvariants(base.db);
  await base.close();
  await rm(folder, { recursive: true, force: true });
});

const freePort = async (): Promise<number> => {
  const probe = createServer().listen(0, "127.0.0.1");
  await once(probe, "listening");
  const address = probe.address();
  probe.close();
  await once(probe, "close");
  return typeof address === "object" && address ? address.port : 0;
};

/** A server process on the test's database, started by `shell`, which ends with `exec "$@"`. */
const startServer = async (
  stdout: number | "ignore",
  { shell = 'exec "$@"', env = {} }: { readonly shell?: string; readonly env?: Record<string, string> } = {},
): Promise<number> => {
  const port = await freePort();
  const main = join(import.meta.dirname, "main.ts");
  child = spawn("sh", ["-c", shell, "sh", process.execPath, main, "--api"], {
    env: {
      PATH: process.env.PATH,
      NODE_ENV: "test",
      DEMO: "false",
      PORT: String(port),
      DATA_DIR: folder,
      ...databaseSettings(base.databaseConfig),
      LOG_LEVEL: "info",
      ...env,
    },
    stdio: ["ignore", stdout, "ignore"],
  });
  await expect
    .poll(
      () =>
        fetch(`http://127.0.0.1:${port}/livez`)
          .then(({ ok }) => ok)
          .catch(() => child?.exitCode ?? false),
      {
        timeout: 30_000,
      },
    )
    .toBe(true);
  return port;
};

const jsonHeaders = { "content-type": "application/json", [applicationHeader.name]: applicationHeader.value };
const call = (port: number, options: RequestOptions, body?: object): Promise<number> =>
  new Promise((resolve, reject) => {
    const sent = request({ host: "127.0.0.1", port, headers: jsonHeaders, ...options }, (answer) => {
      void text(answer).then(() => resolve(answer.statusCode ?? 0), reject);
    });
    sent.on("error", reject);
    sent.end(body && JSON.stringify(body));
  });
const holdOne = (
  port: number,
  { agent, key }: { readonly agent?: Agent; readonly key?: string } = {},
): Promise<number> =>
  call(
    port,
    {
      method: "POST",
      path: `/api/my/cart/modify?_seller=${shop.slug}`,
      agent,
      ...(key !== undefined && { headers: { ...jsonHeaders, "idempotency-key": key } }),
    },
    { add: [ticketLine(shop.event, 1)] },
  );

const heldTickets = async (): Promise<number> =>
  (
    await base.db
      .selectFrom("ticket")
      .select("id")
      .where("seller_id", "=", shop.seller_id)
      .where("state", "=", "held")
      .execute()
  ).length;

test("a server whose log cannot be written, as on a full disk, sells on", async () => {
  // Writing to /dev/full fails with ENOSPC; where it does not exist, a file opened read-only fails too.
  const full = process.platform === "linux" ? openSync("/dev/full", "w") : openSync(import.meta.filename, "r");
  const port = await startServer(full);
  expect(await holdOne(port)).toBe(200);
  expect(child?.exitCode).toBeNull();
});

test("a server that cannot open any more files refuses as unavailable, and sells again once it can", async () => {
  const port = await startServer("ignore", { shell: 'ulimit -n 48 && exec "$@"' });
  const agent = new Agent({ keepAlive: true, maxSockets: 8 });
  const each = <R>(send: (nth: number) => Promise<R>) => Promise.all(Array.from({ length: 8 }, (_, nth) => send(nth)));
  await each(() => call(port, { path: "/livez", agent }));

  const sockets: Socket[] = [];
  for (let nth = 0; nth < 60; nth++) {
    const socket = connect(port, "127.0.0.1");
    socket.on("error", () => undefined);
    sockets.push(socket);
    await once(socket, "connect");
  }
  // Together they need more database connections than there are; the clients' own connections are already open.
  const read = (nth: number) =>
    call(port, {
      path: `/api/events/${shop.event.id}/sessions?_seller=${shop.slug}&_ondate=2030-01-${10 + nth}`,
      agent,
    });
  expect(new Set([200, 503, ...(await each(read))])).toEqual(new Set([200, 503]));
  expect([200, 503]).toContain(await holdOne(port, { agent }));
  expect(child?.exitCode).toBeNull();

  for (const socket of sockets) socket.destroy();
  await expect.poll(() => holdOne(port).catch(() => 0), { timeout: 10_000 }).toBe(200);
  agent.destroy();
});

/** Loaded before the program: fills the heap once the process gets the signal. */
const fillsHeap = `process.on("SIGUSR2", () => { const kept = []; setInterval(() => kept.push(Array.from({ length: 200_000 }, (_, nth) => [nth])), 1); });`;

test.skipIf(inject("pooler"))(
  "a server that runs out of memory while it sells ends at once; each request repeated at the next one takes effect once",
  async () => {
    const before = await heldTickets();
    const port = await startServer("ignore", {
      shell: 'ulimit -c 0 && exec "$@"',
      env: { NODE_OPTIONS: `--max-old-space-size=192 --import=data:text/javascript,${encodeURIComponent(fillsHeap)}` },
    });
    const dying = child;
    const ended = once(dying!, "exit");
    const keys: string[] = [];
    const confirmed = new Set<string>();
    const keepHolding = async (): Promise<void> => {
      while (dying?.exitCode === null && dying.signalCode === null && keys.length < 60) {
        const key = crypto.randomUUID();
        keys.push(key);
        if ((await holdOne(port, { key }).catch(() => 0)) === 200) confirmed.add(key);
      }
    };
    const buyers = Promise.all([keepHolding(), keepHolding(), keepHolding()]);
    await expect.poll(() => confirmed.size, { timeout: 30_000 }).toBeGreaterThan(2);
    dying?.kill("SIGUSR2");
    expect(await ended).toEqual([null, "SIGABRT"]);
    await buyers;

    const next = await startServer("ignore");
    for (const key of keys) await expect.poll(() => holdOne(next, { key }), { timeout: 30_000 }).toBe(200);
    expect((await heldTickets()) - before).toBe(keys.length);
  },
  120_000,
);
