import { describe, expect, test } from "vitest";
import { bounded, fitOf, movedBy, toFrame, toMap, initialView, viewOf, zoomedBy, zoomLimits } from "./panZoom.ts";

const map = { width: 900, height: 400 };
const frame = { width: 500, height: 500 };
const fit = fitOf(map, frame);

test("shows the whole map centred with a margin of 50 units", () => {
  expect(fit).toMatchObject({ scale: 0.5, width: 500, height: 250, left: 0, top: 125 });
  expect(toFrame(initialView, fit, { x: -50, y: -50 })).toEqual({ x: 0, y: 125 });
  expect(toFrame(initialView, fit, { x: 950, y: 450 })).toEqual({ x: 500, y: 375 });
});

test.each([
  ["closer is twice", initialView, zoomLimits.closer, 2],
  ["further is three quarters", { ...initialView, k: 4 }, zoomLimits.further, 3],
  ["never further than all of it", initialView, zoomLimits.further, 1],
  ["never closer than eight times", { ...initialView, k: 6 }, zoomLimits.closer, 8],
])("the zoom of a map stays within its bounds: %s", (_, view, factor, k) =>
  expect(zoomedBy(view, factor, { x: 250, y: 250 }, fit).k).toBe(k),
);

test("keeps the point under the pointer in place", () => {
  const at = { x: 200, y: 240 };
  const before = toMap({ k: 3, x: -300, y: -400 }, fit, at);
  const after = zoomedBy({ k: 3, x: -300, y: -400 }, 2, at, fit);
  expect(toMap(after, fit, at).x).toBeCloseTo(before.x);
  expect(toMap(after, fit, at).y).toBeCloseTo(before.y);
});

describe("the map cannot be lost", () => {
  test.each([
    ["to the right, its left edge stops at the frame's", { x: 9999, y: 0 }, { x: -50 }, { x: 0 }],
    ["to the left, its right edge does", { x: -9999, y: 0 }, { x: 950 }, { x: 500 }],
    ["down, its upper edge does", { x: 0, y: 9999 }, { y: -50 }, { y: 0 }],
  ])("moved far %s", (_, by, edge, stops) => {
    const corner = toFrame(movedBy({ k: 4, x: -300, y: -800 }, by, fit), fit, { x: 0, y: 0, ...edge });
    for (const [side, at] of Object.entries(stops)) expect(corner[side as "x" | "y"]).toBeCloseTo(at);
  });

  test("centres a side that is shorter than the frame", () =>
    expect(bounded({ k: 1.5, x: -100, y: 77 }, fit)).toEqual({ k: 1.5, x: -100, y: -125 }));
});

test("converts to the map and back", () => {
  const view = { k: 2.5, x: -130, y: -20 };
  const there = toMap(view, fit, { x: 123, y: 45 });
  expect(toFrame(view, fit, there).x).toBeCloseTo(123);
  expect(toFrame(view, fit, there).y).toBeCloseTo(45);
});

test("a part of the map fills the frame, within the limits of zoom", () => {
  const view = viewOf({ x: 300, y: 100, width: 400, height: 200 }, fit);
  expect(view.k).toBeCloseTo(2.5);
  expect(toMap(view, fit, { x: 250, y: 250 })).toEqual({ x: 500, y: 200 });
  expect(viewOf({ x: 10, y: 10, width: 1, height: 1 }, fit).k).toBe(zoomLimits.most);
});
