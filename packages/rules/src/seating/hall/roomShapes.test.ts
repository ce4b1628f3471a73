import { describe, expect, test } from "vitest";
import { movePath, pathPoints } from "./pathData.ts";
import { addShape, boxOfShape, editShape, moveShape, removeShape, roomShapes, shapeAt } from "./roomShapes.ts";

const by = { x: 10, y: -5 };

describe("a path", () => {
  test.each([
    ["M 500 130 L 900 130 Q 700 262 540 190 Z", "M 510 125 L 910 125 Q 710 257 550 185 Z"],
    ["M0,0H20V30z", "M 10 -5 H 30 V 25 z"],
    ["m 5 5 10 0 l 0 10 z", "m 15 0 l 10 0 l 0 10 z"],
    ["M 472 178 A 485 485 0 0 0 928 178", "M 482 173 A 485 485 0 0 0 938 173"],
    ["M1 1a5 5 0 013 4", "M 11 -4 a 5 5 0 0 1 3 4"],
    ["M.5.5C1 1 2-2 3e1 4 5 5 6 6 7 7", "M 10.5 -4.5 C 11 -4 12 -7 40 -1 C 15 0 16 1 17 2"],
  ])("%s is moved", (d, moved) => expect(movePath(d, by)).toBe(moved));

  test.each(["", "L 1 1", "M 1", "M 1 1 X 2", "M 1 1 Z 3 3"])("%j is none", (d) => {
    expect(movePath(d, by)).toBeUndefined();
    expect(boxOfShape({ shape: "path", d })).toBeUndefined();
  });

  test("has corners, even with relative commands", () => {
    expect(pathPoints("M 10 10 h 5 v 5 l 2 3 z m 1 1 q 1 0 2 2")).toEqual([
      { x: 10, y: 10 },
      { x: 15, y: 10 },
      { x: 15, y: 15 },
      { x: 17, y: 18 },
      { x: 11, y: 11 },
      { x: 12, y: 11 },
      { x: 13, y: 13 },
    ]);
  });
});

const floor = { shape: "rect", x: 0, y: 0, width: 400, height: 300, tone: "floor" };
const stage = { shape: "path", d: "M 100 20 L 300 20 L 260 80 L 140 80 Z", tone: "stage" };
const words = { shape: "text", x: 200, y: 50, text: "Stage", size: 20, tone: "label" };
const side = { shape: "text", x: 390, y: 150, text: "Boxes 1 to 8", size: 10, rotate: 90 };
const pillar = { shape: "circle", x: 50, y: 250, r: 10, tone: "wall" };
const hall = { name: "Hall", map_geometry: [floor], other_elements: [stage, words, side, pillar] };

describe("what is at a point", () => {
  test.each([
    ["a text on the stage", { x: 200, y: 52 }, { list: "other_elements", index: 1 }],
    ["the stage beside it", { x: 120, y: 30 }, { list: "other_elements", index: 0 }],
    ["a text that is turned", { x: 392, y: 180 }, { list: "other_elements", index: 2 }],
    ["the floor where the text would be if it were not", { x: 360, y: 150 }, { list: "map_geometry", index: 0 }],
    ["a pillar", { x: 44, y: 246 }, { list: "other_elements", index: 3 }],
    ["nothing", { x: 500, y: 10 }, undefined],
  ])("%s", (_, point, place) => expect(shapeAt(hall, point)).toEqual(place));

  test("of two equal shapes, the upper one", () => {
    expect(shapeAt({ other_elements: [pillar, pillar] }, pillar)).toEqual({ list: "other_elements", index: 1 });
  });
});

describe("the room is changed", () => {
  test("adds a shape above the others, changes, moves and removes it; the rest stays unchanged", () => {
    const [added, place] = addShape(hall, { shape: "rect", x: 1, y: 2, width: 3, height: 4 });
    expect([place, roomShapes(added).length]).toEqual([{ list: "other_elements", index: 4 }, 6]);
    const moved = moveShape(added, place, { x: 0.5, y: 10.333 });
    expect(moved.other_elements).toEqual([
      stage,
      words,
      side,
      pillar,
      { shape: "rect", x: 1.5, y: 12.33, width: 3, height: 4 },
    ]);
    const renamed = editShape(moved, { list: "other_elements", index: 1 }, { ...words, text: "Bühne" });
    expect(removeShape(renamed, place)).toEqual({
      ...hall,
      other_elements: [stage, { ...words, text: "Bühne" }, side, pillar],
    });
    expect(removeShape(hall, { list: "map_geometry", index: 0 })).toEqual({
      name: "Hall",
      other_elements: hall.other_elements,
    });
    expect(removeShape({ name: "Hall", map_geometry: [floor] }, { list: "map_geometry", index: 0 })).toEqual({
      name: "Hall",
    });
  });

  test("a path moves together with its point of rotation", () => {
    const turned = { shape: "path", d: "M 0 0 L 10 0", x: 5, y: 0, rotate: 45 };
    expect(
      moveShape({ other_elements: [turned, stage] }, { list: "other_elements", index: 0 }, by).other_elements,
    ).toEqual([{ shape: "path", d: "M 10 -5 L 20 -5", x: 15, y: -5, rotate: 45 }, stage]);
  });

  test("a location without a shape changes nothing", () => {
    expect(moveShape(hall, { list: "other_elements", index: 9 }, by)).toBe(hall);
  });
});
