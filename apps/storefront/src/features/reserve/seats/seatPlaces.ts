import type { Seat } from "@foyer/contract/shop/seating.ts";
import { groupsOfSeat } from "@foyer/rules/seating/selectSeat.ts";
import type { Box } from "@foyer/ui/seats/panZoom.ts";
import type { MapLabel } from "@foyer/ui/seats/seatLayer.ts";

type Bounds = { readonly left: number; readonly top: number; readonly right: number; readonly bottom: number };

const boundsOf = (seats: readonly Seat[]): Bounds => ({
  left: seats.reduce((least, { x, r }) => Math.min(least, x - r), Infinity),
  top: seats.reduce((least, { y, r }) => Math.min(least, y - r), Infinity),
  right: seats.reduce((most, { x, r }) => Math.max(most, x + r), -Infinity),
  bottom: seats.reduce((most, { y, r }) => Math.max(most, y + r), -Infinity),
});

const rowsIn = (seats: readonly Seat[]): readonly (readonly Seat[])[] => [
  ...Map.groupBy(seats, ({ section, row }) => `${section}/${row}`).values(),
];

/** Longer names stand above the middle of their row. */
const longestLetter = 3;

/** Aisles are as wide as this, in radii of a seat; what is wider is no aisle. */
const aisle = { least: 4, most: 14 } as const;

/** Places in the middle of the aisles of a row. */
const aislesOf = (row: readonly Seat[]): readonly { readonly x: number; readonly y: number }[] =>
  row.flatMap((seat, index) => {
    const after = row[index + 1];
    if (!after || seat.next === after.seat_template_id) return [];
    const width = Math.hypot(after.x - seat.x, after.y - seat.y) / seat.r;
    return width > aisle.least && width < aisle.most ? [{ x: (seat.x + after.x) / 2, y: (seat.y + after.y) / 2 }] : [];
  });

/** The letters of the rows: at their ends and in their aisles. */
export const rowLabels = (seats: readonly Seat[]): readonly MapLabel[] =>
  rowsIn(seats).flatMap((row): MapLabel[] => {
    const [first, last] = [row[0], row.at(-1)];
    if (!first || !last) return [];
    const { row: text, r } = first;
    if (text.length <= longestLetter)
      return [beyond(first, row[1]), ...aislesOf(row), ...(last === first ? [] : [beyond(last, row.at(-2))])].map(
        (at) => ({
          text,
          r,
          ...at,
        }),
      );
    const { left, right, top } = boundsOf(row);
    return [{ text, r, x: (left + right) / 2, y: top - r }];
  });

/** A place beside the end of a row, on the side where no neighbour is. */
const beyond = (end: Seat, neighbour: Seat | undefined): { readonly x: number; readonly y: number } => {
  const [dx, dy] = neighbour ? [end.x - neighbour.x, end.y - neighbour.y] : [-1, 0];
  const length = Math.hypot(dx, dy) || 1;
  const distance = 2.6 * end.r;
  return { x: end.x + (dx / length) * distance, y: end.y + (dy / length) * distance };
};

/** Rows closer to each other than this, in radii of a seat, belong together. */
const nearRows = 10;

/** The parts of a section that lie apart, such as boxes on either side. */
const blocksOf = (seats: readonly Seat[]): readonly (readonly Seat[])[] => {
  let blocks: { readonly seats: readonly Seat[]; readonly bounds: Bounds }[] = [];
  for (const row of rowsIn(seats)) {
    const bounds = boundsOf(row);
    const near = (row[0]?.r ?? 0) * nearRows;
    const isNear = (other: Bounds): boolean =>
      other.left < bounds.right + near &&
      other.right > bounds.left - near &&
      other.top < bounds.bottom + near &&
      other.bottom > bounds.top - near;
    const joined = [...blocks.filter((block) => isNear(block.bounds)).flatMap((block) => block.seats), ...row];
    blocks = [...blocks.filter((block) => !isNear(block.bounds)), { seats: joined, bounds: boundsOf(joined) }];
  }
  return blocks.map((block) => block.seats);
};

const blocksBySection = (seats: readonly Seat[]): readonly (readonly [string, readonly Seat[]])[] =>
  [...Map.groupBy(seats, ({ section }) => section)].flatMap(([section, inSection]) =>
    blocksOf(inSection).map((block) => [section, block] as const),
  );

/** The names of the sections, in the middle of each of their parts. */
export const sectionLabels = (seats: readonly Seat[]): readonly MapLabel[] =>
  blocksBySection(seats).map(([text, block]) => {
    const { left, right, top, bottom } = boundsOf(block);
    return { text, x: (left + right) / 2, y: (top + bottom) / 2, r: block[0]?.r ?? 1 };
  });

/** The part of the map with most of the free seats for the chosen tickets. */
export const startBox = (seats: readonly Seat[], wanted: ReadonlySet<string>): Box | undefined => {
  const parts = blocksBySection(
    seats.filter((seat) => seat.state === "available" && groupsOfSeat(seat).some((group) => wanted.has(group))),
  );
  const [, largest] = parts.toSorted(([, one], [, other]) => other.length - one.length)[0] ?? [];
  if (!largest) return undefined;
  const { left, right, top, bottom } = boundsOf(largest);
  const margin = 4 * (largest[0]?.r ?? 1);
  return { x: left - margin, y: top - margin, width: right - left + 2 * margin, height: bottom - top + 2 * margin };
};
