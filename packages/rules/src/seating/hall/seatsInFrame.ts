import type { HallSeat } from "./layOutHall.ts";

/** A rectangular area of the hall. */
export type Frame = { readonly x: number; readonly y: number; readonly width: number; readonly height: number };

type Placed = Pick<HallSeat, "key" | "x" | "y">;

/** The seats whose centre is in a frame, including its edges. */
export const seatsInFrame = (seats: readonly Placed[], { x, y, width, height }: Frame): readonly string[] =>
  seats
    .filter((seat) => seat.x >= x && seat.x <= x + width && seat.y >= y && seat.y <= y + height)
    .map(({ key }) => key);

/** The frame with two seats in opposite corners. */
export const frameBetween = (one: Placed, other: Placed): Frame => ({
  x: Math.min(one.x, other.x),
  y: Math.min(one.y, other.y),
  width: Math.abs(one.x - other.x),
  height: Math.abs(one.y - other.y),
});
