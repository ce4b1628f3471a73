import { describe, expect, test } from "vitest";
import { changeSeats, type SeatChange } from "./changeSeats.ts";
import { moveSeats, renameZone, replaceRows } from "./editHall.ts";
import { layOutHall } from "./layOutHall.ts";
import { readWrittenHall, hallRecords, type HallRecord } from "./readHall.ts";

const hall = {
  name: "The Hall",
  width: 200,
  height: 100,
  r: 4,
  sections: [
    {
      key: "stalls",
      name: "Stalls",
      rows: [
        { row: "A", from: [20, 20], to: [80, 20], seats: 6, gaps: [3], zone: "front" },
        { rows: ["B", "C"], from: [20, 32], to: [80, 32], seats: 6, last: { from: [20, 44], to: [80, 44] } },
      ],
      marks: [
        { rows: ["B"], seats: [1, "5-6"], kind: "restricted_view", note: "Behind a pillar" },
        { rows: ["A"], seats: [6], removed: true },
      ],
    },
    {
      key: "boxes",
      name: "Boxes",
      kind: "companion",
      seats: [
        { row: "Box 1", label: 1, at: [120, 20], kind: "wheelchair" },
        { row: "Box 1", label: 2, at: [130, 20] },
        { row: "Box 1", label: 3, at: [140, 20] },
      ],
    },
  ],
};

const seatsOf = (document: HallRecord) => {
  const read = readWrittenHall(document);
  if (!read) throw new Error("The hall cannot be drawn.");
  return layOutHall(read);
};
const sectionOf = (document: HallRecord, index: number): HallRecord => hallRecords(document["sections"])[index] ?? {};
/** The state of each seat, by keys such as 'stalls/A/1'. */
const lookOf = (document: HallRecord) =>
  Object.fromEntries(
    seatsOf(document).map(({ key, zone, kind, note, isRemoved, r }) => [
      key,
      isRemoved ? "removed" : JSON.stringify({ zone, kind, note, r }),
    ]),
  );
const change = (keys: readonly string[], given: SeatChange, document: HallRecord = hall) =>
  changeSeats(document, new Set(keys), given);

describe("only the selected seats get the new values", () => {
  const all = seatsOf(hall).map(({ key }) => key);
  const changes: readonly SeatChange[] = [
    { zone: "stalls" },
    { zone: "royal" },
    { kind: "wheelchair", note: "Step-free" },
    { kind: null },
    { note: null },
    { kind: null, note: null, zone: "front" },
    { isRemoved: true },
    { isRemoved: false },
  ];
  const choices: readonly (readonly string[])[] = [
    ["stalls/A/1"],
    ["stalls/A/6"],
    ["stalls/B/1", "stalls/B/2", "stalls/C/2"],
    all.filter((key) => key.startsWith("stalls/A/")),
    all.filter((key) => key.startsWith("stalls/")),
    ["boxes/Box 1/1", "boxes/Box 1/2"],
    ["boxes/Box 1/2", "stalls/C/4"],
    all.filter((key) => /[135]$/.test(key)),
  ];
  const cases = changes.flatMap((given) => choices.map((keys) => [JSON.stringify(given), keys, given] as const));
  test.each(cases)("%s: %j", (_, keys, given) => {
    const [before, after] = [seatsOf(hall), lookOf(change(keys, given))];
    for (const { key, zone, kind, note, r, isRemoved } of before) {
      const now = { zone, kind, note, r, isRemoved };
      const want = keys.includes(key) ? { ...now, ...given } : now;
      const isSingle = key.startsWith("boxes/");
      const expected = want.isRemoved
        ? isSingle
          ? undefined
          : "removed"
        : // A mark's values for a seat that had been removed are not kept.
          JSON.stringify({ zone: want.zone, kind: want.kind, note: want.note, r: want.r });
      expect(after[key], key).toBe(expected);
    }
  });
});

test("marks name seats concisely", () => {
  const after = change(["stalls/C/2", "stalls/C/3", "stalls/C/4", "stalls/B/2", "stalls/B/3", "stalls/B/4"], {
    zone: "middle",
  });
  expect(sectionOf(after, 0)["marks"]).toEqual([
    { rows: ["A"], seats: [6], removed: true },
    { rows: ["B"], seats: [1, "5-6"], kind: "restricted_view", note: "Behind a pillar" },
    { rows: ["B", "C"], seats: ["2-4"], zone: "middle" },
  ]);
});

test("a zone of a whole row or section is written there", () => {
  const row = change(["stalls/A/1", "stalls/A/2", "stalls/A/3", "stalls/A/4", "stalls/A/5"], { zone: "gold" });
  expect(hallRecords(sectionOf(row, 0)["rows"])[0]).toMatchObject({ row: "A", zone: "gold" });
  const section = renameZone(renameZone(hall, "front", "all"), "stalls", "all");
  expect(sectionOf(section, 0)).toMatchObject({ zone: "all" });
  expect(hallRecords(sectionOf(section, 0)["rows"]).map(({ zone }) => zone)).toEqual([undefined, undefined]);
  const back = renameZone(section, "all", "stalls");
  expect(sectionOf(back, 0)["zone"]).toBeUndefined();
});

test("a removed single seat leaves an aisle", () => {
  const after = change(["boxes/Box 1/2"], { isRemoved: true });
  expect(hallRecords(sectionOf(after, 1)["seats"]).map(({ label, aisle }) => [label, aisle])).toEqual([
    [1, undefined],
    [3, true],
  ]);
  expect(seatsOf(after).find(({ key }) => key === "boxes/Box 1/1")?.next).toBeNull();
});

test("everything unrelated to the seats stays unchanged", () => {
  const odd = { ...hall, other_elements: [{ shape: "rect" }], width: "wide" };
  const after = change(["boxes/Box 1/2"], { note: "Stool" }, odd);
  expect(after).toMatchObject({ other_elements: [{ shape: "rect" }], width: "wide" });
  expect(sectionOf(after, 0)).toBe(hall.sections[0]);
});

test("removes rows together with marks that then match no seat", () => {
  const after = replaceRows(hall, 0, 0, undefined);
  expect(hallRecords(sectionOf(after, 0)["rows"])).toHaveLength(1);
  expect(sectionOf(after, 0)["marks"]).toEqual([
    { rows: ["B"], seats: [1, "5-6"], kind: "restricted_view", note: "Behind a pillar" },
  ]);
  expect(sectionOf(replaceRows(after, 0, 0, undefined), 0)).toEqual({ key: "stalls", name: "Stalls" });
});

test("moves seats with the rows of the same entry, single seats individually", () => {
  const after = moveSeats(hall, new Set(["stalls/C/1", "boxes/Box 1/3"]), { x: 5, y: -2 });
  const at = Object.fromEntries(seatsOf(after).map(({ key, x, y }) => [key, [x, y]]));
  expect([at["stalls/A/1"], at["stalls/B/1"], at["stalls/C/1"]]).toEqual([
    [20, 20],
    [25, 30],
    [25, 42],
  ]);
  expect([at["boxes/Box 1/2"], at["boxes/Box 1/3"]]).toEqual([
    [130, 20],
    [145, 18],
  ]);
});

test("a draft is drawn as far as it can be read", () => {
  const draft = {
    ...hall,
    sections: [
      ...hall.sections,
      { key: "new", name: "New", rows: [{ row: "Z", from: [1] }], seats: [{ row: "Z" }] },
      7,
    ],
  };
  expect(seatsOf(draft)).toHaveLength(seatsOf(hall).length);
  expect(readWrittenHall({ ...hall, r: 0 })).toBeUndefined();
});
