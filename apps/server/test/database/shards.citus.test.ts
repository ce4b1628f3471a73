import pg from "pg";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { checkInvariants } from "../../src/cli/checkInvariants.ts";
import { openTestApp, type TestApp } from "../app/testApp.ts";
import { createTestShop, type TestShop } from "../shop/createTestShop.ts";
import { cards, TestBuyer } from "../shop/testBuyer.ts";

type Sent = { readonly seller: string; readonly text: string; readonly values: unknown[] };

let server: TestApp;
let shop: TestShop;
beforeAll(async () => {
  server = await openTestApp();
  shop = await createTestShop(server.db);
});
afterAll(async () => {
  expect(await checkInvariants(server.db)).toEqual([]);
  await server.close();
});

/** The statements that are sent for one seller while `work` runs, each text once. */
const statementsOf = async (work: () => Promise<unknown>): Promise<readonly Sent[]> => {
  const sent = new Map<string, Sent>();
  const sellers = new WeakMap<pg.Client, string>();
  const original = Reflect.get(pg.Client.prototype, "query") as (this: unknown, ...args: unknown[]) => unknown;
  const spy = vi.spyOn(pg.Client.prototype, "query").mockImplementation(function (this: pg.Client, ...args: unknown[]) {
    const [first, second] = args as [string | { text: string; values?: unknown[] }, unknown[]?];
    const text = typeof first === "string" ? first : first.text;
    const values = typeof first === "string" ? second : (first.values ?? second);
    const seller = /set local app\.seller = '([0-9a-f-]+)'/.exec(text)?.[1];
    if (seller) sellers.set(this, seller);
    else if (text === "commit" || text === "rollback") sellers.delete(this);
    const current = sellers.get(this);
    if (current && !seller && !sent.has(text)) sent.set(text, { seller: current, text, values: values ?? [] });
    return original.apply(this, args);
  });
  await work().finally(() => spy.mockRestore());
  return [...sent.values()];
};

/** How many shards a statement asks: its plan names a task for each. */
const shardsOf = async (client: pg.Client, { seller, text, values }: Sent): Promise<string> => {
  await client.query(`begin; set local app.seller = '${seller}'`);
  try {
    const { rows } = await client.query<{ "QUERY PLAN": string }>(`explain (costs off) ${text}`, values);
    const plan = rows.map((row) => row["QUERY PLAN"]).join("\n");
    const tasks = [...plan.matchAll(/Task Count: (\d+)/g)].map(([, count]) => Number(count));
    // Rows of parameters, which the coordinator sends to the shard of their seller; or no table at all.
    if (tasks.length === 0) return "one";
    return tasks.length === 1 && tasks[0] === 1 ? "one" : `${tasks.join(" and ")} tasks`;
  } finally {
    await client.query("rollback");
  }
};

test("each statement of a visit, a hold and a purchase goes to one shard", async () => {
  const buyer = new TestBuyer(server, shop);
  const sent = await statementsOf(async () => {
    await server.get(shop.slug, "/api/events/available");
    await server.get(shop.slug, `/api/events/${shop.event.id}/sessions`);
    await server.get(shop.slug, `/api/events/${shop.event.id}/calendar`);
    const cart = await buyer.hold(2);
    await buyer.pay(cart, cards.good);
    await buyer.checkOut(cart);
  });
  expect(sent.length).toBeGreaterThan(40);
  const client = new pg.Client({ ...server.databaseConfig, options: "" });
  await client.connect();
  const several: string[] = [];
  for (const one of sent) {
    // What plans no table, such as the lock of a key.
    if (!/^\s*(?:\/\*.*?\*\/\s*)?(?:with|select|insert|update|delete)\b/i.test(one.text)) continue;
    const shards = await shardsOf(client, one).catch((error: Error) => error.message);
    if (shards !== "one") several.push(`${shards}: ${one.text.slice(0, 200)}`);
  }
  await client.end();
  expect(several).toEqual([]);
});
