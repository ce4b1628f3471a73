import { afterAll, beforeAll, expect, test } from "vitest";
import { openTestApp, type TestApp } from "../test/app/testApp.ts";
import { growCatalogue } from "../test/database/growCatalogue.ts";
import { createBusyShop, sendRequests } from "../test/database/statements/requestsOfSeller.ts";
import { costsOf, mostRowsOfStep } from "../test/database/statements/rowsRead.ts";
import { sentStatements, type SentStatement } from "../test/database/statements/sentStatements.ts";
import { isPrepared } from "./db/statements/statementNames.ts";

const events = 1000;
const sellers = 5;
/** A listing reads a seller's rows once or twice. A cross join of two tables of a catalogue would read a million rows. */
const mostRows = 5 * events;

let server: TestApp;
let kept: readonly SentStatement[];
beforeAll(async () => {
  server = await openTestApp();
  const shop = await createBusyShop(server);
  await growCatalogue(server, shop, { events, sellers });
  const sent = await sentStatements(() => sendRequests(server, shop));
  kept = [...new Map(sent.map((one) => [one.text, one])).values()].filter(({ text }) => isPrepared(text));
}, 120_000);
afterAll(() => server.close());

const readsOfMany = async (statements: readonly SentStatement[]): Promise<readonly string[]> => {
  const generic = statements.map((one) => ({ ...one, isGeneric: true }));
  return (await costsOf(server.databaseConfig, generic)).flatMap(({ plan, text }) => {
    const most = mostRowsOfStep(plan);
    return most > mostRows ? [`${most} rows by ${text}`] : [];
  });
};

test("a statement that cross joins two tables is found", async () => {
  const [one] = kept;
  const crossed =
    "select count(*) from event_template e join ticket_type y on y.seller_id = e.seller_id where e.seller_id = $1";
  expect(one).toBeDefined();
  expect(await readsOfMany([{ seller: "", isGeneric: true, ...one, text: crossed, values: [one?.seller] }])).toEqual([
    expect.stringContaining("rows by select count(*)"),
  ]);
});

/** A plan is kept for sellers of any size, so it must not rely on a seller having few rows. */
test("no kept plan reads the catalogue of a large seller repeatedly", async () => {
  expect(kept.length).toBeGreaterThan(200);
  expect(await readsOfMany(kept)).toEqual([]);
});
