import { sql } from "kysely";
import { expect, inject, test } from "vitest";
import { importCatalogue } from "./importCatalogue.ts";
import {
  pierCatalogue,
  connections,
  databaseFingerprint,
  now,
  queryOne,
  runImport,
  reportLines,
  listStoredSessions,
  writeCatalogue,
} from "../../../test/catalogue/pierCatalogue.ts";
import { formatReport } from "./importReport.ts";

test("imports a whole catalogue", async () => {
  const running = '<p onclick="x()">Come in.</p><script>alert(1)</script>';
  const reports = await runImport(pierCatalogue("whole").replace('<p class="lead">Come in.</p>', running));
  expect(reports[0]).toMatchObject({ slug: "whole", seller: "added", pastSessions: 2 });
  expect(reportLines(reports)).toEqual([
    "1 image added",
    "1 venue added",
    "2 events added",
    "3 ticket groups added",
    "4 ticket types added",
    "7 sessions added",
    "8 session prices added",
    "1 message rule added",
  ]);
  // Saturday and Sunday by day and by night, Monday closed, Tuesday.
  expect(await listStoredSessions("whole")).toMatchObject([
    { day: "2026-11-21", start: "10:00", capacity: 20, min_price: 1000, min_price_fees: 0 },
    { day: "2026-11-21", start: "18:00", min_price: 500 },
    { day: "2026-11-22", start: "10:00" },
    { day: "2026-11-22", start: "18:00" },
    { day: "2026-11-24", start: "10:00" },
    { day: "2026-11-24", start: "18:00" },
  ]);
  const event = await queryOne(sql<{
    description: string;
    meta: Record<string, string>;
    config: { price_display: Record<string, string> };
    venue: string;
  }>`
    select e.description, e.meta, e.config, v.name as venue from event_template e join seller s on s.id = e.seller_id
    join venue v on v.seller_id = e.seller_id and v.id = e.venue_id where s.slug = 'whole' and e.key = 'visit'`);
  const image = await queryOne(
    sql<{
      id: string;
      width: number;
      mime: string;
    }>`select i.id, i.width, i.mime from image_asset i join seller s on s.id = i.seller_id where s.slug = 'whole'`,
  );
  const adult = await queryOne(sql<{
    id: string;
    fees: string;
  }>`select y.id, fee_fixed_outside || ' ' || fee_percent_outside as fees from ticket_type y
    join seller s on s.id = y.seller_id where s.slug = 'whole' and y.key = 'adult'`);
  expect(event.description).toBe("<p>Come in.</p>");
  expect(event.venue).toBe("Pier House");
  expect(event.meta).toEqual({ image_cover: image.id, image_profile: image.id, image_profile_alt_text: "The sea" });
  expect(event.config.price_display.primary_ticket_type).toBe(adult.id);
  expect(image).toMatchObject({ width: 40, mime: "image/webp" });
  expect(adult.fees).toBe("125 250");
});

test("stores the events of an upsell chain by id, in order", async () => {
  await runImport(
    pierCatalogue("chain").replace(
      "  web: {",
      "  configuration: { upsells: { visit_time: same_date, categories: [Talks], chain: [talk, visit] } }\n  web: {",
    ),
  );
  const { upsells, talk, visit } = await queryOne(
    sql<{ upsells: object; talk: string; visit: string }>`select s.configuration -> 'upsells' as upsells,
      t.id as talk, v.id as visit
      from seller s join event_template t on t.seller_id = s.id and t.key = 'talk'
      join event_template v on v.seller_id = t.seller_id and v.key = 'visit' where slug = 'chain'`,
  );
  expect(upsells).toEqual({ visit_time: "same_date", categories: ["Talks"], chain: [talk, visit] });
});

test("prices sessions by the first rule that applies, and logs every price", async () => {
  await runImport(pierCatalogue("prices"));
  const { rows } = await sql<{
    at: string;
    amount: number;
  }>`select s.local_day || ' ' || s.local_start as at, p.amount from session_price p
    join event_session s on s.seller_id = p.seller_id and s.id = p.event_session_id join ticket_type y on y.seller_id = p.seller_id and y.id = p.ticket_type_id
    join seller on seller.id = p.seller_id where slug = 'prices' and y.key = 'adult' order by 1`.execute(
    connections.acrossSellers(),
  );
  expect(rows.map(({ at, amount }) => `${at} ${amount}`)).toEqual([
    "2026-11-21 10:00 3200",
    "2026-11-21 18:00 2000",
    "2026-11-22 10:00 3200",
    "2026-11-22 18:00 2000",
    "2026-11-24 18:00 2000",
  ]);
  await runImport(pierCatalogue("prices").replace("price: 28.50", "price: 29"));
  const log = await queryOne(sql<{
    amounts: number[];
  }>`select array_agg(amount::int order by amount) as amounts from price_log l join seller s on s.id = l.seller_id
    join ticket_type y on y.seller_id = l.seller_id and y.id = l.ticket_type_id where s.slug = 'prices' and y.key = 'adult'`);
  expect(log.amounts).toEqual([2000, 2850, 2900, 3200]);
});

test("changes nothing when the same file is imported again, not even the version", async () => {
  await runImport(pierCatalogue("same"));
  const before = await databaseFingerprint();
  const reports = await runImport(pierCatalogue("same"));
  expect(reports[0]?.isUnchanged).toBe(true);
  expect(reports.map(formatReport)).toEqual([
    "same (Pier Museum): nothing to change\n  2 sessions in the file are in the past and are left out",
  ]);
  expect(reports.map((report) => formatReport({ ...report, pastSessions: 1 }))).toEqual([
    "same (Pier Museum): nothing to change\n  1 session in the file is in the past and is left out",
  ]);
  expect(await databaseFingerprint()).toBe(before);
});

const edits: [string, (text: string) => string, string[]][] = [
  ["a new name", (text) => text.replace("name: A Talk", "name: The Talk"), ["1 event changed"]],
  ["another payment plan", (text) => text.replace("due_days: 30", "due_days: 14"), ["1 ticket group changed"]],
  ["another capacity", (text) => text.replace("capacity: 20", "capacity: 30"), ["6 sessions changed"]],
  ["another price", (text) => text.replace("price: 28.50", "price: 29"), ["1 ticket type changed"]],
  [
    "another order limit",
    (text) => text.replace("max_tickets_per_order: 8", "max_tickets_per_order: 4"),
    ["1 ticket group changed"],
  ],
  ["another image", (text) => text.replace("sea.webp", "sand.webp"), ["1 image changed", "1 event changed"]],
  [
    "no more evenings",
    (text) => text.replace('["10:00", "18:00"]', '["10:00"]'),
    ["3 sessions removed", "6 session prices removed"],
  ],
  [
    "an earlier start",
    (text) => text.replace('at: "19:00", ends', 'at: "18:00", ends'),
    ["1 session added", "1 session removed"],
  ],
  [
    "a removed type",
    (text) => text.replace(/ +- \{ key: wish.*\n/, "").replace(", general/wish: 5", ""),
    ["1 ticket type removed", "6 sessions changed", "3 session prices removed"],
  ],
  [
    "a removed event",
    (text) => text.slice(0, text.indexOf("  - key: talk")),
    ["1 event removed", "1 ticket group removed", "1 ticket type removed", "1 session removed"],
  ],
  ["another seller name", (text) => text.replace("name: Pier Museum", "name: The Pier"), []],
];
test.each(edits)("a dry run of %s reports what the import does, and ids stay the same", async (name, edit, changes) => {
  const slug = `edit-${name.replace(/\W/g, "-")}`;
  const ids = async () =>
    (
      await queryOne(sql<{
        ids: string[];
      }>`select array_agg(x.id::text) as ids from (select seller_id, id from event_template union all select seller_id, id from ticket_group
    union all select seller_id, id from ticket_type union all select seller_id, id from event_session) x join seller s on s.id = x.seller_id where s.slug = ${slug}`)
    ).ids;
  const version = async () =>
    (await queryOne(sql<{ version: number }>`select catalogue_version as version from seller where slug = ${slug}`))
      .version;
  await runImport(pierCatalogue(slug));
  const [before, known, first] = [await databaseFingerprint(), new Set(await ids()), await version()];
  const dry = await runImport(edit(pierCatalogue(slug)), { dryRun: true });
  expect(await databaseFingerprint()).toBe(before);
  const real = await runImport(edit(pierCatalogue(slug)));
  expect(real).toEqual(dry);
  expect(reportLines(real)).toEqual(changes);
  expect(await version()).toBe(first + 1);
  const newIds = (await ids()).filter((id) => !known.has(id));
  expect(newIds).toHaveLength(name === "an earlier start" ? 1 : 0);
  expect((await runImport(edit(pierCatalogue(slug))))[0]?.isUnchanged).toBe(true);
});

test("imports none of several files when one has a problem", async () => {
  const files = [
    await writeCatalogue(pierCatalogue("first-of-two")),
    await writeCatalogue(pierCatalogue("second-of-two").replace("price: 28.50", "price: dear")),
  ];
  const before = await databaseFingerprint();
  await expect(importCatalogue(connections, files, { now })).rejects.toThrow("must be an amount, like 12.50");
  expect(await databaseFingerprint()).toBe(before);
});

test("imports a hundred events with a year of sessions, and changes nothing the second time", async () => {
  const events = Array.from({ length: 100 }, (_, index) => ({
    key: `event-${index}`,
    name: `Event ${index}`,
    groups: [{ key: "general", name: "General", types: [{ key: "adult", name: "Adult", price: 20 }] }],
    schedules: [
      { from: "today", until: "today+1y", weekly: [{ on: ["sat"], at: ["10:00"], minutes: 60, capacity: 50 }] },
    ],
  }));
  const text = JSON.stringify({
    seller: { slug: "large", name: "Large", currency: "EUR", timezone: "Europe/Berlin" },
    venues: { hall: { name: "Hall", timezone: "Europe/Berlin" } },
    events,
  });
  const [first] = await runImport(text);
  expect(first?.lines.find(({ noun }) => noun === "sessions")?.count).toBe(5_200);
  // The statistics are updated at once; without them the planner would plan for a few rows. Behind a pooler, the command
  // lets the owner analyze the tables.
  if (!inject("pooler")) {
    const known = sql<{
      rows: number;
    }>`select reltuples::int as rows from pg_class where oid = 'event_session'::regclass`;
    expect((await queryOne(known)).rows).toBeGreaterThanOrEqual(5_200);
  }
  expect((await runImport(text))[0]?.isUnchanged).toBe(true);
});

test("a type keeps the tax that it names, and has none if it names none", async () => {
  const withTax = (tax: string) => pierCatalogue("taxes").replace("key: adult, ", `key: adult, ${tax}`);
  const taxOf = async () =>
    (
      await queryOne(sql<{ tax: object | null }>`select y.tax from ticket_type y
        join seller s on s.id = y.seller_id where s.slug = 'taxes' and y.key = 'adult'`)
    ).tax;
  await runImport(withTax('tax: { name: " VAT ", rate: "6.90" }, '));
  expect(await taxOf()).toEqual({ name: "VAT", percent: 6.9 });
  expect((await runImport(withTax('tax: { name: " VAT ", rate: "6.90" }, ')))[0]?.isUnchanged).toBe(true);
  expect(reportLines(await runImport(withTax("tax: { rate: 6.9, name: VAT }, ")))).toEqual([]);
  expect(reportLines(await runImport(withTax("tax: { name: VAT, rate: 0 }, ")))).toEqual(["1 ticket type changed"]);
  expect(await taxOf()).toEqual({ name: "VAT", percent: 0 });
  await runImport(withTax(""));
  expect(await taxOf()).toBeNull();
});

test("tax rates of ticket groups are kept by the groups' ids", async () => {
  const invoice =
    "invoice: { name: Pier Ltd, address: [Pier 1], tax_id: GB1, tax_name: VAT, rates: { default: 20, groups: { visit/general: 5.5 } } }";
  await runImport(pierCatalogue("rates").replace("images:", `  configuration: { ${invoice} }\nimages:`));
  const { rates, group_id } = await queryOne(sql<{ rates: object; group_id: string }>`
    select s.configuration #> '{invoice,rates}' as rates, g.id as group_id from seller s
    join event_template e on e.seller_id = s.id and e.key = 'visit'
    join ticket_group g on g.seller_id = e.seller_id and g.event_template_id = e.id and g.key = 'general' where s.slug = 'rates'`);
  expect(rates).toEqual({ default: 20, groups: { [group_id]: 5.5 } });
});
