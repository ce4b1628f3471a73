import { afterAll, beforeAll, expect, test } from "vitest";
import { openTestApp, type TestApp } from "../../../test/app/testApp.ts";
import { unboundTables } from "../../../test/database/citus/boundToSeller.ts";
import { createBusyShop, sendRequests } from "../../../test/database/statements/requestsOfSeller.ts";
import { sentStatements, type SentStatement } from "../../../test/database/statements/sentStatements.ts";

let server: TestApp;
let sent: readonly SentStatement[];
beforeAll(async () => {
  server = await openTestApp();
  const shop = await createBusyShop(server);
  sent = await sentStatements(() => sendRequests(server, shop));
});
afterAll(() => server.close());

test("a table whose seller is not named is found", async () => {
  const seller = sent[0]?.seller ?? "";
  const statement = (text: string): SentStatement => ({ seller, text, values: [seller], isGeneric: false });
  const unbound = statement(
    "select from cart c where c.seller_id = $1::uuid and exists (select from ticket t where t.cart_id = c.id)",
  );
  expect(await unboundTables(server.databaseConfig, [unbound])).toEqual([`ticket: ${unbound.text}`]);
  const joined = statement(
    "select from cart c join ticket t on t.seller_id = c.seller_id and t.cart_id = c.id where c.seller_id = $1::uuid",
  );
  expect(await unboundTables(server.databaseConfig, [joined])).toEqual([]);
});

test("each statement of visits, purchases, changes, the desk, the gate and managers says the seller of each of its tables", async () => {
  expect(sent.length).toBeGreaterThan(300);
  expect(await unboundTables(server.databaseConfig, sent)).toEqual([]);
});
