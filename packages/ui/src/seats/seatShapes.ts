import type { Spot } from "./spotGrid.ts";

export type ShapeTone = "stage" | "floor" | "wall" | "aisle" | "label";

/** What is drawn on a map besides its seats, in units of the map. Another word for `shape` is drawn as nothing. */
export type MapShape = {
  readonly shape: string;
  readonly x?: number | undefined;
  readonly y?: number | undefined;
  readonly width?: number | undefined;
  readonly height?: number | undefined;
  readonly r?: number | undefined;
  readonly d?: string | undefined;
  readonly text?: string | undefined;
  readonly size?: number | undefined;
  readonly rotate?: number | undefined;
  readonly tone?: ShapeTone | undefined;
};

const roundCoordinate = (value: number): number => Math.round(value * 100) / 100;

/** One path of many discs. `share` of the radius is drawn. */
export const discs = (spots: readonly Spot[], share = 1): string => {
  let d = "";
  for (const { x, y, r } of spots) {
    const half = roundCoordinate(r * share);
    d += `M${roundCoordinate(x - half)} ${roundCoordinate(y)}a${half} ${half} 0 1 0 ${roundCoordinate(half * 2)} 0a${half} ${half} 0 1 0 ${roundCoordinate(-half * 2)} 0`;
  }
  return d;
};

/** The same for discs of which the edge alone is drawn. */
export const rings = (spots: readonly Spot[]): string => discs(spots, 0.75);
