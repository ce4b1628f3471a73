import type { Book } from "./book.ts";
import type { Placed } from "./prepareSeats.ts";

/**
 * Says seats that are there twice, lie outside the map or on each other: of each entry of the file the first, since
 * where one seat is wrong most of its row are.
 */
export const sayPlaces = (
  seats: readonly Placed[],
  { width, height }: { readonly width: number; readonly height: number },
  say: Book["say"],
): void => {
  const told = new Set<Placed["path"]>();
  const once = (seat: Placed, message: string): void => {
    if (told.has(seat.path)) return;
    told.add(seat.path);
    say(seat.path, message);
  };
  const keys = new Set<string>();
  const widest = seats.reduce((most, { r }) => Math.max(most, r), 0.1);
  const squareOf = (seat: Placed, right = 0, down = 0): string =>
    `${Math.floor(seat.x / widest) + right} ${Math.floor(seat.y / widest) + down}`;
  const squares = new Map<string, Placed[]>();
  for (const seat of seats) {
    if (keys.has(seat.key)) once(seat, `seat '${seat.key}' is there twice`);
    keys.add(seat.key);
    if (seat.x < 0 || seat.y < 0 || seat.x > width || seat.y > height)
      once(seat, `seat '${seat.key}' lies outside the map, at ${seat.x}, ${seat.y}`);
    // Whatever covers half of it lies in its square or in one beside it.
    const beneath = [-1, 0, 1]
      .flatMap((right) => [-1, 0, 1].flatMap((down) => squares.get(squareOf(seat, right, down)) ?? []))
      .find((other) => Math.hypot(other.x - seat.x, other.y - seat.y) < (other.r + seat.r) / 2);
    if (beneath) once(seat, `seat '${seat.key}' lies on seat '${beneath.key}'`);
    const square = squareOf(seat);
    const there = squares.get(square);
    if (there) there.push(seat);
    else squares.set(square, [seat]);
  }
};
