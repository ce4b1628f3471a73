import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { sql } from "kysely";
import { describe, expect, test } from "vitest";
import { checkInvariants } from "../../cli/checkInvariants.ts";
import { newId } from "../../db/newId.ts";
import {
  pierCatalogue,
  connections,
  databaseFingerprint,
  importProblems,
  runImport,
  reportLines,
  sellTickets,
  listStoredSessions,
  queryOne,
} from "../../../test/catalogue/pierCatalogue.ts";
import { countLockWaits } from "../../../test/database/countLockWaits.ts";

/** The pier with a seat map: two rows of stalls with an aisle, a box of two, and a concert with reserved seating. */
const seatMapCatalogue = (slug: string) => `${pierCatalogue(slug)}
  - key: concert
    name: Concert
    seat_map: hall
    groups:
      - { key: stalls, name: Stalls, handler: seated, seat_zones: [stalls, front], types: [{ key: any, name: Any, price: 30 }] }
      - { key: boxes, name: Boxes, handler: seated, seat_zones: [boxes], types: [{ key: box, name: Any, price: 60 }] }
    sessions: [{ date: 2026-12-01, at: "19:00", ends: "20:30" }]
seat_maps:
  hall:
    name: The Hall
    width: 200
    height: 100
    r: 4
    other_elements: [{ shape: rect, x: 60, y: 0, width: 80, height: 10, tone: stage }]
    sections:
      - key: stalls
        name: Stalls
        rows:
          - { row: A, from: [20, 20], to: [80, 20], seats: 6, gaps: [3], zone: front }
          - { row: B, from: [20, 32], to: [80, 32], seats: 6, gaps: [3] }
        marks:
          - { rows: [B], seats: [1, "5-6"], kind: restricted_view, note: Restricted view }
          - { rows: [A], seats: [6], removed: true }
      - key: boxes
        name: Boxes
        seat_name: "{row}, chair {label}"
        seats:
          - { row: Box 1, label: 1, at: [120, 20], kind: wheelchair, note: Wheelchair space }
          - { row: Box 1, label: 2, at: [130, 20] }
          - { row: Box 2, label: 1, at: [150, 20] }
`;
type Row = {
  id: string;
  key: string;
  name: string;
  zone: string;
  kind: string | null;
  note: string | null;
  retired: boolean;
  previous: string | null;
  next: string | null;
};
const listSeats = async (slug: string): Promise<Row[]> =>
  (
    await sql<Row>`select s.id, s.key, s.name, s.zone, s.kind, s.note, s.retired, p.key as previous, n.key as next from seat s join seller on seller.id = s.seller_id
      left join seat p on p.seller_id = s.seller_id and p.id = s.previous_id left join seat n on n.seller_id = s.seller_id and n.id = s.next_id
      where slug = ${slug} order by s.rank`.execute(connections.acrossSellers())
  ).rows;
const seat = async (slug: string, key: string) => (await listSeats(slug)).find((row) => row.key === key);

/** Sells a seat of the concert, leaving the rows that the shop would. */
const sellSeat = async (slug: string, key: string): Promise<void> => {
  const [session] = await listStoredSessions(slug, "concert");
  await sellTickets(slug, { session: session?.id ?? "", type: key.startsWith("boxes") ? "box" : "any", quantity: 1 });
  await connections
    .acrossSellers()
    .updateTable("ticket")
    .set({ seat_id: (await seat(slug, key))?.id ?? newId() })
    .where("event_session_id", "=", session?.id ?? "")
    .where("seat_id", "is", null)
    .execute();
};

/** Violated invariants about seats. The other invariants do not hold for tickets that were not bought through the shop. */
const seatViolations = async () =>
  (await checkInvariants(connections.acrossSellers()))
    .map(({ id }) => id)
    .filter((id) => /^I(0[56]|3[789]|40)$/.test(id));

describe("importing a seat map", () => {
  test("stores seats with names, zones, kinds, notes and neighbours", async () => {
    const reports = await runImport(seatMapCatalogue("hall"));
    expect(reportLines(reports)).toEqual(expect.arrayContaining(["1 seat map added", "14 seats added"]));
    const rows = await listSeats("hall");
    expect(rows.map(({ key, previous, next }) => [key, previous, next]).slice(0, 6)).toEqual([
      ["stalls/A/1", null, "stalls/A/2"],
      ["stalls/A/2", "stalls/A/1", "stalls/A/3"],
      ["stalls/A/3", "stalls/A/2", null],
      ["stalls/A/4", null, "stalls/A/5"],
      ["stalls/A/5", "stalls/A/4", null],
      ["stalls/B/1", null, "stalls/B/2"],
    ]);
    expect(rows.find(({ key }) => key === "boxes/Box 1/2")).toMatchObject({
      name: "Box 1, chair 2",
      previous: "boxes/Box 1/1",
      next: null,
    });
    expect(rows.filter(({ note }) => note === "Restricted view").map(({ name }) => name)).toEqual([
      "Stalls B 1",
      "Stalls B 5",
      "Stalls B 6",
    ]);
    expect(rows.flatMap(({ key, kind }) => (kind === null ? [] : [[key, kind]]))).toEqual([
      ["stalls/B/1", "restricted_view"],
      ["stalls/B/5", "restricted_view"],
      ["stalls/B/6", "restricted_view"],
      ["boxes/Box 1/1", "wheelchair"],
    ]);
    expect(new Set(rows.map(({ zone }) => zone))).toEqual(new Set(["front", "stalls", "boxes"]));
    expect(await seatViolations()).toEqual([]);
  });

  test("gives a session without a capacity one place for each seat sold", async () => {
    await runImport(seatMapCatalogue("places"));
    expect((await listStoredSessions("places", "concert"))[0]?.capacity).toBe(14);
    await runImport(seatMapCatalogue("places").replace("handler: seated, seat_zones: [boxes]", "handler: tickets"));
    expect((await listStoredSessions("places", "concert"))[0]?.capacity).toBe(-1);
  });

  test("changes nothing the second time, nor in a dry run", async () => {
    await runImport(seatMapCatalogue("again"));
    expect((await runImport(seatMapCatalogue("again")))[0]?.isUnchanged).toBe(true);
    const before = await databaseFingerprint();
    const dry = await runImport(seatMapCatalogue("again").replace("Restricted view", "Behind a pillar"), {
      dryRun: true,
    });
    expect(reportLines(dry)).toEqual(["3 seats changed"]);
    expect(await databaseFingerprint()).toBe(before);
  });
});

test("reads the seat map of the documentation", async () => {
  const handbook = await readFile(join(import.meta.dirname, "../../../../../docs/catalogue.md"), "utf8");
  const [, plan = ""] = /```yaml\n(seat_maps:.*?)```/s.exec(handbook) ?? [];
  const reports = await runImport(`${pierCatalogue("handbook")}${plan}`);
  expect(reportLines(reports)).toEqual(expect.arrayContaining(["1 seat map added", "108 seats added"]));
});

describe("changing a seat map", () => {
  /** A time after the concert. */
  const later = { now: Temporal.Instant.from("2026-12-02T12:00:00Z") };
  const withoutRowB = (slug: string) =>
    seatMapCatalogue(slug)
      .replace(/ +- \{ row: B.*\n/, "")
      .replace(/ +- \{ rows: \[B\].*\n/, "")
      .replace("[stalls, front]", "[front]");

  test("retires a seat that was sold, and restores it under its id", async () => {
    await runImport(seatMapCatalogue("kept"));
    await sellSeat("kept", "stalls/B/2");
    const sold = await seat("kept", "stalls/B/2");
    const less = withoutRowB("kept");
    expect(reportLines(await runImport(less, later))).toEqual(
      expect.arrayContaining(["1 seat retired", "5 seats removed"]),
    );
    expect(await seat("kept", "stalls/B/2")).toMatchObject({ id: sold?.id, retired: true, previous: null, next: null });
    expect((await runImport(less, later))[0]?.isUnchanged).toBe(true);

    await runImport(seatMapCatalogue("kept"), later);
    expect(await seat("kept", "stalls/B/2")).toEqual(sold);
    expect(await seatViolations()).toEqual([]);
  });

  test("refuses to remove a seat that is sold for a future session, and names the session", async () => {
    await runImport(seatMapCatalogue("stays"));
    await sellSeat("stays", "stalls/B/2");
    const before = await databaseFingerprint();
    const [problem, ...others] = await importProblems(withoutRowB("stays"));
    expect(problem).toMatch(
      / seat_maps\.hall seat 'Stalls B 2' is sold, held or kept in the session of 'Concert' on 2026-12-01 19:00, and cannot be taken away$/,
    );
    expect(others).toEqual([]);
    expect(await databaseFingerprint()).toBe(before);
  });

  test("allows other zones for sold seats", async () => {
    await runImport(seatMapCatalogue("zones"));
    await sellSeat("zones", "stalls/A/1");
    const moved = seatMapCatalogue("zones")
      .replace("zone: front", "zone: boxes")
      .replace("[stalls, front]", "[stalls]");
    expect(reportLines(await runImport(moved))).toEqual(expect.arrayContaining(["5 seats changed"]));
    await runImport(moved.replace(", zone: boxes", ""));
    expect(await seatViolations()).toEqual([]);
  });

  test("keeps a seat map that leaves the file while it has sold seats, and removes it otherwise", async () => {
    await runImport(seatMapCatalogue("gone"));
    await sellSeat("gone", "boxes/Box 1/1");
    expect(reportLines(await runImport(pierCatalogue("gone")))).toEqual(
      expect.arrayContaining(["1 event retired", "1 seat map retired", "1 seat retired", "13 seats removed"]),
    );
    expect((await listSeats("gone")).map(({ key, retired }) => [key, retired])).toEqual([["boxes/Box 1/1", true]]);
  });

  test("refuses another seat map for an event with sold seats", async () => {
    const second = (slug: string) =>
      `${seatMapCatalogue(slug)}  annex:\n    name: Annex\n    width: 50\n    height: 50\n    r: 4\n    sections: [{ key: stalls, name: S, seats: [{ row: A, label: 1, at: [9, 9] }, { row: B, label: 1, at: [29, 9], zone: front }, { row: C, label: 1, at: [39, 9], zone: boxes }] }]\n`;
    const moved = second("moves").replace("seat_map: hall", "seat_map: annex");
    await runImport(second("moves"));
    await runImport(moved);
    await runImport(second("moves"));
    await sellSeat("moves", "stalls/A/1");
    const before = await databaseFingerprint();
    const [problem, ...others] = await importProblems(moved);
    expect(problem).toMatch(/ events\[2\]\.seat_map the seat map was 'hall' when seats were held or sold/);
    expect(others).toEqual([]);
    expect(await databaseFingerprint()).toBe(before);
  });
});

describe("problems of a seat map are reported", () => {
  const wrong = (from: string, to: string) => seatMapCatalogue("wrong").replace(from, to);
  test.each([
    ["no such hall", wrong("seat_map: hall", "seat_map: barn"), "events[2].seat_map there is no seat map 'barn'"],
    ["no hall at all", wrong("    seat_map: hall\n", ""), "events[2].seat_map is missing: a seated group needs it"],
    [
      "no zones",
      wrong(", seat_zones: [boxes]", ""),
      "events[2].groups[1].seat_zones is missing: a seated group needs it",
    ],
    [
      "zones of a group that is not seated",
      wrong("handler: seated, seat_zones: [boxes]", "seat_zones: [boxes]"),
      "events[2].groups[1].seat_zones belongs to a group whose handler is seated",
    ],
    [
      "a zone that is none",
      wrong("[stalls, front]", "[stalls, pit]"),
      "events[2].groups[0].seat_zones[1] the seat map has no zone 'pit'",
    ],
    [
      "a seat twice",
      wrong("{ row: B, from: [20, 32], to: [80, 32]", "{ row: A, from: [20, 32], to: [80, 32]"),
      "seat_maps.hall.sections[0].rows[1] seat 'stalls/A/1' is defined twice",
    ],
    [
      "a seat on a seat",
      wrong("at: [130, 20]", "at: [122, 20]"),
      "seat_maps.hall.sections[1].seats[1] seat 'boxes/Box 1/2' overlaps seat 'boxes/Box 1/1'",
    ],
    [
      "outside the map",
      wrong("to: [80, 32]", "to: [280, 32]"),
      "seat_maps.hall.sections[0].rows[1] seat 'stalls/B/5' is outside the map, at 236.67, 32",
    ],
    [
      "a bend too far",
      wrong("seats: 6, gaps: [3], zone", "seats: 6, bend: 40, zone"),
      "seat_maps.hall.sections[0].rows[0].bend bends more than half a circle",
    ],
    [
      "an aisle beyond the row",
      wrong("gaps: [3], zone", "gaps: [6], zone"),
      "seat_maps.hall.sections[0].rows[0].gaps[0] is after the last seat, or inside a seat",
    ],
    [
      "labels that do not fit",
      wrong("gaps: [3], zone", "labels: [a, b], zone"),
      "seat_maps.hall.sections[0].rows[0].labels has 2 labels for 6 seats",
    ],
    [
      "rows without the last",
      wrong("row: A, from", "rows: [A, C], from"),
      "seat_maps.hall.sections[0].rows[0].rows needs `rows` and `last` together",
    ],
    [
      "neither a row nor rows",
      wrong("row: A, from", "from"),
      "seat_maps.hall.sections[0].rows[0] needs either `row` or `rows`",
    ],
    [
      "a mark that means nothing",
      wrong("rows: [B], seats", "rows: [Q], seats"),
      "seat_maps.hall.sections[0].marks[0] matches no seat of this section",
    ],
    [
      "a shape that is none",
      wrong("shape: rect", "shape: star"),
      "seat_maps.hall.other_elements[0].shape must be rect, circle, path or text",
    ],
    [
      "a path that is none",
      wrong("shape: rect, x: 60, y: 0, width: 80, height: 10", "shape: path, d: url(x)"),
      "seat_maps.hall.other_elements[0].d is not SVG path data",
    ],
    [
      "a section twice",
      wrong("key: boxes\n        name", "key: stalls\n        name"),
      "seat_maps.hall.sections[1].key 'stalls' is defined twice",
    ],
    ["a field that is none", wrong("width: 200", "wide: 200"), "seat_maps.hall.wide is not a field of the format"],
  ])("a problem of a seat map is reported: %s", async (_, text, expected) => {
    const found = await importProblems(text);
    expect(found.map((line) => line.replace(/^\d+:\d+ /, ""))).toContain(expected);
    // Each problem names a position in the file.
    for (const line of found) expect(line).toMatch(/^[1-9]\d*:[1-9]\d* /);
  });

  test("problems of a seat map are reported with line and column", async () => {
    const text = wrong("[stalls, front]", "[stalls, pit]");
    const line = text.split("\n").findIndex((one) => one.includes("pit]")) + 1;
    const column = (text.split("\n")[line - 1] ?? "").indexOf("pit") + 1;
    expect(await importProblems(text)).toEqual([
      `${line}:${column} events[2].groups[0].seat_zones[1] the seat map has no zone 'pit'`,
    ]);
  });
});

test("refuses to remove a seat that is being sold at the same time", async () => {
  const roomy = seatMapCatalogue("race").replace(
    'ends: "20:30" }]\nseat_maps',
    'ends: "20:30", capacity: 99 }]\nseat_maps',
  );
  await runImport(roomy);
  const { promise: held, resolve: sold } = Promise.withResolvers<void>();
  const { promise: mayCommit, resolve: commit } = Promise.withResolvers<void>();
  const [session] = await listStoredSessions("race", "concert");
  const row = await seat("race", "stalls/B/3");
  const { seller_id } = await queryOne(
    sql<{ seller_id: string }>`select id as seller_id from seller where slug = 'race'`,
  );
  const selling = connections
    .acrossSellers()
    .transaction()
    .execute(async (db) => {
      // Like a hold: locks the seat against removal and adds the ticket later.
      await sql`select id from seat where seller_id = ${seller_id} and id = ${row?.id} for key share`.execute(db);
      sold();
      await mayCommit;
      await sellTickets("race", { session: session?.id ?? "", type: "any", quantity: 1, db });
      await db
        .updateTable("ticket")
        .set({ seat_id: row?.id ?? "" })
        .where("event_session_id", "=", session?.id ?? "")
        .execute();
    });
  await held;
  const importing = importProblems(
    roomy.replace("removed: true }", "removed: true }\n          - { rows: [B], seats: [3], removed: true }"),
  );
  await expect.poll(() => countLockWaits(connections.acrossSellers()), { timeout: 10_000 }).toBe(1);
  commit();
  await selling;
  expect(await importing).toEqual([expect.stringContaining("seat 'Stalls B 3' is sold, held or kept in the session")]);
});
