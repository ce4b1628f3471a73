import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openTestApp, type TestApp } from "../../../test/app/testApp.ts";
import { ownerOf } from "../../../test/database/cloneDatabase.ts";
import { costsOf, type StatementCost } from "../../../test/database/statements/rowsRead.ts";
import { sentStatements } from "../../../test/database/statements/sentStatements.ts";
import { buyForGate, createGateShop, startsIn } from "../../../test/office/gateShop.ts";
import { signedIn, type OfficeBrowser } from "../../../test/office/testStaff.ts";
import { copyOrder, readOriginal } from "../../../test/orders/copyOrder.ts";
import type { TestShop } from "../../../test/shop/createTestShop.ts";

const ordersOfBefore = 400;
const growing = ["cart", "identity", "outbox", "payment", "ticket", "ticket_order", "transition", "scan"];

let server: TestApp;
let shop: TestShop;
let clerk: OfficeBrowser;
let owner: OfficeBrowser;
beforeAll(async () => {
  server = await openTestApp();
  shop = await createGateShop(server, {
    // One session is today; the others are on later days.
    sessions: [15, ...Array.from({ length: 20 }, (_, n) => 60 * 24 * (n + 10))].map((minutes) => ({
      ...startsIn(minutes),
      capacity: -1,
    })),
  });
  const later = { ...shop, session: shop.event.sessions[1] ?? shop.session };
  const other = await buyForGate(server, later, 2);
  const client = new pg.Client(ownerOf(server.databaseConfig));
  await client.connect();
  await client.query("set app.seller = '*'");
  const queries = {
    query: async <Row extends pg.QueryResultRow>(text: string, values: readonly unknown[]) =>
      (await client.query<Row>(text, [...values])).rows,
  };
  const original = await readOriginal(queries, { order_id: other.id, cart_id: other.cart_id });
  await copyOrder(queries, original, { from: 1, to: ordersOfBefore });
  await client.query(
    `update ticket t set event_session_id = ($1::uuid[])[1 + abs(hashtext(t.ticket_order_id::text)) % 20] where t.event_session_id = $2`,
    [shop.event.sessions.slice(1).map(({ id }) => id), later.session.id],
  );
  // Moves the orders to between a month ago and the day before last week's day.
  await client.query("update ticket_order set created_at = created_at - interval '9 days'");
  await client.query("alter table journal_entry disable trigger refuse_change");
  await client.query("update journal_entry set at = at - interval '9 days', local_day = local_day - 9");
  await client.query("alter table journal_entry enable trigger refuse_change");
  await client.query("update outbox set created_at = created_at - interval '9 days'");
  await client.query("analyze");
  await client.end();
  await buyForGate(server, shop, 2);
  clerk = await signedIn(server, shop, ["box_office"]);
  owner = await signedIn(server, shop, ["owner"]);
});
afterAll(() => server.close());

const mostRows = ({ rows }: StatementCost): number => Math.max(0, ...growing.map((table) => rows.get(table) ?? 0));

test.each([
  ["the board", () => clerk.get("/board")],
  ["the board of somebody who acts on money", () => owner.get("/board")],
  [
    "the report of attendance",
    async () => {
      const { body } = await clerk.get("/board");
      return clerk.get(`/reports/attendance?from=${body.day}&to=${body.day}`);
    },
  ],
])("%s reads only the orders of its day", async (_, read) => {
  expect((await read()).status).toBe(200);
  const costs = await costsOf(server.databaseConfig, await sentStatements(read));
  const [worst] = costs.toSorted((one, two) => mostRows(two) - mostRows(one));
  expect(
    worst && mostRows(worst),
    `${JSON.stringify(Object.fromEntries(worst?.rows ?? []))} by ${worst?.text}`,
  ).toBeLessThanOrEqual(30);
});
