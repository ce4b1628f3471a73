import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { expectInvariants } from "../expectInvariants.ts";
import { openTestApp, type TestApp } from "../../app/testApp.ts";
import type { TestShop } from "../../shop/createTestShop.ts";
import { createBusyShop, sendRequests } from "../statements/requestsOfSeller.ts";
import { sentStatements } from "../statements/sentStatements.ts";
import { plansTables, shardsOf } from "./shardsOf.ts";

let server: TestApp;
let shop: TestShop;
beforeAll(async () => {
  server = await openTestApp();
  shop = await createBusyShop(server);
});
afterAll(async () => {
  await expectInvariants(server.db);
  await server.close();
});

test("each statement of visits, purchases, changes, the desk, the gate and managers goes to one shard", async () => {
  const all = await sentStatements(() => sendRequests(server, shop));
  const sent = [...new Map(all.map((one) => [one.text, one])).values()];
  expect(sent.length).toBeGreaterThan(150);
  const client = new pg.Client({ ...server.databaseConfig, options: "" });
  await client.connect();
  const several: string[] = [];
  for (const one of sent) {
    if (!plansTables(one.text)) continue;
    const shards = await shardsOf(client, one).catch((error: Error) => error.message);
    if (shards !== "one") several.push(`${shards}: ${one.text.slice(0, 200)}`);
  }
  await client.end();
  expect(several).toEqual([]);
});
