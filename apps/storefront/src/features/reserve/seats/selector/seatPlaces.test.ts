import { expect, test } from "vitest";
import { seatsFromRows } from "../../../../../test/reserve/seats.ts";
import { rowLabels, sectionLabels, startBox } from "./seatPlaces.ts";

const hall = seatsFromRows(["sss sss", "xxx", "bb"], { stalls: "stalls", balcony: "balcony" });

test("row letters stand at both ends of a row and in its aisles", () => {
  const letters = rowLabels(hall).filter(({ text }) => text === "A");
  expect(letters.map(({ x, y }) => [Math.round(x), y])).toEqual([
    [-1, 60],
    [80, 60],
    [161, 60],
  ]);
});

test("the name of a table or a box stands above its seats", () => {
  const box = hall.filter(({ row }) => row === "C").map((seat) => ({ ...seat, row: "Box 1" }));
  expect(rowLabels(box)).toEqual([{ text: "Box 1", x: 30, y: 84, r: 8 }]);
});

test("parts of a section that lie apart are named each", () => {
  const far = hall.map((seat) => (seat.row === "B" ? { ...seat, x: seat.x + 900 } : seat));
  expect(sectionLabels(hall).map(({ text }) => text)).toEqual(["Stalls", "Balcony"]);
  expect(sectionLabels(far).map(({ text }) => text)).toEqual(["Stalls", "Stalls", "Balcony"]);
});

test("a narrow map starts where the free seats for the chosen tickets are", () => {
  expect(startBox(hall, new Set(["balcony"]))).toEqual({ x: -20, y: 60, width: 100, height: 80 });
  expect(startBox(hall, new Set(["choir"]))).toBeUndefined();
});
