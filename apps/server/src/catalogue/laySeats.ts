import type { SeatRow } from "./formatSeats.ts";

type Point = readonly [x: number, y: number];
/** A row on the map: its label, and where its seats are in order. An aisle stands before a seat that `aisle` names. */
export type LaidSeat = { readonly row: string; readonly label: string; readonly at: Point; readonly aisle: boolean };

const hundredths = (value: number): number => Math.round(value * 100) / 100;
const between = (first: number, last: number, part: number): number => first + (last - first) * part;
const towards = (first: Point, last: Point, part: number): Point => [
  between(first[0], last[0], part),
  between(first[1], last[1], part),
];

/** The seats of a row, or of the rows behind each other that one entry says, row by row in order. */
export const laySeats = (entry: SeatRow): LaidSeat[][] => {
  const rows = entry.rows ?? [entry.row ?? ""];
  const { from, to, bend = 0, seats, last } = entry;
  return rows.map((row, place) => {
    const part = rows.length > 1 ? place / (rows.length - 1) : 0;
    const count = Math.round(between(seats, last?.seats ?? seats, part));
    const along = curve(
      towards(from, last?.from ?? from, part),
      towards(to, last?.to ?? to, part),
      between(bend, last?.bend ?? bend, part),
    );
    const aisles = aislesOf(entry.gaps ?? [], count);
    const offsets = Array.from(
      { length: count },
      (_, index) => index + aisles.reduce((sum, { after, wide }) => (after <= index ? sum + wide : sum), 0),
    );
    const length = offsets.at(-1) ?? 0;
    return offsets.map((offset, index) => ({
      row,
      label: entry.labels?.[index] ?? String(numberOf(entry, index, count)),
      at: along(length === 0 ? 0.5 : offset / length),
      aisle: aisles.some(({ after }) => after === index),
    }));
  });
};

const aislesOf = (gaps: NonNullable<SeatRow["gaps"]>, seats: number): { after: number; wide: number }[] =>
  gaps.map((gap) => {
    const { after, wide } = typeof gap === "number" ? { after: gap, wide: 1 } : gap;
    return { after: after < 1 ? Math.round(after * seats) : Math.round(after), wide };
  });

const numberOf = ({ numbering = "left", start }: SeatRow, index: number, seats: number): number => {
  if (numbering === "right") return (start ?? 1) + seats - 1 - index;
  if (numbering === "odd") return (start ?? 1) + 2 * index;
  if (numbering === "even") return (start ?? 2) + 2 * index;
  if (numbering === "left") return (start ?? 1) + index;
  const middle = Math.ceil(seats / 2);
  return index < middle ? 1 + 2 * (middle - 1 - index) : 2 + 2 * (index - middle);
};

/** Places along a line or an arc, by the part of its length that lies before them. */
const curve = (from: Point, to: Point, bend: number): ((part: number) => Point) => {
  const [dx, dy] = [to[0] - from[0], to[1] - from[1]];
  const chord = Math.hypot(dx, dy);
  const rounded = ([x, y]: Point): Point => [hundredths(x), hundredths(y)];
  if (Math.abs(bend) < 0.01 || chord === 0) return (part) => rounded(towards(from, to, part));
  const [ux, uy] = [dx / chord, dy / chord];
  const radius = (chord * chord) / 4 / (2 * Math.abs(bend)) + Math.abs(bend) / 2;
  const half = Math.asin(Math.min(1, chord / 2 / radius));
  const side = Math.sign(bend);
  return (part) => {
    const angle = (2 * part - 1) * half;
    const along = chord / 2 + radius * Math.sin(angle);
    const off = side * (radius * Math.cos(angle) - (radius - Math.abs(bend)));
    // To the right of the way: on a map whose y grows downwards that is (-uy, ux).
    return rounded([from[0] + ux * along - uy * off, from[1] + uy * along + ux * off]);
  };
};
