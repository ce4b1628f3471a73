import type { Point, WrittenRows } from "./writtenHall.ts";

/** A seat on the map. `aisle`: there is an aisle before it. */
export type SeatPosition = {
  readonly row: string;
  readonly label: string;
  readonly at: Point;
  readonly aisle: boolean;
};

const roundToHundredth = (value: number): number => Math.round(value * 100) / 100;
const interpolate = (first: number, last: number, fraction: number): number => first + (last - first) * fraction;
const interpolatePoint = (first: Point, last: Point, fraction: number): Point => [
  interpolate(first[0], last[0], fraction),
  interpolate(first[1], last[1], fraction),
];

/** The seats of an entry, row by row: a single row, or several rows behind each other. */
export const layOutRows = (entry: WrittenRows): SeatPosition[][] => {
  const rows = entry.rows ?? [entry.row ?? ""];
  const { from, to, bend = 0, seats, last } = entry;
  return rows.map((row, rowIndex) => {
    const fraction = rows.length > 1 ? rowIndex / (rows.length - 1) : 0;
    const count = Math.round(interpolate(seats, last?.seats ?? seats, fraction));
    const along = pointsOnArc(
      interpolatePoint(from, last?.from ?? from, fraction),
      interpolatePoint(to, last?.to ?? to, fraction),
      interpolate(bend, last?.bend ?? bend, fraction),
    );
    const aisles = aislesOf(entry.gaps ?? [], count);
    const offsets = Array.from(
      { length: count },
      (_, index) => index + aisles.reduce((sum, { after, wide }) => (after <= index ? sum + wide : sum), 0),
    );
    const length = offsets.at(-1) ?? 0;
    return offsets.map((offset, index) => ({
      row,
      label: entry.labels?.[index] ?? String(seatNumber(entry, index, count)),
      at: along(length === 0 ? 0.5 : offset / length),
      aisle: aisles.some(({ after }) => after === index),
    }));
  });
};

const aislesOf = (gaps: NonNullable<WrittenRows["gaps"]>, seats: number): { after: number; wide: number }[] =>
  gaps.map((gap) => {
    const { after, wide } = typeof gap === "number" ? { after: gap, wide: 1 } : gap;
    return { after: after < 1 ? Math.round(after * seats) : Math.round(after), wide };
  });

const seatNumber = ({ numbering = "left", start }: WrittenRows, index: number, seats: number): number => {
  if (numbering === "right") return (start ?? 1) + seats - 1 - index;
  if (numbering === "odd") return (start ?? 1) + 2 * index;
  if (numbering === "even") return (start ?? 2) + 2 * index;
  if (numbering === "left") return (start ?? 1) + index;
  const middle = Math.ceil(seats / 2);
  return index < middle ? 1 + 2 * (middle - 1 - index) : 2 + 2 * (index - middle);
};

/** Returns the point at a fraction of the length of a line or an arc. */
const pointsOnArc = (from: Point, to: Point, bend: number): ((fraction: number) => Point) => {
  const [dx, dy] = [to[0] - from[0], to[1] - from[1]];
  const chord = Math.hypot(dx, dy);
  const rounded = ([x, y]: Point): Point => [roundToHundredth(x), roundToHundredth(y)];
  if (Math.abs(bend) < 0.01 || chord === 0) return (fraction) => rounded(interpolatePoint(from, to, fraction));
  const [ux, uy] = [dx / chord, dy / chord];
  const radius = (chord * chord) / 4 / (2 * Math.abs(bend)) + Math.abs(bend) / 2;
  const half = Math.asin(Math.min(1, chord / 2 / radius));
  const side = Math.sign(bend);
  return (fraction) => {
    const angle = (2 * fraction - 1) * half;
    const along = chord / 2 + radius * Math.sin(angle);
    const off = side * (radius * Math.cos(angle) - (radius - Math.abs(bend)));
    // On a map whose y grows downwards, the right-hand side of the direction is (-uy, ux).
    return rounded([from[0] + ux * along - uy * off, from[1] + uy * along + ux * off]);
  };
};
