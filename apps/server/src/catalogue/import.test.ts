import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { Connections } from "../db/connect.ts";
import { newId } from "../db/newId.ts";
import { cloneDatabase } from "../db/testDatabase.ts";
import { importCatalogue } from "./importCatalogue.ts";
import { WrongCatalogue } from "./problems.ts";
import { sayReport, type Report } from "./report.ts";

const now = Temporal.Instant.from("2026-11-21T12:00:00Z");
let connections: Connections;
let folder: string;

beforeAll(async () => {
  connections = new Connections((await cloneDatabase()).app);
  folder = await mkdtemp(join(tmpdir(), "foyer-catalogue-"));
  const picture = (color: string) =>
    sharp({ create: { width: 40, height: 30, channels: 3, background: color } })
      .webp()
      .toBuffer();
  await writeFile(join(folder, "sea.webp"), await picture("#0b5d4e"));
  await writeFile(join(folder, "sand.webp"), await picture("#c9a227"));
  await writeFile(join(folder, "broken.png"), "no picture at all");
});
afterAll(async () => {
  await connections.close();
  await rm(folder, { recursive: true, force: true });
});

/** A small seller; a test edits the text as a person would. */
const catalogue = (slug: string) => `
seller:
  slug: ${slug}
  name: Pier Museum
  currency: USD
  timezone: America/New_York
  meta: { logo: sea }
  web: { admission_event: visit }
images:
  sea: { file: sea.webp, alt: The sea }
venues:
  pier: { name: Pier House, timezone: America/New_York, address: 1 Pier Road }
events:
  - key: visit
    name: General Admission
    description: <p onclick="x()">Come in.</p><script>alert(1)</script>
    category: Exhibitions
    meta: { image_cover: sea, image_profile: sea }
    config: { price_display: { primary_ticket_type: general/adult, primary_prefix: from } }
    groups:
      - key: general
        name: General
        max_tickets_per_order: 8
        types:
          - { key: adult, name: Adult, price: 28.50, fees: { fixed: 1.25, percent: 2.5 } }
          - { key: wish, name: Pay what you wish, price: 10, price_min: 1, price_max: 100 }
      - key: members
        name: Members
        hidden_type: public_member_only
        types: [{ key: member, name: Member, price: 0 }]
    schedules:
      - from: 2026-11-20
        until: 2026-11-24
        capacity: 20
        weekly: [{ on: daily, at: ["10:00", "18:00"], minutes: 60 }]
        closed: [2026-11-23]
    prices:
      - when: { time: { from: "17:00" } }
        amounts: { general/adult: 20, general/wish: 5 }
      - when: { on: weekends }
        amounts: { general/adult: 32 }
    messages:
      - { key: busy, when: { on: weekends, groups: [general], min: 3 }, say: { date_annotation: busy } }
  - key: talk
    name: A Talk
    event_type: single
    groups: [{ key: seats, name: Seats, types: [{ key: seat, name: Seat, price: 5 }] }]
    sessions: [{ date: 2026-12-01, at: "19:00", ends: "20:30", capacity: 5 }]
`;

const write = async (text: string): Promise<string> => {
  const file = join(folder, `${newId()}.yaml`);
  await writeFile(file, text);
  return file;
};
const run = async (text: string, options: { dryRun?: boolean } = {}) =>
  importCatalogue(connections, [await write(text)], { now, ...options });
const said = (reports: readonly Report[]) =>
  reports.flatMap(({ lines }) => lines.map(({ how, what, count }) => `${count} ${what} ${how}`));
const refused = async (text: string): Promise<string[]> => {
  try {
    await run(text);
  } catch (error) {
    if (error instanceof WrongCatalogue)
      return error.problems.map(({ line, column, path, message }) => `${line}:${column} ${path} ${message}`);
    throw error;
  }
  return [];
};

type Held = {
  id: string;
  day: string;
  start: string;
  capacity: number;
  min_price: number;
  min_price_fees: number;
  retired: boolean;
};
const sessionsOf = async (slug: string, key = "visit"): Promise<Held[]> =>
  (
    await sql<Held>`select s.id, s.local_day as day, s.local_start as start, s.capacity, s.min_price, s.min_price_fees, s.retired from event_session s
      join event_template e on e.seller_id = s.seller_id and e.id = s.event_template_id join seller on seller.id = s.seller_id
      where slug = ${slug} and e.key = ${key} order by s.start_datetime, s.retired`.execute(connections.acrossSellers())
  ).rows;
const one = async <T>(query: ReturnType<typeof sql<T>>): Promise<T> => {
  const { rows } = await query.execute(connections.acrossSellers());
  if (!rows[0]) throw new Error("no row");
  return rows[0];
};
/** Everything in the database, in one word. */
const fingerprint = async (): Promise<string> => {
  const tables = [
    "seller",
    "image_asset",
    "venue",
    "event_template",
    "event_session",
    "ticket_group",
    "ticket_type",
    "session_price",
    "price_log",
    "message_rule",
    "membership_rule",
  ];
  const hashes = [];
  for (const table of tables)
    hashes.push(
      (
        await one(
          sql<{
            hash: string;
          }>`select md5(coalesce(string_agg(t::text, '|' order by t::text), '')) as hash from ${sql.table(table)} t`,
        )
      ).hash,
    );
  return hashes.join();
};

/** Sells tickets as the shop leaves them behind: rows and counters. */
const sell = async (
  slug: string,
  { session, type = "adult", quantity }: { session: string; type?: string; quantity: number },
) => {
  const found = await one(sql<{
    seller_id: string;
    type: string;
    group: string;
    event: string;
  }>`select y.seller_id, y.id as type, g.id as "group", g.event_template_id as event
    from ticket_type y join ticket_group g on g.seller_id = y.seller_id and g.id = y.ticket_group_id join seller s on s.id = y.seller_id
    where s.slug = ${slug} and y.key = ${type}`);
  const db = connections.acrossSellers();
  const { seller_id } = found;
  const [identity_id, cart_id] = [newId(), newId()];
  await db.insertInto("identity").values({ seller_id, id: identity_id, kind: "public" }).execute();
  await db
    .insertInto("cart")
    .values({
      seller_id,
      id: cart_id,
      identity_id,
      expires_at: "2026-11-21T13:00:00Z",
      hold_until_at_most: "2026-11-21T13:00:00Z",
    })
    .execute();
  for (let count = 0; count < quantity; count++)
    await db
      .insertInto("ticket")
      .values({
        seller_id,
        id: newId(),
        state: "in_cart",
        cart_id,
        ticket_type_id: found.type,
        ticket_group_id: found.group,
        event_template_id: found.event,
        event_session_id: session,
        face_value: 100,
        adjusted_value: 100,
      })
      .execute();
  await db
    .updateTable("event_session")
    .set({ used_capacity: quantity })
    .where("seller_id", "=", seller_id)
    .where("id", "=", session)
    .execute();
  await db
    .updateTable("ticket_group")
    .set({ used_capacity: quantity })
    .where("seller_id", "=", seller_id)
    .where("id", "=", found.group)
    .execute();
};

test("a catalogue comes in whole", async () => {
  const reports = await run(catalogue("whole"));
  expect(reports[0]).toMatchObject({ slug: "whole", seller: "added", past: 2 });
  expect(said(reports)).toEqual([
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
  expect(await sessionsOf("whole")).toMatchObject([
    { day: "2026-11-21", start: "10:00", capacity: 20, min_price: 1000, min_price_fees: 0 },
    { day: "2026-11-21", start: "18:00", min_price: 500 },
    { day: "2026-11-22", start: "10:00" },
    { day: "2026-11-22", start: "18:00" },
    { day: "2026-11-24", start: "10:00" },
    { day: "2026-11-24", start: "18:00" },
  ]);
  const event = await one(sql<{
    description: string;
    meta: Record<string, string>;
    config: { price_display: Record<string, string> };
    venue: string;
  }>`
    select e.description, e.meta, e.config, v.name as venue from event_template e join seller s on s.id = e.seller_id
    join venue v on v.seller_id = e.seller_id and v.id = e.venue_id where s.slug = 'whole' and e.key = 'visit'`);
  const image = await one(
    sql<{
      id: string;
      width: number;
      mime: string;
    }>`select i.id, i.width, i.mime from image_asset i join seller s on s.id = i.seller_id where s.slug = 'whole'`,
  );
  const adult = await one(sql<{
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

test("prices: the first rule that fits decides, and every price asked is on record", async () => {
  await run(catalogue("prices"));
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
  await run(catalogue("prices").replace("price: 28.50", "price: 29"));
  const log = await one(sql<{
    amounts: number[];
  }>`select array_agg(amount::int order by amount) as amounts from price_log l join seller s on s.id = l.seller_id
    join ticket_type y on y.seller_id = l.seller_id and y.id = l.ticket_type_id where s.slug = 'prices' and y.key = 'adult'`);
  expect(log.amounts).toEqual([2000, 2850, 2900, 3200]);
});

test("importing the same again changes nothing, not even the version", async () => {
  await run(catalogue("same"));
  const before = await fingerprint();
  const reports = await run(catalogue("same"));
  expect(reports[0]?.nothing).toBe(true);
  expect(reports.map(sayReport)).toEqual([
    "same (Pier Museum): nothing to change\n  2 sessions of the file lie in the past and are left out",
  ]);
  expect(await fingerprint()).toBe(before);
});

const edits: [string, (text: string) => string, string[]][] = [
  ["a name", (text) => text.replace("name: A Talk", "name: The Talk"), ["1 event changed"]],
  ["a capacity", (text) => text.replace("capacity: 20", "capacity: 30"), ["6 sessions changed"]],
  ["a price", (text) => text.replace("price: 28.50", "price: 29"), ["1 ticket type changed"]],
  [
    "an order's limit",
    (text) => text.replace("max_tickets_per_order: 8", "max_tickets_per_order: 4"),
    ["1 ticket group changed"],
  ],
  ["a picture", (text) => text.replace("sea.webp", "sand.webp"), ["1 image changed", "1 event changed"]],
  [
    "an evening less",
    (text) => text.replace('["10:00", "18:00"]', '["10:00"]'),
    ["3 sessions removed", "6 session prices removed"],
  ],
  [
    "an hour earlier",
    (text) => text.replace('at: "19:00", ends', 'at: "18:00", ends'),
    ["1 session added", "1 session removed"],
  ],
  [
    "a type less",
    (text) => text.replace(/ +- \{ key: wish.*\n/, "").replace(", general/wish: 5", ""),
    ["1 ticket type removed", "6 sessions changed", "3 session prices removed"],
  ],
  [
    "an event less",
    (text) => text.slice(0, text.indexOf("  - key: talk")),
    ["1 event removed", "1 ticket group removed", "1 ticket type removed", "1 session removed"],
  ],
  ["the seller's name", (text) => text.replace("name: Pier Museum", "name: The Pier"), []],
];
test.each(edits)("%s: a dry run says what then happens, and ids stay", async (name, edit, changes) => {
  const slug = `edit-${name.replace(/\W/g, "-")}`;
  const ids = async () =>
    (
      await one(sql<{
        ids: string[];
      }>`select array_agg(x.id::text) as ids from (select seller_id, id from event_template union all select seller_id, id from ticket_group
    union all select seller_id, id from ticket_type union all select seller_id, id from event_session) x join seller s on s.id = x.seller_id where s.slug = ${slug}`)
    ).ids;
  const version = async () =>
    (await one(sql<{ version: number }>`select catalogue_version as version from seller where slug = ${slug}`)).version;
  await run(catalogue(slug));
  const [before, known, first] = [await fingerprint(), new Set(await ids()), await version()];
  const dry = await run(edit(catalogue(slug)), { dryRun: true });
  expect(await fingerprint()).toBe(before);
  const real = await run(edit(catalogue(slug)));
  expect(real).toEqual(dry);
  expect(said(real)).toEqual(changes);
  expect(await version()).toBe(first + 1);
  const strangers = (await ids()).filter((id) => !known.has(id));
  expect(strangers).toHaveLength(name === "an hour earlier" ? 1 : 0);
  expect((await run(edit(catalogue(slug))))[0]?.nothing).toBe(true);
});

test("what was sold is kept: retired, not removed, and back when the catalogue names it again", async () => {
  await run(catalogue("sold"));
  const [morning] = await sessionsOf("sold");
  const [talk] = await sessionsOf("sold", "talk");
  await sell("sold", { session: morning?.id ?? "", quantity: 2 });
  await sell("sold", { session: talk?.id ?? "", type: "seat", quantity: 1 });
  const less = catalogue("sold")
    .replace('["10:00", "18:00"]', '["18:00"]')
    .replace(/ +- \{ key: adult.*\n/, "")
    .replaceAll(/general\/adult: \d+(, )?/g, "")
    .replace(/ +- when: \{ on: weekends \}\n.*\n/, "")
    .replace(/    config: .*\n/, "");
  const reports = await run(less.slice(0, less.indexOf("  - key: talk")));
  expect(said(reports)).toEqual(
    expect.arrayContaining([
      "1 event retired",
      "1 ticket group retired",
      "2 ticket types retired",
      "2 sessions retired",
      "2 sessions removed",
    ]),
  );
  expect((await sessionsOf("sold")).filter(({ retired }) => retired).map(({ id }) => id)).toEqual([morning?.id]);
  expect((await run(less.slice(0, less.indexOf("  - key: talk"))))[0]?.nothing).toBe(true);

  await run(catalogue("sold"));
  const back = await sessionsOf("sold");
  expect(back).toHaveLength(6);
  expect(back.every(({ retired }) => !retired)).toBe(true);
  expect(back[0]?.id).toBe(morning?.id);
  expect((await sessionsOf("sold", "talk"))[0]).toMatchObject({ id: talk?.id, retired: false });
  const { used } = await one(
    sql<{ used: number }>`select used_capacity as used from event_session where id = ${morning?.id}`,
  );
  expect(used).toBe(2);
});

test("a capacity below what is sold is refused, with its line, and nothing changes", async () => {
  await run(catalogue("small"));
  const [morning] = await sessionsOf("small");
  await sell("small", { session: morning?.id ?? "", quantity: 3 });
  const before = await fingerprint();
  const wrong = catalogue("small")
    .replace("capacity: 20", "capacity: 2")
    .replace("max_tickets_per_order: 8", "capacity: 1");
  expect(await refused(wrong)).toEqual([
    "23:9 events[0].groups[0].capacity the capacity would be 1, and 3 tickets are sold or held",
    "35:18 events[0].schedules[0].weekly[0] the session of 2026-11-21 10:00 would have room for 2, and 3 places are sold or held",
  ]);
  expect(await fingerprint()).toBe(before);
  await run(catalogue("small").replace("capacity: 20", "capacity: 3"));
});

test("what has begun is history: it is neither changed nor taken away", async () => {
  const file = await write(catalogue("history"));
  await importCatalogue(connections, [file], { now });
  const later = Temporal.Instant.from("2026-11-22T12:00:00Z");
  const reports = await importCatalogue(connections, [file], { now: later });
  expect(reports[0]).toMatchObject({ nothing: true, past: 4 });
  expect(await sessionsOf("history")).toHaveLength(6);
});

test("limits that change say since when; a version counts the changes", async () => {
  await run(catalogue("limits"));
  const since = () =>
    one(
      sql<{
        at: string;
        version: number;
      }>`select g.limits_changed_at as at, s.catalogue_version as version from ticket_group g join seller s on s.id = g.seller_id where s.slug = 'limits' and g.key = 'general'`,
    );
  const first = await since();
  await run(catalogue("limits").replace("name: General\n", "name: Everybody\n"));
  expect(await since()).toEqual({ at: first.at, version: first.version + 1 });
  await run(catalogue("limits").replace("max_tickets_per_order: 8", "max_tickets_per_order: 6"));
  const last = await since();
  expect(last.at > first.at).toBe(true);
});

test("two imports of one seller wait for each other", async () => {
  const files = [
    await write(catalogue("twice")),
    await write(catalogue("twice").replace("name: A Talk", "name: The Talk")),
  ];
  const reports = await Promise.all(files.map((file) => importCatalogue(connections, [file], { now })));
  expect(reports.map(([one]) => one?.seller).toSorted()).toEqual(["added", "same"]);
  expect(await sessionsOf("twice")).toHaveLength(6);
});

test("one wrong file among several: none comes in", async () => {
  const files = [
    await write(catalogue("first-of-two")),
    await write(catalogue("second-of-two").replace("price: 28.50", "price: dear")),
  ];
  const before = await fingerprint();
  await expect(importCatalogue(connections, files, { now })).rejects.toThrow("is an amount, like 12.50");
  expect(await fingerprint()).toBe(before);
});

test("a hundred events with a year of sessions come in at once, and again without a change", async () => {
  const events = Array.from({ length: 100 }, (_, index) => ({
    key: `event-${index}`,
    name: `Event ${index}`,
    groups: [
      {
        key: "general",
        name: "General",
        types: [
          { key: "adult", name: "Adult", price: 20 },
          { key: "child", name: "Child", price: 10 },
        ],
      },
    ],
    schedules: [
      { from: "today", until: "today+1y", weekly: [{ on: ["sat"], at: ["10:00"], minutes: 60, capacity: 50 }] },
    ],
  }));
  const text = JSON.stringify({ seller: { slug: "large", name: "Large", currency: "EUR", timezone: "Europe/Berlin" }, venues: { hall: { name: "Hall", timezone: "Europe/Berlin" } }, events });
  const [first] = await run(text);
  expect(first?.lines.find(({ what }) => what === "sessions")?.count).toBe(5_200);
  expect((await run(text))[0]?.nothing).toBe(true);
});
