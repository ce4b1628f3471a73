import { expect, test } from "vitest";
import { layOutRows } from "./layOutRows.ts";
import { readRows } from "./readHall.ts";

const row = (more: object) => {
  const entry = readRows({ row: "A", from: [0, 0], to: [40, 0], seats: 5, ...more });
  if (!entry) throw new Error("The row cannot be laid out.");
  return entry;
};
/** '1@0,0 2@10,0 | 3@20,0': an aisle before 3. */
const layOut = (entry: ReturnType<typeof row>) =>
  layOutRows(entry).map((seats) =>
    seats.map(({ label, at, aisle }) => `${aisle ? "| " : ""}${label}@${at.join(",")}`).join(" "),
  );

test.each([
  ["a straight row", {}, ["1@0,0 2@10,0 3@20,0 4@30,0 5@40,0"]],
  ["numbered from the right", { numbering: "right" }, ["5@0,0 4@10,0 3@20,0 2@30,0 1@40,0"]],
  ["that goes on from another", { start: 12 }, ["12@0,0 13@10,0 14@20,0 15@30,0 16@40,0"]],
  ["odd numbers", { numbering: "odd" }, ["1@0,0 3@10,0 5@20,0 7@30,0 9@40,0"]],
  ["even numbers", { numbering: "even" }, ["2@0,0 4@10,0 6@20,0 8@30,0 10@40,0"]],
  ["odd and even from the middle", { numbering: "odd-even" }, ["5@0,0 3@10,0 1@20,0 2@30,0 4@40,0"]],
  ["letters", { seats: 2, labels: ["x", "y"] }, ["x@0,0 y@40,0"]],
  ["one seat, in the middle", { seats: 1 }, ["1@20,0"]],
  ["an aisle as wide as a seat", { gaps: [2], to: [50, 0] }, ["1@0,0 2@10,0 | 3@30,0 4@40,0 5@50,0"]],
  ["a wide one", { gaps: [{ after: 4, wide: 2 }], to: [60, 0] }, ["1@0,0 2@10,0 3@20,0 4@30,0 | 5@60,0"]],
  ["after a part of the row", { seats: 4, gaps: [0.5] }, ["1@0,0 2@10,0 | 3@30,0 4@40,0"]],
  ["half a circle", { seats: 3, bend: 20 }, ["1@0,0 2@20,20 3@40,0"]],
  ["to the other side", { seats: 3, bend: -20 }, ["1@0,0 2@20,-20 3@40,0"]],
  ["upright", { seats: 3, to: [0, 40], bend: 20 }, ["1@0,0 2@-20,20 3@0,40"]],
  [
    "rows behind each other, each a seat longer",
    { row: undefined, rows: ["A", "B", "C"], seats: 2, last: { from: [-10, 20], to: [50, 20], seats: 4 } },
    ["1@0,0 2@40,0", "1@-5,10 2@20,10 3@45,10", "1@-10,20 2@10,20 3@30,20 4@50,20"],
  ],
])("a row of seats is laid out: %s", (_, more, expected) => expect(layOut(row(more))).toEqual(expected));

test("seats on a bend are at equal distances", () => {
  const [seats = []] = layOutRows(row({ seats: 30, to: [400, 0], bend: 90 }));
  const gaps = seats.slice(1).map(({ at: [x, y] }, index) => {
    const [px = 0, py = 0] = seats[index]?.at ?? [];
    return Math.hypot(x - px, y - py);
  });
  expect(Math.max(...gaps) - Math.min(...gaps)).toBeLessThan(0.03);
});
