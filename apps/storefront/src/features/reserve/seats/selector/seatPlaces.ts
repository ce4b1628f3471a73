import type { Seat } from "@foyer/contract/shop/seating.ts";
import { groupsOfSeat } from "@foyer/rules/seating/selectSeat.ts";
import { blocksBySection, boundsOf, type Block } from "@foyer/ui/seats/hallLabels.ts";
import type { Box } from "@foyer/ui/seats/gestures/panZoom.ts";

/** A narrow map shows at least this many seat radii, so that on a phone a seat of 26 pixels shows its number. */
const closest = 30;

/** The part of the map with the chosen seats; without any, the one with the most free seats. */
export const startBox = (
  seats: readonly Seat[],
  wanted: ReadonlySet<string>,
  chosen: ReadonlySet<string> = new Set(),
): Box | undefined => {
  const own = seats.filter(({ seat_template_id }) => chosen.has(seat_template_id));
  const [first] = own;
  if (first) return boxAround({ bounds: boundsOf(own), r: first.r }, closest * first.r);
  const blocks = blocksBySection(
    seats.filter((seat) => seat.state === "available" && groupsOfSeat(seat).some((group) => wanted.has(group))),
  );
  const largest = blocks.toSorted((one, other) => other.count - one.count)[0];
  return largest && boxAround(largest, 0);
};

/** The bounds with a margin of two seats, and at least `least` wide and high. */
const boxAround = ({ bounds, r }: Pick<Block, "bounds" | "r">, least: number): Box => {
  const { left, right, top, bottom } = bounds;
  const extended = (extent: number): number => Math.max(least, extent + 8 * r);
  const [width, height] = [extended(right - left), extended(bottom - top)];
  return { x: (left + right - width) / 2, y: (top + bottom - height) / 2, width, height };
};
