import pg from "pg";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { openTestApp, type TestApp } from "../../../../test/app/testApp.ts";
import { ownerOf } from "../../../../test/database/cloneDatabase.ts";
import { growCatalogue } from "../../../../test/database/growCatalogue.ts";
import { costsOf } from "../../../../test/database/statements/rowsRead.ts";
import { sentStatements, type SentStatement } from "../../../../test/database/statements/sentStatements.ts";
import { createTestShop } from "../../../../test/shop/createTestShop.ts";
import { withAnswer } from "../../../db/statements/statement.ts";

const events = 100;
const daily = 60;
const days = 365;

let server: TestApp;
let listingStatement: SentStatement | undefined;

/** Gives some of the events one session per day for a year. */
const addDailySessions = async (seller_id: string): Promise<void> => {
  const client = new pg.Client(ownerOf(server.databaseConfig));
  await client.connect();
  await client.query("set app.seller = '*'");
  const { rows } = await client.query<{ name: string }>(
    "select attname as name from pg_attribute where attrelid = 'event_session'::regclass and attnum > 0 and not attisdropped and attgenerated = ''",
  );
  const names = rows.map(({ name }) => name);
  const copies = names.map((name) => {
    if (name === "id") return "gen_random_uuid()";
    return /^(?:start|end)_datetime$/.test(name) ? `${name} + d * interval '1 day'` : `s.${name}`;
  });
  await client.query(
    `insert into event_session (${names.join(", ")}) select ${copies.join(", ")}
     from (select * from event_session where seller_id = $1 order by event_template_id limit ${daily}) s, generate_series(1, ${days}) d ${withAnswer}`,
    [seller_id],
  );
  await client.query("vacuum analyze event_session");
  await client.end();
};

beforeAll(async () => {
  server = await openTestApp();
  const shop = await createTestShop(server.db, { event: { sessions: [{ inDays: 1, at: "10:00" }] } });
  await growCatalogue(server, shop, { events, sellers: 1 });
  await addDailySessions(shop.seller_id);
  const sent = await sentStatements(() => server.get(shop.slug, "/api/events/available"));
  listingStatement = sent.find(({ text }) => text.includes("next_matching"));
}, 120_000);
afterAll(() => server.close());

const sessionsRead = async (one: SentStatement): Promise<number> => {
  const [cost] = await costsOf(server.databaseConfig, [one]);
  return cost?.rows.get("event_session") ?? Number.NaN;
};

/** With this setting the database prefers reading all sessions of an event to reading the first of an index. */
const dearIndexes = "set local random_page_cost = 10";

test.skipIf(inject("pooler"))(
  "a listing takes the first sessions of each event, whatever the database thinks of indexes",
  async () => {
    if (!listingStatement) throw new Error("The listing sent no statement.");
    const { settings = [] } = listingStatement;
    expect(await sessionsRead({ ...listingStatement, settings: [...settings, dearIndexes] })).toBeLessThan(
      (daily * days) / 4,
    );
    // Without the transaction's own setting, every session is read and sorted.
    expect(await sessionsRead({ ...listingStatement, settings: [dearIndexes] })).toBeGreaterThan(daily * days);
  },
);
