import { expect, test } from "vitest";
import { seatsFromRows } from "../../../../../test/reserve/seats.ts";
import { seatLayers } from "./seatLayers.ts";

const colors = {
  stalls: { light: "#111111", dark: "#eeeeee" },
  balcony: { light: "#222222", dark: "#dddddd" },
};
const groups = { stalls: "stalls", balcony: "balcony" };

test("seats of a section that look alike are one layer: by state, price and shape", () => {
  const hall = seatsFromRows(["ssxss", "sss", "bb"], groups);
  const layers = seatLayers(hall, colors, new Set(["stalls"]));
  const drawn = layers.map(({ mark, shape, color, spots }) => [mark, shape ?? "disc", color, spots.length]);
  const [stalls, balcony] = ["light-dark(#111111, #eeeeee)", "light-dark(#222222, #dddddd)"];
  expect(drawn).toEqual([
    ["free", "square", stalls, 2],
    ["free", "disc", stalls, 5],
    ["taken", "disc", "currentColor", 1],
    ["out", "square", balcony, 1],
    ["out", "disc", balcony, 1],
  ]);
  expect(new Set(layers.map(({ key }) => key)).size).toBe(layers.length);
});

test("a seat of several prices has the colour of the chosen tickets", () => {
  const hall = seatsFromRows(["ss"], { ...groups, stalls: "balcony, stalls" });
  expect(seatLayers(hall, colors, new Set(["stalls"])).map(({ mark, color }) => [mark, color])).toEqual([
    ["free", "light-dark(#111111, #eeeeee)"],
    ["free", "light-dark(#111111, #eeeeee)"],
  ]);
});

test("a path has at most 240 seats", () => {
  const hall = seatsFromRows([` ${"s".repeat(500)}`], groups);
  expect(seatLayers(hall, colors, new Set(["stalls"])).map(({ spots }) => spots.length)).toEqual([240, 240, 20]);
});
