import { expect, test } from "vitest";
import { spotGrid } from "./spotGrid.ts";

const spots = Array.from({ length: 400 }, (_, index) => ({
  id: `${index % 20},${Math.floor(index / 20)}`,
  x: (index % 20) * 20,
  y: Math.floor(index / 20) * 20,
  r: 8,
}));
const grid = spotGrid(spots);

test.each([
  ["on a spot", { x: 61, y: 43 }, 0, "3,2"],
  ["between two, nothing", { x: 70, y: 40 }, 0, undefined],
  ["between two, the nearer if it is near enough", { x: 71, y: 40 }, 4, "4,2"],
  ["far away", { x: 900, y: 900 }, 20, undefined],
  ["far away, with a long reach", { x: 420, y: 410 }, 60, "19,19"],
  ["on the other side of the origin", { x: -5, y: -3 }, 0, "0,0"],
])("the nearest spot is found: %s", (_, at, within, id) => expect(grid.nearest(at, within)?.id).toBe(id));

test("finds the same spot as a linear search", () => {
  for (let step = 0; step < 300; step++) {
    const at = { x: (step * 37) % 420, y: (step * 91) % 420 };
    const all = spots
      .map((spot) => ({ spot, far: Math.hypot(spot.x - at.x, spot.y - at.y) - spot.r }))
      .filter(({ far }) => far <= 5)
      .toSorted((one, other) => one.far - other.far);
    const found = grid.nearest(at, 5);
    expect(found === undefined).toBe(all.length === 0);
    if (found) expect(Math.hypot(found.x - at.x, found.y - at.y) - found.r).toBeCloseTo(all[0]?.far ?? NaN);
  }
});

test("finds nothing without spots", () => expect(spotGrid([]).nearest({ x: 0, y: 0 }, 1000)).toBeUndefined());
