import type { Spot } from "./spotGrid.ts";

export type ShapeTone = "stage" | "floor" | "wall" | "aisle" | "label";

/** Shapes of a map other than its seats, in units of the map. An unknown `shape` is not drawn. */
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

/** One path of many discs; `share` is the drawn part of the radius. */
export const discs = (spots: readonly Spot[], share = 1): string => {
  let d = "";
  for (const { x, y, r } of spots) {
    const half = roundCoordinate(r * share);
    d += `M${roundCoordinate(x - half)} ${roundCoordinate(y)}a${half} ${half} 0 1 0 ${roundCoordinate(half * 2)} 0a${half} ${half} 0 1 0 ${roundCoordinate(-half * 2)} 0`;
  }
  return d;
};

/** One path of many squares with round corners, as wide as a disc of the same radius. */
export const squares = (spots: readonly Spot[], share = 1): string => {
  let d = "";
  for (const { x, y, r } of spots) {
    const half = roundCoordinate(r * share * 0.94);
    const bend = roundCoordinate(half * 0.35);
    const side = roundCoordinate(2 * (half - bend));
    const corner = (right: number, down: number) => `a${bend} ${bend} 0 0 1 ${right * bend} ${down * bend}`;
    d += `M${roundCoordinate(x - half + bend)} ${roundCoordinate(y - half)}h${side}${corner(1, 1)}v${side}${corner(-1, 1)}h${-side}${corner(-1, -1)}v${-side}${corner(1, -1)}Z`;
  }
  return d;
};
