import type { Book } from "./book.ts";
import { sayTwins } from "./book.ts";
import type { Mark, SeatMap, SeatRow, Section } from "./formatSeats.ts";
import { laySeats, type LaidSeat } from "./laySeats.ts";
import type { Path } from "./problems.ts";
import { sayPlaces } from "./saySeatPlaces.ts";

export type PreparedSeat = {
  /** 'section/row/label': a seat is found again by it. */
  readonly key: string;
  readonly section: string;
  readonly row: string;
  readonly label: string;
  readonly name: string;
  readonly zone: string;
  readonly x: number;
  readonly y: number;
  readonly r: number;
  readonly note: string | null;
  /** Keys of the seats beside it. */
  readonly previous: string | null;
  readonly next: string | null;
  /** Its place in the hall's order; a seat more or less moves none of another row. */
  readonly rank: number;
};
export type PreparedSeatMap = Omit<SeatMap, "r" | "sections"> & {
  readonly key: string;
  readonly path: Path;
  readonly seats: readonly PreparedSeat[];
};

/** A seat with the entry of the file that says it. */
export type Placed = { -readonly [field in keyof PreparedSeat]: PreparedSeat[field] } & { readonly path: Path };

const mostSeats = 50_000;
const mostInRow = 10_000;

/** Lays the seats of a hall, and says everything about it that makes no sense. */
export const prepareSeatMap = (book: Book, key: string, map: SeatMap): PreparedSeatMap => {
  const path = ["seat_maps", key];
  const { name, width, height, other_elements, map_geometry, sections } = map;
  sayTwins(sections, [...path, "sections"], book.say);
  const rows = sections.flatMap((section, index) =>
    rowsOf(book.say, section, { r: map.r, path: [...path, "sections", index] }),
  );
  const placed = rows.flatMap((row, place) =>
    row.flatMap((seat, index) => (seat ? [{ ...withoutAisle(seat), rank: place * mostInRow + index }] : [])),
  );
  if (placed.length > mostSeats)
    book.say([...path, "sections"], `has more than ${mostSeats.toLocaleString("en")} seats`);
  else sayPlaces(placed, map, book.say);
  const seats = placed.map((seat): PreparedSeat => {
    const { path: _, ...prepared } = seat;
    return prepared;
  });
  return { key, path, name, width, height, other_elements, map_geometry, seats };
};

type At = { readonly r: number; readonly path: Path };

type Spot = Placed & { aisle: boolean };

/** The rows of a section, joined; undefined where a place has no seat. */
const rowsOf = (say: Book["say"], section: Section, { r, path }: At): (Spot | undefined)[][] => {
  const { rows = [], seats = [], marks = [] } = section;
  if (rows.length + seats.length === 0) say(path, "has neither `rows` nor `seats`");
  const place = (laid: LaidSeat, looks: Pick<SeatRow, "zone" | "note" | "r">, at: Path): Spot => ({
    key: `${section.key}/${laid.row}/${laid.label}`,
    section: section.name,
    row: laid.row,
    label: laid.label,
    name: (section.seat_name ?? "{section} {row} {label}").replace(
      /\{(section|row|label)\}/g,
      (_, word: "section" | "row" | "label") => ({ section: section.name, row: laid.row, label: laid.label })[word],
    ),
    zone: looks.zone ?? section.zone ?? section.key,
    x: laid.at[0],
    y: laid.at[1],
    r: looks.r ?? section.r ?? r,
    note: looks.note ?? section.note ?? null,
    previous: null,
    next: null,
    rank: 0,
    aisle: laid.aisle,
    path: at,
  });

  const laidRows = rows.flatMap((entry, index) => {
    const at = [...path, "rows", index];
    return sayRow(entry, at, say) ? laySeats(entry).map((row) => row.map((seat) => place(seat, entry, at))) : [];
  });
  const singles = seats.map((seat, index) =>
    place({ ...seat, aisle: (seat.aisle ?? false) || seat.row !== seats[index - 1]?.row }, seat, [
      ...path,
      "seats",
      index,
    ]),
  );
  const marked = [...laidRows, singles].map((row) => markSeats(row, marks));
  sayIdleMarks(marks, [...laidRows, singles].flat(), [...path, "marks"], say);
  for (const row of marked) joinNeighbours(row);
  return marked;
};

const withoutAisle = (spot: Spot): Placed => {
  const { aisle: _, ...seat } = spot;
  return seat;
};

/** Is a row said well enough to be laid? */
const sayRow = (entry: SeatRow, path: Path, say: Book["say"]): boolean => {
  const { row, rows, last, from, to, bend = 0, seats, labels, numbering, start, gaps = [] } = entry;
  const before: string[] = [];
  const wrong = (field: string | undefined, message: string) => {
    before.push(message);
    say(field ? [...path, field] : path, message);
  };
  if ((row === undefined) === (rows === undefined)) wrong(undefined, "needs either `row` or `rows`");
  if ((rows === undefined) !== (last === undefined)) wrong(rows ? "rows" : "last", "needs `rows` and `last` together");
  const lines = [{ from, to, bend, at: "bend" }, ...(last ? [{ ...last, bend: last.bend ?? bend, at: "last" }] : [])];
  for (const line of lines)
    if (Math.abs(line.bend) > Math.hypot(line.to[0] - line.from[0], line.to[1] - line.from[1]) / 2 + 0.01)
      wrong(line.at, "bends by more than half a circle");
  if (labels && (rows || labels.length !== seats))
    wrong("labels", `are ${labels.length} for ${rows ? "several rows" : `${seats} seats`}`);
  if (start !== undefined && (numbering === "odd-even" || labels)) wrong("start", "means nothing here");
  gaps.forEach((gap, index) => {
    const after = typeof gap === "number" ? gap : gap.after;
    if (after >= Math.max(seats, last?.seats ?? 0) || (after > 1 && !Number.isInteger(after)))
      say([...path, "gaps", index], "lies after the last seat, or within one");
  });
  return before.length === 0;
};

/** Does a mark mean this seat? */
const means = ({ rows, seats }: Mark, { row, label }: Placed): boolean =>
  (!rows || rows.includes(row)) && (!seats || seats.some((said) => said === label || inSpan(said, label)));
const inSpan = (said: string, label: string): boolean => {
  const [, first, last] = /^(\d+)-(\d+)$/.exec(said) ?? [];
  return first !== undefined && /^\d+$/.test(label) && Number(label) >= Number(first) && Number(label) <= Number(last);
};

/** The seats of a row as their marks want them; undefined where there is none. */
const markSeats = <S extends Placed>(row: readonly S[], marks: readonly Mark[]): (S | undefined)[] =>
  row.map((seat) => {
    const own = marks.filter((mark) => means(mark, seat));
    if (own.some(({ removed }) => removed)) return undefined;
    return own.reduce((seat, { zone = seat.zone, note = seat.note, r = seat.r }) => ({ ...seat, zone, note, r }), seat);
  });

const sayIdleMarks = (marks: readonly Mark[], seats: readonly Placed[], path: Path, say: Book["say"]): void =>
  marks.forEach((mark, index) => {
    if (!seats.some((seat) => means(mark, seat))) say([...path, index], "means no seat of this section");
  });

/** Seats that follow each other in a row are neighbours, unless an aisle or a missing seat parts them. */
const joinNeighbours = (row: readonly (Spot | undefined)[]): void =>
  row.forEach((seat, index) => {
    const before = row[index - 1];
    if (!seat || !before || seat.aisle) return;
    seat.previous = before.key;
    before.next = seat.key;
  });
