import type { Steps } from "@foyer/rules/values/steps.ts";
import type { ValidationContext } from "./validationContext.ts";
import type { LocatedSeat } from "./preparedSeat.ts";

/**
 * Reports seats that exist twice, lie outside the map or overlap. Reports only the first seat of each entry in the file:
 * when one seat is wrong, most of its row usually is.
 */
export const checkSeatPositions = function* (
  seats: readonly LocatedSeat[],
  { width, height }: { readonly width: number; readonly height: number },
  addProblem: ValidationContext["addProblem"],
): Steps<void> {
  const reported = new Set<LocatedSeat["path"]>();
  const addOnce = (seat: LocatedSeat, message: string): void => {
    if (reported.has(seat.path)) return;
    reported.add(seat.path);
    addProblem(seat.path, message);
  };
  const keys = new Set<string>();
  const cellSize = seats.reduce((most, { r }) => Math.max(most, r), 0.1);
  const cellOf = (seat: LocatedSeat, right = 0, down = 0): string =>
    `${Math.floor(seat.x / cellSize) + right} ${Math.floor(seat.y / cellSize) + down}`;
  const cells = new Map<string, LocatedSeat[]>();
  for (const seat of seats) {
    yield;
    if (keys.has(seat.key)) addOnce(seat, `seat '${seat.key}' is defined twice`);
    keys.add(seat.key);
    if (seat.x < 0 || seat.y < 0 || seat.x > width || seat.y > height)
      addOnce(seat, `seat '${seat.key}' is outside the map, at ${seat.x}, ${seat.y}`);
    // A seat that covers half of this one is in the same cell of the grid or in an adjacent one.
    const overlapped = [-1, 0, 1]
      .flatMap((right) => [-1, 0, 1].flatMap((down) => cells.get(cellOf(seat, right, down)) ?? []))
      .find((other) => Math.hypot(other.x - seat.x, other.y - seat.y) < (other.r + seat.r) / 2);
    if (overlapped) addOnce(seat, `seat '${seat.key}' overlaps seat '${overlapped.key}'`);
    const cell = cellOf(seat);
    const seatsInCell = cells.get(cell);
    if (seatsInCell) seatsInCell.push(seat);
    else cells.set(cell, [seat]);
  }
};
