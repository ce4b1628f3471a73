import { expect, test } from "vitest";
import { layOutRows } from "./layOutRows.ts";
import { readRows } from "./readHall.ts";
import { rowNames, rowNamesText } from "./rowNames.ts";
import { gapsText, readGaps, rowsByRule, type RowRule } from "./rowsByRule.ts";

const rule: RowRule = {
  names: ["A", "B", "C"],
  seats: 3,
  lastSeats: 3,
  at: [100, 50],
  seatDistance: 10,
  rowDistance: 15,
  angle: 0,
  bend: 0,
  gaps: [],
  numbering: "left",
  start: undefined,
};
/** 'A: 1@100,50 2@110,50'. */
const drawn = (more: Partial<RowRule>): readonly string[] => {
  const entry = readRows(rowsByRule({ ...rule, ...more }));
  if (!entry) throw new Error("The rows cannot be laid out.");
  return layOutRows(entry).map(
    (seats) => `${seats[0]?.row}: ${seats.map(({ label, at }) => `${label}@${at.join(",")}`).join(" ")}`,
  );
};

test.each([
  [
    "side by side",
    {},
    ["A: 1@100,50 2@110,50 3@120,50", "B: 1@100,65 2@110,65 3@120,65", "C: 1@100,80 2@110,80 3@120,80"],
  ],
  ["one row", { names: ["A"] }, ["A: 1@100,50 2@110,50 3@120,50"]],
  [
    "longer towards the back",
    { lastSeats: 5 },
    [
      "A: 1@100,50 2@110,50 3@120,50",
      "B: 1@95,65 2@105,65 3@115,65 4@125,65",
      "C: 1@90,80 2@100,80 3@110,80 4@120,80 5@130,80",
    ],
  ],
  ["downwards", { names: ["A", "B"], angle: 90 }, ["A: 1@100,50 2@100,60 3@100,70", "B: 1@85,50 2@85,60 3@85,70"]],
  ["with an aisle", { names: ["A"], gaps: [1] }, ["A: 1@100,50 2@120,50 3@130,50"]],
  ["with a wide aisle", { names: ["A"], gaps: [{ after: 2, wide: 3 }] }, ["A: 1@100,50 2@110,50 3@150,50"]],
  ["bent", { names: ["A"], bend: 10 }, ["A: 1@100,50 2@110,60 3@120,50"]],
  ["numbered from the other end", { names: ["A"], numbering: "right" as const }, ["A: 3@100,50 2@110,50 1@120,50"]],
  ["numbered from another number", { names: ["A"], start: 21 }, ["A: 21@100,50 22@110,50 23@120,50"]],
])("rows are laid out by rule: %s", (_, more, expected) => expect(drawn(more)).toEqual(expected));

test.each([
  ["A-D", ["A", "B", "C", "D"]],
  ["A – C, E", ["A", "B", "C", "E"]],
  ["AA-CC", ["AA", "BB", "CC"]],
  ["9-11", ["9", "10", "11"]],
  ["Box 1-Box 3", ["Box 1", "Box 2", "Box 3"]],
  ["Box 1-3", ["Box 1", "Box 2", "Box 3"]],
  ["Royal box", ["Royal box"]],
  ["", []],
  ["D-A", undefined],
  ["A-7", undefined],
  ["1-999", undefined],
])("row names of '%s'", (text, expected) => expect(rowNames(text)).toEqual(expected));

test.each([
  [["A", "B", "C"], "A-C"],
  [["A", "B", "D"], "A, B, D"],
  [["Box 1", "Box 2", "Box 3"], "Box 1-Box 3"],
  [["A", "B"], "A, B"],
  [["A"], "A"],
])("row names %j as text", (names, expected) => {
  expect(rowNamesText(names)).toBe(expected);
  expect(rowNames(expected)).toEqual(names);
});

test.each([
  ["4", [4]],
  ["0.5, 8:2", [0.5, { after: 8, wide: 2 }]],
  ["", []],
  ["0", undefined],
  ["four", undefined],
])("aisles '%s'", (text, expected) => {
  expect(readGaps(text)).toEqual(expected);
  if (expected) expect(gapsText(expected)).toBe(text);
});
