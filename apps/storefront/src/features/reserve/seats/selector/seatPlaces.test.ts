import { expect, test } from "vitest";
import { seatsFromRows } from "../../../../../test/reserve/seats.ts";
import { rowLabels, sectionLabels } from "@foyer/ui/seats/hallLabels.ts";
import { startBox } from "./seatPlaces.ts";

const hall = seatsFromRows(["sss sss", "xxx", "bb"], { stalls: "stalls", balcony: "balcony" });

test("row letters are shown at both ends of a row and in its aisles", () => {
  const letters = rowLabels(hall).filter(({ text }) => text === "A");
  expect(letters.map(({ x, y }) => [Math.round(x), y])).toEqual([
    [-1, 60],
    [80, 60],
    [161, 60],
  ]);
});

test("the name of a table or a box is shown above its seats", () => {
  const box = hall.filter(({ row }) => row === "C").map((seat) => ({ ...seat, row: "Box 1" }));
  expect(rowLabels(box)).toEqual([{ text: "Box 1", x: 30, y: 84, r: 8 }]);
});

test("separate parts of a section are each named", () => {
  const far = hall.map((seat) => (seat.row === "B" ? { ...seat, x: seat.x + 900 } : seat));
  expect(sectionLabels(hall).map(({ text }) => text)).toEqual(["Stalls", "Balcony"]);
  expect(sectionLabels(far).map(({ text }) => text)).toEqual(["Stalls", "Stalls", "Balcony"]);
});

test("a narrow map starts where the free seats for the chosen tickets are", () => {
  expect(startBox(hall, new Set(["balcony"]))).toEqual({ x: -20, y: 60, width: 100, height: 80 });
  expect(startBox(hall, new Set(["choir"]))).toBeUndefined();
});

test("a narrow map starts at the chosen seats, large enough to read their numbers", () => {
  const chosen = hall.filter(({ name }) => ["Stalls A 2", "Stalls A 3"].includes(name));
  expect(chosen).toHaveLength(2);
  const box = startBox(hall, new Set(["stalls"]), new Set(chosen.map((seat) => seat.seat_template_id)));
  const [r = 0] = chosen.map((seat) => seat.r);
  const narrow = 390;
  expect((2 * r * narrow) / (box?.width ?? 0)).toBeGreaterThanOrEqual(20);
  for (const { x, y } of chosen) {
    expect(Math.abs(x - (box?.x ?? 0) - (box?.width ?? 0) / 2)).toBeLessThan(2 * r);
    expect(Math.abs(y - (box?.y ?? 0) - (box?.height ?? 0) / 2)).toBeLessThan(r);
  }
});
