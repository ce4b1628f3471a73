import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { checkInvariants } from "../../src/cli/checkInvariants.ts";
import { openTestApp, type TestApp } from "../app/testApp.ts";
import { createTestShop, type TestShop } from "../shop/createTestShop.ts";
import { cards, TestBuyer } from "../shop/testBuyer.ts";
import { sentStatements, type SentStatement } from "./sentStatements.ts";

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

/** How many shards a statement asks: its plan names a task for each. */
const shardsOf = async (client: pg.Client, { seller, text, values }: SentStatement): Promise<string> => {
  await client.query(`begin; set local app.seller = '${seller}'`);
  try {
    const { rows } = await client.query<{ "QUERY PLAN": string }>(`explain (costs off) ${text}`, [...values]);
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
  const all = await sentStatements(async () => {
    await server.get(shop.slug, "/api/events/available");
    await server.get(shop.slug, `/api/events/${shop.event.id}/sessions`);
    await server.get(shop.slug, `/api/events/${shop.event.id}/calendar`);
    const cart = await buyer.hold(2);
    await buyer.pay(cart, cards.good);
    await buyer.checkOut(cart);
  });
  const sent = [...new Map(all.map((one) => [one.text, one])).values()];
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
