import { expect, test } from "vitest";
import { svgSeats, type DrawnShape } from "./svgSeats.ts";

const shape = (more: Partial<DrawnShape>): DrawnShape => ({
  x: 10,
  y: 20,
  id: "",
  section: null,
  row: null,
  seat: null,
  transforms: [],
  ...more,
});
const room = { width: 200, height: 100 };

test.each([
  ["A12", "", "A", "12"],
  ["AA-3", "", "AA", "3"],
  ["Stalls-A-12", "Stalls", "A", "12"],
  ["Upper_Circle_C_4b", "Upper Circle", "C", "4b"],
  ["seat_B_7", "", "B", "7"],
])("the id '%s' names a seat", (id, section, row, label) => {
  expect(svgSeats([shape({ id })], room).sections).toEqual([{ name: section, seats: [{ row, label, at: [10, 20] }] }]);
});

test.each(["", "stage", "exit-door", "A-B"])("the id '%s' names none", (id) => {
  expect(svgSeats([shape({ id })], room)).toEqual({ sections: [], count: 0, unnamed: 1, problems: [] });
});

test("data attributes name a seat, whatever its id is", () => {
  const { sections } = svgSeats([shape({ id: "c1", section: "Box", row: "Box 1", seat: "left" })], room);
  expect(sections).toEqual([{ name: "Box", seats: [{ row: "Box 1", label: "left", at: [10, 20] }] }]);
});

test.each([
  [["translate(5 6)"], [15, 26]],
  [["translate(5)"], [15, 20]],
  [["scale(2)"], [20, 40]],
  [["scale(2, 0.5)"], [20, 10]],
  [["rotate(90)"], [-20, 10]],
  [["rotate(90 10 20)"], [10, 20]],
  [["matrix(1 0 0 1 3 4)"], [13, 24]],
  [
    ["translate(100,0)", "scale(2) translate(1 1)"],
    [122, 42],
  ],
  [["skewX(45)"], [30, 20]],
  [["unheard(1)"], [10, 20]],
])("a seat is where its transforms %j put it", (transforms, at) => {
  const { sections } = svgSeats([shape({ id: "A1", transforms })], { width: 1000, height: 1000 });
  expect(sections[0]?.seats[0]).toEqual({ row: "A", label: "1", at });
});

test("seats are in the order of their rows and numbers", () => {
  const drawn = ["B2", "A10", "A9", "B1"].map((id, index) => shape({ id, x: index * 10 }));
  const { sections, count } = svgSeats(drawn, room);
  expect(sections[0]?.seats.map(({ row, label }) => `${String(row)}${String(label)}`)).toEqual([
    "B1",
    "B2",
    "A9",
    "A10",
  ]);
  expect(count).toBe(4);
});

test("seats that are drawn twice or outside of the hall are problems", () => {
  const drawn = [
    shape({ id: "A1" }),
    shape({ id: "A-1" }),
    shape({ id: "A2", x: 300 }),
    shape({ id: "A3", x: Number.NaN }),
  ];
  expect(svgSeats(drawn, room).problems).toEqual([
    "Seat A 1 is drawn twice.",
    "Seat A 2 is outside of the hall, at 300, 20.",
    "Seat A 3 has no position.",
  ]);
});
