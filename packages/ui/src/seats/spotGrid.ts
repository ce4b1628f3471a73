import type { MapPoint } from "./gestures/panZoom.ts";

/** A circle on a map. */
export type Spot = MapPoint & { readonly id: string; readonly r: number };

export type SpotGrid<T extends Spot> = {
  /** The nearest spot whose edge is at most `within` away. */
  readonly nearest: (at: MapPoint, within: number) => T | undefined;
};

/** Finds spots by position without an element for each; fast for thousands of them. */
export const spotGrid = <T extends Spot>(spots: readonly T[]): SpotGrid<T> => {
  const widest = spots.reduce((r, spot) => Math.max(r, spot.r), 1);
  const side = widest * 4;
  const cells = new Map<number, T[]>();
  // Two cells may share a key, which does no harm because spots are compared by distance.
  const cellOf = (x: number, y: number): number => x * 65_536 + y;
  for (const spot of spots) {
    const cell = cellOf(Math.floor(spot.x / side), Math.floor(spot.y / side));
    const there = cells.get(cell);
    if (there) there.push(spot);
    else cells.set(cell, [spot]);
  }
  return {
    nearest: (at, within) => {
      const reach = within + widest;
      let found: T | undefined;
      let least = within;
      for (let x = Math.floor((at.x - reach) / side); x <= Math.floor((at.x + reach) / side); x++)
        for (let y = Math.floor((at.y - reach) / side); y <= Math.floor((at.y + reach) / side); y++)
          for (const spot of cells.get(cellOf(x, y)) ?? []) {
            const far = Math.hypot(spot.x - at.x, spot.y - at.y) - spot.r;
            if (far > least) continue;
            least = far;
            found = spot;
          }
      return found;
    },
  };
};
