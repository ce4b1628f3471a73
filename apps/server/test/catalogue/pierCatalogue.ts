/** A small seller in a database of the test file's own, with helpers to inspect it. */
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import sharp from "sharp";
import { afterAll, beforeAll } from "vitest";
import { Connections, type Database } from "../../src/db/connections.ts";
import { newId } from "../../src/db/newId.ts";
import { cloneDatabase } from "../database/cloneDatabase.ts";
import { importCatalogue } from "../../src/catalogue/apply/importCatalogue.ts";
import { InvalidCatalogue } from "../../src/catalogue/format/problems.ts";
import type { ImportReport } from "../../src/catalogue/apply/importReport.ts";

export const now = Temporal.Instant.from("2026-11-21T12:00:00Z");
export let connections: Connections;
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

/** The catalogue of a small seller; tests edit its text as a person would. */
export const pierCatalogue = (slug: string) => `
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
    description: <p class="lead">Come in.</p>
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
        hidden_type: public_link_only
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
    groups:
      - key: seats
        name: Seats
        payment_plan: [{ percent: 30 }, { percent: 70, due_days: 30 }]
        types: [{ key: seat, name: Seat, price: 5 }]
    sessions: [{ date: 2026-12-01, at: "19:00", ends: "20:30", capacity: 5 }]
`;

export const writeCatalogue = async (text: string): Promise<string> => {
  const file = join(folder, `${newId()}.yaml`);
  await writeFile(file, text);
  return file;
};
export const runImport = async (text: string, options: { dryRun?: boolean; now?: Temporal.Instant } = {}) =>
  importCatalogue(connections, [await writeCatalogue(text)], { now, ...options });
export const reportLines = (reports: readonly ImportReport[]) =>
  reports.flatMap(({ lines }) => lines.map(({ change, noun, count }) => `${count} ${noun} ${change}`));
export const importProblems = async (text: string): Promise<string[]> => {
  try {
    await runImport(text);
  } catch (error) {
    if (error instanceof InvalidCatalogue)
      return error.problems.map(({ line, column, path, message }) => `${line}:${column} ${path} ${message}`);
    throw error;
  }
  return [];
};

type SessionRow = {
  id: string;
  day: string;
  start: string;
  capacity: number;
  min_price: number;
  min_price_fees: number;
  retired: boolean;
};
export const listStoredSessions = async (slug: string, key = "visit"): Promise<SessionRow[]> =>
  (
    await sql<SessionRow>`select s.id, s.local_day as day, s.local_start as start, s.capacity, s.min_price, s.min_price_fees, s.retired from event_session s
      join event_template e on e.seller_id = s.seller_id and e.id = s.event_template_id join seller on seller.id = s.seller_id
      where slug = ${slug} and e.key = ${key} order by s.start_datetime, s.retired`.execute(connections.acrossSellers())
  ).rows;
export const queryOne = async <T>(query: ReturnType<typeof sql<T>>): Promise<T> => {
  const { rows } = await query.execute(connections.acrossSellers());
  if (!rows[0]) throw new Error("no row");
  return rows[0];
};
/** A hash of everything in the database. */
export const databaseFingerprint = async (): Promise<string> => {
  const tables = [
    "seller",
    "image_asset",
    "venue",
    "seat_map",
    "seat",
    "event_template",
    "event_session",
    "ticket_group",
    "ticket_type",
    "session_price",
    "price_log",
    "message_rule",
    "membership_rule",
    "membership_program",
    "membership_role",
    "code_group",
    "code",
    "checkout_rule",
  ];
  const hashes = [];
  for (const table of tables)
    hashes.push(
      (
        await queryOne(
          sql<{
            hash: string;
          }>`select md5(coalesce(string_agg(t::text, '|' order by t::text), '')) as hash from ${sql.table(table)} t`,
        )
      ).hash,
    );
  return hashes.join();
};

type Sale = { session: string; type?: string; quantity: number; db?: Database };

/** Sells tickets by inserting rows and updating counters. */
export const sellTickets = async (
  slug: string,
  { session, type = "adult", quantity, db = connections.acrossSellers() }: Sale,
) => {
  const found = await queryOne(sql<{
    seller_id: string;
    type: string;
    group: string;
    event: string;
  }>`select y.seller_id, y.id as type, g.id as "group", g.event_template_id as event
    from ticket_type y join ticket_group g on g.seller_id = y.seller_id and g.id = y.ticket_group_id join seller s on s.id = y.seller_id
    where s.slug = ${slug} and y.key = ${type}`);
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
      max_hold_until: "2026-11-21T13:00:00Z",
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
