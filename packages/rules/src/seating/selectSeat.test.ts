import type { Seat } from "@foyer/contract/shop/seating.ts";
import { describe, expect, test } from "vitest";
import { bestPosition, bestSeats } from "./bestSeats.ts";
import {
  deselectSeat,
  hallOf,
  revalidateSeats,
  selectableSeatState,
  selectSeat,
  type Hall,
  type PickedSeat,
} from "./selectSeat.ts";

/**
 * Rows as they look from the stage, one letter a seat: `a` free in the stalls, `b` free in the balcony, `c` free in both,
 * `w` a free wheelchair space, `k` a free companion seat, `r` free with a restricted view (these three in the stalls),
 * `x` booked, `u` not for sale, a space is an aisle. A1 is the first seat of the first row.
 */
const rowsOf = (...rows: readonly string[]): Hall => {
  const groups: Readonly<Record<string, string>> = {
    a: "stalls",
    b: "balcony",
    c: "stalls,balcony",
    x: "stalls",
    u: "stalls",
    w: "stalls",
    k: "stalls",
    r: "stalls",
  };
  const kinds: Readonly<Record<string, Seat["kind"]>> = { w: "wheelchair", k: "companion", r: "restricted_view" };
  const seats = rows.flatMap((row, line) => {
    const letter = String.fromCharCode(65 + line);
    const idAt = (at: number) => (row[at] === undefined || row[at] === " " ? null : `${letter}${at + 1}`);
    return [...row].flatMap((kind, at): Seat[] => {
      const id = idAt(at);
      if (id === null) return [];
      return [
        {
          seat_template_id: id,
          name: `Stalls ${id}`,
          section: "Stalls",
          row: letter,
          label: String(at + 1),
          x: at * 20,
          y: 100 + line * 20,
          r: 8,
          state: kind === "x" ? "booked" : kind === "u" ? "unavailable" : "available",
          ticket_groups: groups[kind] ?? "",
          previous: idAt(at - 1),
          next: idAt(at + 1),
          kind: kinds[kind] ?? null,
          note: null,
        },
      ];
    });
  });
  return hallOf(seats);
};
const pick = (ids: string, group = "stalls"): PickedSeat[] =>
  ids.split(" ").flatMap((id) => (id ? [{ seat_template_id: id, ticket_group_id: group, name: `Stalls ${id}` }] : []));
const ids = (picked: readonly PickedSeat[]) => picked.map((seat) => seat.seat_template_id).join(" ");

describe("a click on a seat", () => {
  test.each([
    ["selects one seat for one ticket", "aaaaa", 1, "", "A3", "A3"],
    ["selects the following seats first", "aaaaa", 3, "", "A2", "A2 A3 A4"],
    ["selects the preceding seats at the end of the row", "aaaaa", 3, "", "A4", "A3 A4 A5"],
    ["stops at a booked seat", "aaxaa", 4, "", "A2", "A1 A2"],
    ["stops at a seat that is not for sale", "aauaa", 3, "", "A2", "A1 A2"],
    ["stops at an aisle", "aa aa", 3, "", "A1", "A1 A2"],
    ["stops at a seat of another group", "aabaa", 3, "", "A1", "A1 A2"],
    ["continues at a seat of several groups", "aacaa", 3, "", "A2", "A2 A3 A4"],
    ["selects no more than are still needed", "aaaaa", 3, "A1", "A3", "A1 A3 A4"],
    ["skips a seat that is selected already", "aaaaa", 3, "A3", "A2", "A2 A3 A4"],
    ["moves a complete group", "aaaaaa", 2, "A1 A2", "A5", "A5 A6"],
  ])("a click on a seat %s", (_, row, count, before, click, after) => {
    const result = selectSeat({ hall: rowsOf(row), wanted: { stalls: count }, picked: pick(before) }, click);
    expect("picked" in result ? ids(result.picked) : result.refusal).toBe(after);
  });

  test("stops at circular neighbour links", () => {
    const hall = new Map(rowsOf("aaa"));
    const last = hall.get("A3");
    if (last) hall.set("A3", { ...last, next: "A1" });
    const result = selectSeat({ hall, wanted: { stalls: 9 }, picked: [] }, "A1");
    expect("picked" in result && ids(result.picked)).toBe("A1 A2 A3");
  });

  test("a seat of two groups goes to the incomplete one", () => {
    const selection = { hall: rowsOf("aac"), wanted: { stalls: 1, balcony: 1 }, picked: pick("A1") };
    const result = selectSeat(selection, "A3");
    expect("picked" in result && result.picked).toEqual([...pick("A1"), ...pick("A3", "balcony")]);
    expect("hasMoved" in result && result.hasMoved).toBe(false);
  });

  test("the other group keeps its seats when one moves", () => {
    const selection = {
      hall: rowsOf("aaaabb"),
      wanted: { stalls: 2, balcony: 1 },
      picked: [...pick("A1 A2"), ...pick("A5", "balcony")],
    };
    const result = selectSeat(selection, "A3");
    expect("picked" in result && ids(result.picked)).toBe("A3 A4 A5");
    expect("hasMoved" in result && result.hasMoved).toBe(true);
  });
});

test.each([
  ["booked", "xa", "A1", "booked"],
  ["not for sale", "ua", "A1", "unavailable"],
  ["of a group without tickets", "ba", "A1", "unavailable"],
  ["already selected", "aa", "A2", "selected"],
  ["not in the seat map", "aa", "Z9", "unavailable"],
])("a seat that is %s cannot be selected", (_, row, click, state) => {
  const selection = { hall: rowsOf(row), wanted: { stalls: 2 }, picked: pick("A2") };
  expect(selectSeat(selection, click)).toEqual({
    refusal: { kind: "not_available", name: click === "Z9" ? "Z9" : `Stalls ${click}`, state },
  });
});

test("a deselected seat is available again", () => {
  const hall = rowsOf("aaa");
  const selection = { hall, wanted: { stalls: 2 }, picked: pick("A1 A2") };
  const result = deselectSeat(selection, "A1");
  expect("picked" in result && ids(result.picked)).toBe("A2");
  const [first] = hall.values();
  if (!first) throw new Error("no seat");
  expect(selectableSeatState(first, selection)).toBe("selected");
  expect(selectableSeatState(first, { ...selection, picked: pick("A2") })).toBe("available");
});

test.each([
  ["A1", "booked"],
  ["A2", "available"],
  ["A3", "unavailable"],
])("%s is not selected and cannot be deselected: it is %s", (click, state) =>
  expect(deselectSeat({ hall: rowsOf("xab"), wanted: { stalls: 1 }, picked: [] }, click)).toEqual({
    refusal: { kind: "not_selected", name: `Stalls ${click}`, state },
  }),
);

test("a fresh seat map keeps available seats and names lost ones", () => {
  const { kept, lost } = revalidateSeats(rowsOf("axb"), pick("A1 A2 A3 A9"));
  expect(ids(kept)).toBe("A1");
  expect(ids(lost)).toBe("A2 A3 A9");
});

describe("the best available seats by price and by access", () => {
  test.each([
    ["keep wheelchair and companion seats for others", ["wwkaaa"], { stalls: 3 }, {}, "A4 A5 A6"],
    ["avoid a restricted view", ["rraa"], { stalls: 2 }, {}, "A3 A4"],
    ["take what is left when nothing else is", ["wwk"], { stalls: 2 }, {}, "A2 A3"],
    ["are a wheelchair space and its companion's seat", ["wwkaaa"], { stalls: 2 }, { wheelchair: true }, "A2 A3"],
    ["are one wheelchair space for one", ["aaaaaw"], { stalls: 1 }, { wheelchair: true }, "A6"],
    ["continue beside the companion", ["wwkaaa"], { stalls: 4 }, { wheelchair: true }, "A2 A3 A4 A5"],
    [
      "stay near the wheelchair space when its row is full",
      ["aaaaaa", "aaaaxw"],
      { stalls: 2 },
      { wheelchair: true },
      "A6 B6",
    ],
    ["are none without a free wheelchair space", ["aaaa"], { stalls: 2 }, { wheelchair: true }, ""],
    ["are of the price that is asked for", ["aabb"], { stalls: 1, balcony: 2 }, { group: "balcony" }, "A3 A4"],
    ["are of all prices otherwise", ["aabb"], { stalls: 1, balcony: 2 }, {}, "A2 A3 A4"],
    [
      "have no wheelchair space of another price",
      ["wabb"],
      { stalls: 1, balcony: 1 },
      { group: "balcony", wheelchair: true },
      "",
    ],
  ] as const)("%s", (_, rows, wanted, request, seats) =>
    expect(ids(bestSeats({ hall: rowsOf(...rows), wanted, picked: [] }, { x: 60, y: 0 }, request))).toBe(seats),
  );

  test("are the wheelchair space beside a seat that is chosen already", () =>
    expect(
      ids(
        bestSeats(
          { hall: rowsOf("wkaaaaakw"), wanted: { stalls: 2 }, picked: pick("A8") },
          { x: 0, y: 0 },
          { wheelchair: true },
        ),
      ),
    ).toBe("A8 A9"));

  test("add nothing to a wheelchair space that is chosen already", () =>
    expect(
      ids(
        bestSeats(
          { hall: rowsOf("waaaaw"), wanted: { stalls: 2 }, picked: pick("A1") },
          { x: 20, y: 0 },
          { wheelchair: true },
        ),
      ),
    ).not.toContain("A6"));
});

describe("the best available seats", () => {
  const best = (rows: readonly string[], wanted: Readonly<Record<string, number>>, before = "") =>
    ids(bestSeats({ hall: rowsOf(...rows), wanted, picked: pick(before) }, { x: 60, y: 0 }));
  test.each([
    ["are in the middle of the first row", ["aaaaaaa", "aaaaaaa"], { stalls: 3 }, "", "A3 A4 A5"],
    [
      "are in the next row if the first has too few adjacent ones",
      ["aaxaaxa", "aaaaaaa"],
      { stalls: 4 },
      "",
      "B1 B2 B3 B4",
    ],
    ["leave no single seat beside them", ["aaaaax"], { stalls: 2 }, "", "A4 A5"],
    ["are apart if no adjacent ones are left", ["axaxa"], { stalls: 2 }, "", "A3 A5"],
    ["are beside selected seats", ["aaaaaaa"], { stalls: 2 }, "A7", "A6 A7"],
    ["are as many as there are", ["axx"], { stalls: 3 }, "", "A1"],
    ["are in each group's own seats", ["aab"], { stalls: 1, balcony: 1 }, "", "A2 A3"],
  ])("the best available seats %s", (_, rows, wanted, before, seats) => expect(best(rows, wanted, before)).toBe(seats));

  test("a seat with a note is selected only if there is no other", () => {
    const hall = new Map(rowsOf("aaa"));
    const middle = hall.get("A2");
    if (middle) hall.set("A2", { ...middle, note: "Restricted view" });
    const focus = { x: 20, y: 100 };
    expect(ids(bestSeats({ hall, wanted: { stalls: 1 }, picked: [] }, focus))).not.toBe("A2");
    expect(ids(bestSeats({ hall, wanted: { stalls: 3 }, picked: [] }, focus))).toBe("A1 A2 A3");
  });

  const stage = { tone: "stage" as const };
  test.each([
    [
      "in front of the middle of a stage",
      [{ ...stage, shape: "rect", x: 100, y: 10, width: 50, height: 90 }],
      { x: 125, y: 160 },
    ],
    ["in front of a round stage", [{ ...stage, shape: "circle", x: 200, y: 60, r: 40 }], { x: 200, y: 160 }],
    [
      "in front of a stage of any shape",
      [{ ...stage, shape: "path", d: "M 50 20 L 350 20 L 310 100 Q 200 140 90 100 Z" }],
      { x: 200, y: 160 },
    ],
    ["below the upper edge without a stage", [{ ...stage, shape: "star" }], { x: 200, y: 90 }],
  ])("the best position is %s, some way back", (_, other_elements, place) =>
    expect(bestPosition({ width: 400, height: 300, other_elements })).toEqual(place),
  );
});
