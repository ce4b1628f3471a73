import type { HallSeat } from "./layOutHall.ts";

/** A part of the hall. */
export type Frame = { readonly x: number; readonly y: number; readonly width: number; readonly height: number };

type Placed = Pick<HallSeat, "key" | "x" | "y">;

/** The seats whose middle is in a frame, its edges included. */
export const seatsInFrame = (seats: readonly Placed[], { x, y, width, height }: Frame): readonly string[] =>
  seats
    .filter((seat) => seat.x >= x && seat.x <= x + width && seat.y >= y && seat.y <= y + height)
    .map(({ key }) => key);

/** The frame that has two seats in opposite corners. */
export const frameBetween = (one: Placed, other: Placed): Frame => ({
  x: Math.min(one.x, other.x),
  y: Math.min(one.y, other.y),
  width: Math.abs(one.x - other.x),
  height: Math.abs(one.y - other.y),
});
