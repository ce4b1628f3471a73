import { spawn, type ChildProcess } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createCart } from "@foyer/contract/shop/cart.ts";
import { applicationHeader } from "@foyer/contract/endpoint.ts";
import { checkInvariants } from "../../../cli/checkInvariants.ts";
import type { CrashPoint } from "../../../db/faultPoints.ts";
import { createCodes, createDiscount } from "../../../../test/shop/codesAndRules.ts";
import { createTestShop, type TestShop } from "../../../../test/shop/createTestShop.ts";
import { releaseExpiredHolds } from "../../../jobs/releaseExpiredHolds.ts";
import { bundledServer } from "../../../../test/process/bundleServer.ts";
import { databaseSettings } from "../../../../test/database/cloneDatabase.ts";
import { openTestApp, type TestApp } from "../../../../test/app/testApp.ts";
import { TestBrowser } from "../../../../test/app/testBrowser.ts";
import { crashRepeatOptions } from "../../../../test/process/crashRepeats.ts";
import { ticketLine } from "../../../../test/shop/ticketLine.ts";

let server: TestApp;
let folder: string;
const running = new Set<ChildProcess>();
beforeAll(async () => {
  server = await openTestApp();
  folder = await mkdtemp(join(tmpdir(), "foyer-kill-"));
});
afterAll(async () => {
  for (const child of running) child.kill("SIGKILL");
  await server.close();
  await rm(folder, { recursive: true, force: true });
});

/** A production server without pages, on the test's database, with an armed crash point. */
const startServer = async (fault: string): Promise<{ url: string; died: Promise<string | null> }> => {
  const { main, env } = await bundledServer();
  const child = spawn(process.execPath, [main, "--api"], {
    env: {
      PATH: process.env.PATH,
      ...env,
      NODE_ENV: "test",
      DEMO: "false",
      PORT: "0",
      DATA_DIR: folder,
      ...databaseSettings(server.databaseConfig),
      FAULT: fault,
      LOG_LEVEL: "silent",
    },
    stdio: ["ignore", "pipe", "inherit"],
  });
  running.add(child);
  const died = new Promise<string | null>((resolve) =>
    child.once("exit", (_, signal) => (running.delete(child), resolve(signal))),
  );
  const url = await new Promise<string>((resolve, reject) => {
    let output = "";
    child.stdout.on("data", (chunk: Buffer) => {
      output += chunk.toString();
      const [, open] = /open at (http\S+)/.exec(output) ?? [];
      if (open) resolve(open);
    });
    void died.then(() => reject(new Error(`The server did not start: ${output}`)));
  });
  return { url, died };
};

const holdOver = async (url: string, shop: TestShop, quantity: number, more: object = {}): Promise<number | "cut"> => {
  const add = [ticketLine(shop.event, quantity)];
  const request = fetch(`${url}/api${createCart.path}?_seller=${shop.slug}`, {
    method: "POST",
    headers: { "content-type": "application/json", [applicationHeader.name]: applicationHeader.value },
    body: JSON.stringify({ add, ...more }),
  });
  return request.then(({ status }) => status).catch(() => "cut" as const);
};

const storedState = async (shop: TestShop) => {
  const [{ carts }, { tickets }, { used_capacity }] = await Promise.all([
    server.db
      .selectFrom("cart")
      .select((eb) => eb.fn.countAll<number>().as("carts"))
      .where("seller_id", "=", shop.seller_id)
      .executeTakeFirstOrThrow(),
    server.db
      .selectFrom("ticket")
      .select((eb) => eb.fn.countAll<number>().as("tickets"))
      .where("seller_id", "=", shop.seller_id)
      .where("state", "=", "held")
      .executeTakeFirstOrThrow(),
    server.db
      .selectFrom("event_session")
      .select("used_capacity")
      .where("id", "=", shop.session.id)
      .executeTakeFirstOrThrow(),
  ]);
  return { carts, tickets, used_capacity };
};

const codesOf = async (shop: TestShop) => {
  const [code, group, shares] = await Promise.all([
    server.db.selectFrom("code").select("used").where("seller_id", "=", shop.seller_id).executeTakeFirstOrThrow(),
    server.db.selectFrom("code_group").select("used").where("seller_id", "=", shop.seller_id).executeTakeFirstOrThrow(),
    server.db
      .selectFrom("cart_discount")
      .select("amount")
      .where("seller_id", "=", shop.seller_id)
      .orderBy("amount")
      .execute(),
  ]);
  return { used: [code.used, group.used], taken: shares.map(({ amount }) => amount) };
};

describe("a crash during a hold with a code", () => {
  test.each<[string, CrashPoint, object]>([
    ["before the commit counts no use", "before_hold_commit", { used: [1, 1], taken: [200] }],
    [
      "after the commit counts the use and keeps the discount",
      "after_hold_commit",
      { used: [2, 2], taken: [200, 600] },
    ],
  ])("%s", crashRepeatOptions, async (_, point, left) => {
    const shop = await createTestShop(server.db);
    const group = await createCodes(server.db, shop, { TIDE: { max_uses: 2 } });
    await createDiscount(server.db, shop, { benefit: { percent: 1000 }, code_group_ids: [group.id] });
    const tide = { preReservePromoCodes: { codes: ["tide"] } };
    const { url, died } = await startServer(`${point}:2`);
    expect(await holdOver(url, shop, 1, tide)).toBe(200);
    expect(await holdOver(url, shop, 3, tide)).toBe("cut");
    expect(await died).toBe("SIGKILL");
    expect(await codesOf(shop)).toEqual(left);
    expect(await checkInvariants(server.db)).toEqual([]);

    // Unanswered holds expire, and both uses are free again.
    const expires_at = Temporal.Now.instant().toString();
    await server.db.updateTable("cart").set({ expires_at }).where("seller_id", "=", shop.seller_id).execute();
    await releaseExpiredHolds(server.db);
    expect(await codesOf(shop)).toEqual({ used: [0, 0], taken: [] });
  });
});

describe("a crash during a hold", () => {
  test.each<[string, CrashPoint, object]>([
    ["before the commit leaves nothing of the hold", "before_hold_commit", { carts: 1, tickets: 1, used_capacity: 1 }],
    [
      "after the commit keeps the whole hold, although nobody got a reply",
      "after_hold_commit",
      { carts: 2, tickets: 4, used_capacity: 4 },
    ],
  ])("%s", crashRepeatOptions, async (_, point, left) => {
    const shop = await createTestShop(server.db, { event: { sessions: [{ capacity: 4 }] } });
    const { url, died } = await startServer(`${point}:2`);
    expect(await holdOver(url, shop, 1)).toBe(200);
    expect(await holdOver(url, shop, 3)).toBe("cut");
    expect(await died).toBe("SIGKILL");
    expect(await storedState(shop)).toEqual(left);
    expect(await checkInvariants(server.db)).toEqual([]);

    // Unanswered holds expire.
    await server.db
      .updateTable("cart")
      .set({ expires_at: Temporal.Now.instant().toString() })
      .where("seller_id", "=", shop.seller_id)
      .execute();
    const add = [ticketLine(shop.event, 4)];
    expect((await new TestBrowser(server, shop).call(createCart, { add })).status).toBe(200);
    expect(await storedState(shop)).toMatchObject({ tickets: 4, used_capacity: 4 });
    expect(await checkInvariants(server.db)).toEqual([]);
  });

  test("during a batch keeps every hold with a reply, and no other in part", crashRepeatOptions, async () => {
    const shop = await createTestShop(server.db, { event: { sessions: [{ capacity: 1000 }] } });
    const { url, died } = await startServer("after_hold_commit:3");
    const answers: (number | "cut")[] = [];
    while (!answers.includes("cut"))
      answers.push(...(await Promise.all(Array.from({ length: 20 }, () => holdOver(url, shop, 2)))));
    expect(await died).toBe("SIGKILL");
    const { carts, tickets, used_capacity } = await storedState(shop);
    expect(carts).toBeGreaterThanOrEqual(answers.filter((status) => status === 200).length);
    expect([tickets, used_capacity]).toEqual([carts * 2, carts * 2]);
    expect(await checkInvariants(server.db)).toEqual([]);
  });
});
