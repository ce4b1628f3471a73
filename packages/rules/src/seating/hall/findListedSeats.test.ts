import { expect, test } from "vitest";
import { findListedSeats, type ListableSeat } from "./findListedSeats.ts";

const row = (section: string, name: string, labels: readonly (string | number)[]): readonly ListableSeat[] =>
  labels.map((label) => ({ key: `${section}/${name}/${label}`, section, row: name, label: String(label) }));

const seats = [
  ...row("Stalls", "A", [1, 2, 3, 4, 5]),
  ...row("Stalls", "B", [5, 3, 1, 2, 4, 6]),
  ...row("Stalls", "C", [1, 2]),
  ...row("Circle", "A", [1, 2]),
  ...row("Circle", "AA", [10, 11, 12]),
  ...row("Boxes", "Box 1", ["left", "middle", "right"]),
  ...row("Gallery", "1", [11, 12]),
  ...row("Gallery", "11", [1, 2]),
];

test.each([
  ["one seat", "B3", ["Stalls/B/3"]],
  ["small letters and spaces", " b  3 ", ["Stalls/B/3"]],
  ["a span, by number", "B2-B4", ["Stalls/B/3", "Stalls/B/2", "Stalls/B/4"]],
  ["a span that names its row once", "B 2-4", ["Stalls/B/3", "Stalls/B/2", "Stalls/B/4"]],
  ["a span backwards", "AA12 – AA11", ["Circle/AA/11", "Circle/AA/12"]],
  ["several, in the order of the hall", "C1, B6; B5", ["Stalls/B/5", "Stalls/B/6", "Stalls/C/1"]],
  ["a whole row", "AA", ["Circle/AA/10", "Circle/AA/11", "Circle/AA/12"]],
  ["a whole row, named as one", "Row C", ["Stalls/C/1", "Stalls/C/2"]],
  ["a row of a section", "circle a", ["Circle/A/1", "Circle/A/2"]],
  ["a seat of a section", "Circle A1", ["Circle/A/1"]],
  ["a span of a section", "Stalls A 4-5", ["Stalls/A/4", "Stalls/A/5"]],
  [
    "rows of a section",
    "Stalls A-Stalls B",
    [...row("Stalls", "A", [1, 2, 3, 4, 5]), ...row("Stalls", "B", [5, 3, 1, 2, 4, 6])].map(({ key }) => key),
  ],
  ["names instead of numbers", "Box 1 left-middle", ["Boxes/Box 1/left", "Boxes/Box 1/middle"]],
  ["a space tells apart what is written alike", "1 11", ["Gallery/1/11"]],
  ["nothing", " , ", []],
])("a list of seats finds %s", (_, text, expected) => {
  expect(findListedSeats(text, seats)).toEqual({ keys: expected, problems: [] });
});

test.each([
  ["a seat that is not there", "C9", "there is no such seat"],
  ["a seat of two sections", "A1", "is in Stalls, Circle: write the section too, like 'Stalls A1'"],
  ["a row of two sections", "A", "is in Stalls, Circle: write the section too, like 'Stalls A'"],
  ["what may be two seats", "111", "may be several seats: write a space between row and seat"],
  ["a span into another row", "B1-C2", "a span ends in its own row, B"],
  ["rows of two sections", "B-AA", "a span of rows ends in its own section, Stalls"],
])("a list of seats asks about %s", (_, text, reason) => {
  expect(findListedSeats(`C1, ${text}`, seats)).toEqual({ keys: ["Stalls/C/1"], problems: [{ text, reason }] });
});
