import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { checkInvariants } from "../../cli/checkInvariants.ts";
import { Connections } from "../../db/connections.ts";
import { cloneDatabase } from "../../../test/database/cloneDatabase.ts";
import { Seller } from "@foyer/contract/shop/seller.ts";
import { loadDemo } from "./loadDemo.ts";

const now = Temporal.Instant.from("2026-11-21T12:00:00Z");
let connections: Connections;

beforeAll(async () => {
  connections = new Connections((await cloneDatabase()).app);
  await loadDemo(connections, now);
}, 60_000);
afterAll(() => connections.close());

const rows = async <T>(query: ReturnType<typeof sql<T>>): Promise<readonly T[]> =>
  (await query.execute(connections.acrossSellers())).rows;

test("imports four sellers that the page can show", async () => {
  const sellers = await connections.acrossSellers().selectFrom("seller").selectAll().orderBy("slug").execute();
  expect(sellers.map(({ slug, currency, timezone, theme }) => [slug, currency, timezone, theme["tier"]])).toEqual([
    ["harbor", "USD", "America/New_York", 3],
    ["kiwa", "NZD", "Pacific/Auckland", 2],
    ["larkfield", "GBP", "Europe/London", 1],
    ["opal", "AUD", "Australia/Sydney", 3],
  ]);
  for (const row of sellers)
    expect(
      Seller.safeParse({ ...row, host: row.host ?? undefined, default_currency_code: row.currency }).error,
    ).toBeUndefined();
  expect(await checkInvariants(connections.acrossSellers())).toEqual([]);
});

test("every event has an image, texts, and something to buy or a reason why not", async () => {
  const bare = await rows(sql<{
    key: string;
  }>`select e.key from event_template e where e.summary is null or e.description is null or not e.meta ? 'image_profile'
    or not exists (select from ticket_group g where g.seller_id = e.seller_id and g.event_template_id = e.id)`);
  expect(bare).toEqual([]);
});

test.each([
  ["a flexible price", sql`select 1 from ticket_type where currency_amount_min is not null`],
  [
    "a fixed and a percent fee at once",
    sql`select 1 from ticket_type where fee_fixed_outside > 0 and fee_percent_outside > 0`,
  ],
  [
    "a price under the least that a card can pay in pounds",
    sql`select 1 from ticket_type y join seller s on s.id = y.seller_id where s.currency = 'GBP' and currency_amount_min < 30`,
  ],
  ["a night paid for in parts", sql`select 1 from ticket_group where jsonb_array_length(payment_plan) = 2`],
  ["a pass", sql`select 1 from ticket_group where handler = 'passes' and duration_new = 'P1Y'`],
  ["a group outside the capacity", sql`select 1 from ticket_group where exclude_from_event_capacity`],
  ["a group by its link alone", sql`select 1 from ticket_group where hidden_type = 'public_link_only'`],
  ["an event for members", sql`select 1 from event_template where hidden_type = 'public_member_only'`],
  [
    "a group for members in an event for all",
    sql`select 1 from ticket_group g join event_template e on e.seller_id = g.seller_id and e.id = g.event_template_id
    where g.hidden_type = 'public_member_only' and e.hidden_type = 'public_browsable'`,
  ],
  [
    "a least and a most for each order",
    sql`select 1 from ticket_group where min_tickets_per_order > 1 and max_tickets_per_order > 1`,
  ],
  [
    "a day sold out within three months",
    sql`select 1 from event_session where local_day < '2027-02-21' group by seller_id, event_template_id, local_day having bool_and(capacity = 0)`,
  ],
  [
    "few left within a week",
    sql`select 1 from event_session where local_day < '2026-11-29' and capacity between 1 and 9`,
  ],
  [
    "a hall of a thousand seats with notes, sold by three groups in colours",
    sql`select 1 from event_template e join seat_map m on m.seller_id = e.seller_id and m.id = e.seat_map_id
      where (select count(*) from seat s where s.seller_id = m.seller_id and s.seat_map_id = m.id) >= 1000
        and exists (select from seat s where s.seller_id = m.seller_id and s.seat_map_id = m.id and s.kind = 'wheelchair')
        and (select count(distinct g.color) from ticket_group g where g.seller_id = e.seller_id and g.event_template_id = e.id and g.handler = 'seated') >= 3`,
  ],
  [
    "seats at tables beside places to stand",
    sql`select 1 from ticket_group g join ticket_group o on o.seller_id = g.seller_id and o.event_template_id = g.event_template_id
      where g.handler = 'seated' and o.handler = 'tickets'`,
  ],
  ["a percentage off with a code", sql`select 1 from discount where benefit ? 'percent' and code_group_ids <> '{}'`],
  [
    "an amount off a whole cart",
    sql`select 1 from discount where benefit ? 'amount' and per = 'cart' and code_group_ids <> '{}'`,
  ],
  [
    "another price for one type",
    sql`select 1 from discount where benefit ? 'price' and jsonb_array_length(scopes -> 0 -> 'ticket_type_ids') = 1`,
  ],
  ["a code that is used up", sql`select 1 from code_group where max_uses = 0`],
  ["a code that a buyer may use once", sql`select 1 from code_group where max_uses_each = 1`],
  ["a code that opens another group", sql`select 1 from code_group where activates <> '{}'`],
  [
    "a discount for many that needs no code",
    sql`select 1 from discount where code_group_ids = '{}' and min_tickets >= 10`,
  ],
  ["a discount on some days of the visit", sql`select 1 from discount where visit_from is not null`],
  [
    "a code for a US zip and one for a UK postcode",
    sql`select 1 where exists (select from seller where configuration -> 'zip_codes' ? 'us') and exists (select from seller where configuration -> 'zip_codes' ? 'gb')`,
  ],
  ["a night that ends the next day", sql`select 1 from event_session where local_end < local_start`],
  [
    "prices that differ in the evening",
    sql`select 1 from session_price p join event_session s on s.seller_id = p.seller_id and s.id = p.event_session_id where s.local_start >= '17:00'`,
  ],
])("the demo shows %s", async (_, query) => expect((await rows(query)).length).toBeGreaterThan(0));

test("does nothing on the same day; months later it moves the season ahead and keeps most of it", async () => {
  expect(await loadDemo(connections, now)).toBeUndefined();
  const before = new Set(
    (await rows(sql<{ id: string }>`select id from event_session where start_datetime > '2027-03-21'`)).map(
      ({ id }) => id,
    ),
  );
  const later = Temporal.Instant.from("2027-03-21T12:00:00Z");
  const reports = await loadDemo(connections, later);
  expect(reports).toHaveLength(4);
  const [last] = await rows(sql<{ day: string }>`select max(local_day) as day from event_session`);
  expect(last?.day && last.day > "2028-03-01").toBe(true);
  const after = await rows(
    sql<{ id: string }>`select id from event_session where start_datetime > '2027-03-21' and not retired`,
  );
  expect(after.filter(({ id }) => before.has(id)).length / before.size).toBeGreaterThan(0.8);
});

test("skips a demo seller whose catalogue was published in the back office, and updates the others", async () => {
  const db = connections.acrossSellers();
  const publish = (source: string, number: number) =>
    sql`insert into catalogue_revision (seller_id, number, document, source)
      select id, ${number}, '{"seller": "as staff have it"}', ${source} from seller where slug = 'larkfield' returning true`.execute(
      db,
    );
  const newest = async () =>
    (
      await rows(sql<{ slug: string; source: string }>`select distinct on (s.slug) s.slug, r.source
        from catalogue_revision r join seller s on s.id = r.seller_id order by s.slug, r.number desc`)
    ).map(({ slug, source }) => `${slug} ${source}`);
  await publish("office", 900);
  const reports = await loadDemo(connections, Temporal.Instant.from("2027-03-22T12:00:00Z"));
  expect(reports).toHaveLength(3);
  expect(await newest()).toEqual(["harbor demo", "kiwa demo", "larkfield office", "opal demo"]);
  await publish("file", 901);
  expect(await loadDemo(connections, Temporal.Instant.from("2027-03-23T12:00:00Z"))).toHaveLength(4);
  expect(await newest()).toContain("larkfield demo");
});

test("leaves other sellers alone", async () => {
  const own = new Connections((await cloneDatabase()).app);
  await own
    .acrossSellers()
    .insertInto("seller")
    .values({
      id: "7c3b9d52-0000-4000-8000-000000000001",
      slug: "own",
      name: "Own",
      currency: "EUR",
      timezone: "Europe/Berlin",
    })
    .execute();
  expect(await loadDemo(own, now)).toBeUndefined();
  expect(await own.acrossSellers().selectFrom("seller").select("slug").execute()).toEqual([{ slug: "own" }]);
  await own.close();
});
