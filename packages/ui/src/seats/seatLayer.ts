import type { Spot } from "./spotGrid.ts";

/** Seats that look alike and are drawn as one path. */
export type SeatLayer = {
  readonly key: string;
  readonly spots: readonly Spot[];
  /** Any CSS colour, such as light-dark(#123456, #abcdef). */
  readonly color: string;
  /** 'free': for the chosen tickets; 'out': free, but for other tickets; 'taken': booked. */
  readonly mark: "free" | "out" | "taken";
};
