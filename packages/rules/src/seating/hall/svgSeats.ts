import type { HallRecord } from "./readHall.ts";

/** A circle, an ellipse or a rectangle of an SVG drawing, with its attributes. */
export type DrawnShape = {
  /** Its centre, before any transformation. */
  readonly x: number;
  readonly y: number;
  readonly id: string;
  /** `data-section`, `data-row` and `data-seat`, or null. */
  readonly section: string | null;
  readonly row: string | null;
  readonly seat: string | null;
  /** The `transform` attributes of its ancestors and its own, from the outermost in. */
  readonly transforms: readonly string[];
};

type Matrix = readonly [a: number, b: number, c: number, d: number, e: number, f: number];
const identity: Matrix = [1, 0, 0, 1, 0, 0];

const times = (one: Matrix, other: Matrix): Matrix => {
  const [a, b, c, d, e, f] = one;
  const [g, h, i, j, k, l] = other;
  return [a * g + c * h, b * g + d * h, a * i + c * j, b * i + d * j, a * k + c * l + e, b * k + d * l + f];
};

const steps: Readonly<Record<string, (values: readonly number[]) => Matrix>> = {
  matrix: ([a = 1, b = 0, c = 0, d = 1, e = 0, f = 0]) => [a, b, c, d, e, f],
  translate: ([x = 0, y = 0]) => [1, 0, 0, 1, x, y],
  scale: ([x = 1, y = x]) => [x, 0, 0, y, 0, 0],
  rotate: ([degrees = 0, x = 0, y = 0]) => {
    const turn = (degrees * Math.PI) / 180;
    const [cos, sin] = [Math.cos(turn), Math.sin(turn)];
    return [cos, sin, -sin, cos, x - cos * x + sin * y, y - sin * x - cos * y];
  },
  skewX: ([degrees = 0]) => [1, 0, Math.tan((degrees * Math.PI) / 180), 1, 0, 0],
  skewY: ([degrees = 0]) => [1, Math.tan((degrees * Math.PI) / 180), 0, 1, 0, 0],
};

const matrixOf = (transform: string): Matrix =>
  [...transform.matchAll(/([a-zA-Z]+)\s*\(([^)]*)\)/g)].reduce((all, [, name = "", values = ""]) => {
    const numbers = values.split(/[\s,]+/).flatMap((text) => (text === "" ? [] : [Number(text)]));
    return times(all, steps[name]?.(numbers) ?? identity);
  }, identity);

const round = (value: number): number => Math.round(value * 100) / 100;

/** Its centre in units of the drawing. */
const placeOf = ({ x, y, transforms }: DrawnShape): readonly [x: number, y: number] => {
  const [a, b, c, d, e, f] = transforms.map(matrixOf).reduce(times, identity);
  return [round(a * x + c * y + e), round(b * x + d * y + f)];
};

type SeatName = { readonly section: string; readonly row: string; readonly label: string };

/** 'A12', 'A-12', 'Stalls-A-12' or 'seat_A_12'; undefined for other ids. */
const nameInId = (id: string): SeatName | undefined => {
  const [, letters = "", digits = ""] = /^([A-Za-z]{1,3})(\d{1,4})$/.exec(id) ?? [];
  if (letters !== "") return { section: "", row: letters, label: digits };
  const parts = id.split(/[-_/ ]+/).filter((part) => part !== "" && part.toLowerCase() !== "seat");
  const [label, row, ...before] = parts.toReversed();
  if (label === undefined || row === undefined || !/^\d{1,4}[A-Za-z]?$/.test(label)) return undefined;
  return { section: before.toReversed().join(" "), row, label };
};

const nameOf = ({ id, section, row, seat }: DrawnShape): SeatName | undefined =>
  row !== null && seat !== null ? { section: section ?? "", row, label: seat } : nameInId(id);

export type SvgSeats = {
  /** By section name; an empty name for seats without a section. */
  readonly sections: readonly { readonly name: string; readonly seats: readonly HallRecord[] }[];
  readonly count: number;
  /** Shapes that do not name a seat. */
  readonly unnamed: number;
  /** Why the drawing cannot be imported. */
  readonly problems: readonly string[];
};

type Room = { readonly width: number; readonly height: number };

/** The seats of an SVG drawing, row by row. Duplicate seats, and seats outside the hall, are problems. */
export const svgSeats = (shapes: readonly DrawnShape[], { width, height }: Room): SvgSeats => {
  const seats = shapes.flatMap((shape) => {
    const name = nameOf(shape);
    return name ? [{ ...name, at: placeOf(shape) }] : [];
  });
  const spoken = ({ section, row, label }: SeatName): string => [section, row, label].filter(Boolean).join(" ");
  const seen = new Set<string>();
  const problems = seats.flatMap((seat) => {
    const [x, y] = seat.at;
    const name = spoken(seat);
    const isTwice = seen.has(name);
    seen.add(name);
    if (isTwice) return [`Seat ${name} is drawn twice.`];
    if (!Number.isFinite(x) || !Number.isFinite(y)) return [`Seat ${name} has no position.`];
    return x < 0 || y < 0 || x > width || y > height ? [`Seat ${name} is outside of the hall, at ${x}, ${y}.`] : [];
  });
  const sections = [...Map.groupBy(seats, ({ section }) => section)].map(([name, own]) => ({
    name,
    seats: [...Map.groupBy(own, ({ row }) => row).values()]
      .flatMap((row) => row.toSorted(byLabel))
      .map(({ row, label, at }): HallRecord => ({ row, label, at })),
  }));
  return { sections, count: seats.length, unnamed: shapes.length - seats.length, problems };
};

const byLabel = (one: SeatName, other: SeatName): number =>
  one.label.localeCompare(other.label, "en", { numeric: true });
