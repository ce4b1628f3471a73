import type { MapLabel } from "./seatLayer.ts";

/** The fields of a seat that place the labels beside it. */
export type LabelledSeat = {
  readonly seat_template_id: string;
  readonly section: string;
  readonly row: string;
  readonly x: number;
  readonly y: number;
  readonly r: number;
  /** The id of the next seat in its row, unless an aisle is between them. */
  readonly next: string | null;
};

type Bounds = { readonly left: number; readonly top: number; readonly right: number; readonly bottom: number };

/** The bounds of some seats. */
export const boundsOf = (seats: readonly LabelledSeat[]): Bounds => {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const { x, y, r } of seats) {
    left = Math.min(left, x - r);
    top = Math.min(top, y - r);
    right = Math.max(right, x + r);
    bottom = Math.max(bottom, y + r);
  }
  return { left, top, right, bottom };
};

const unionOf = (one: Bounds, other: Bounds): Bounds => ({
  left: Math.min(one.left, other.left),
  top: Math.min(one.top, other.top),
  right: Math.max(one.right, other.right),
  bottom: Math.max(one.bottom, other.bottom),
});

type Row = readonly LabelledSeat[];

/** The rows of each section, in the order of the seats. */
const rowsBySection = (seats: readonly LabelledSeat[]): ReadonlyMap<string, readonly Row[]> => {
  const sections = new Map<string, Map<string, LabelledSeat[]>>();
  for (const seat of seats) {
    let rows = sections.get(seat.section);
    if (!rows) sections.set(seat.section, (rows = new Map()));
    const row = rows.get(seat.row);
    if (row) row.push(seat);
    else rows.set(seat.row, [seat]);
  }
  return new Map([...sections].map(([section, rows]) => [section, [...rows.values()]]));
};

/** Longer names are placed above the middle of their row. */
const longestLetter = 3;

/** The width of an aisle, in seat radii; a wider gap is not an aisle. */
const aisle = { least: 4, most: 14 } as const;

/** Positions in the middle of a row's aisles. */
const aislesOf = (row: Row): readonly { readonly x: number; readonly y: number }[] =>
  row.flatMap((seat, index) => {
    const after = row[index + 1];
    if (!after || seat.next === after.seat_template_id) return [];
    const width = Math.hypot(after.x - seat.x, after.y - seat.y) / seat.r;
    return width > aisle.least && width < aisle.most ? [{ x: (seat.x + after.x) / 2, y: (seat.y + after.y) / 2 }] : [];
  });

/** The row labels: at the ends of rows and in their aisles. */
export const rowLabels = (seats: readonly LabelledSeat[]): readonly MapLabel[] =>
  [...rowsBySection(seats).values()].flatMap((rows) => rows.flatMap(labelsOfRow));

const labelsOfRow = (row: Row): readonly MapLabel[] => {
  const [first, last] = [row[0], row.at(-1)];
  if (!first || !last) return [];
  const { row: text, r } = first;
  if (text.length > longestLetter) {
    const { left, right, top } = boundsOf(row);
    return [{ text, r, x: (left + right) / 2, y: top - r }];
  }
  const ends = [beyond(first, row[1]), ...aislesOf(row), ...(last === first ? [] : [beyond(last, row.at(-2))])];
  return ends.map((at) => ({ text, r, ...at }));
};

/** A position beside the end of a row, on the side without a neighbour. */
const beyond = (end: LabelledSeat, neighbour: LabelledSeat | undefined): { readonly x: number; readonly y: number } => {
  const [dx, dy] = neighbour ? [end.x - neighbour.x, end.y - neighbour.y] : [-1, 0];
  const length = Math.hypot(dx, dy) || 1;
  const distance = 2.6 * end.r;
  return { x: end.x + (dx / length) * distance, y: end.y + (dy / length) * distance };
};

/** Rows closer to each other than this, in seat radii, belong together. */
const nearRows = 10;

/** A part of a section: its position, its number of seats, and the radius of its first seat. */
export type Block = { readonly section: string; readonly bounds: Bounds; readonly count: number; readonly r: number };

/** The parts of a section that lie apart, such as boxes on both sides. */
const blocksOf = (section: string, rows: readonly Row[]): readonly Block[] => {
  let blocks: readonly Block[] = [];
  for (const row of rows) {
    const r = row[0]?.r ?? 1;
    const bounds = boundsOf(row);
    const near = r * nearRows;
    const isNear = ({ bounds: other }: Block): boolean =>
      other.left < bounds.right + near &&
      other.right > bounds.left - near &&
      other.top < bounds.bottom + near &&
      other.bottom > bounds.top - near;
    const joined = blocks.filter(isNear).reduceRight(
      (whole: Block, block) => ({
        section,
        bounds: unionOf(block.bounds, whole.bounds),
        count: block.count + whole.count,
        r: block.r,
      }),
      { section, bounds, count: row.length, r },
    );
    blocks = [...blocks.filter((block) => !isNear(block)), joined];
  }
  return blocks;
};

/** The parts of all sections. */
export const blocksBySection = (seats: readonly LabelledSeat[]): readonly Block[] =>
  [...rowsBySection(seats)].flatMap(([section, rows]) => blocksOf(section, rows));

/** The section names, in the middle of each of their parts. */
export const sectionLabels = (seats: readonly LabelledSeat[]): readonly MapLabel[] =>
  blocksBySection(seats).map(({ section, bounds: { left, right, top, bottom }, r }) => ({
    text: section,
    x: (left + right) / 2,
    y: (top + bottom) / 2,
    r,
  }));
