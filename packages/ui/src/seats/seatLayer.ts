import type { SeatSignKind } from "./seatGlyphs.ts";
import type { Spot } from "./spotGrid.ts";

/** A seat on the map, with its number and its sign. */
export type SeatSpot = Spot & { readonly label?: string; readonly sign?: SeatSignKind };

/** Seats that look alike and are drawn as one path. */
export type SeatLayer = {
  readonly key: string;
  readonly spots: readonly SeatSpot[];
  /** Any CSS colour, such as light-dark(#123456, #abcdef). */
  readonly color: string;
  /**
   * 'free': available for the chosen tickets; 'out': available, but only for other tickets; 'taken': booked; 'ring': a line
   * around seats that another layer draws.
   */
  readonly mark: "free" | "out" | "taken" | "ring";
  /** Squares, for wheelchair and companion seats; discs otherwise. */
  readonly shape?: "square";
};

/** A text on the map. `r` is the radius of the adjacent seats. */
export type MapLabel = { readonly text: string; readonly x: number; readonly y: number; readonly r: number };
