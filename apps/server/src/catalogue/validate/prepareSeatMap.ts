import { checkUniqueKeys, type ValidationContext } from "./validationContext.ts";
import type { LocatedSeat, PreparedSeat, PreparedSeatMap } from "./preparedSeat.ts";
import type { Mark, CatalogueSeatMap, SeatRowPattern, SeatMapSection } from "../format/seatMap.ts";
import { layOutSeats, type SeatPosition } from "./layOutSeats.ts";
import type { Path } from "../format/problems.ts";
import { checkSeatPositions } from "./checkSeatPositions.ts";

const maxSeats = 50_000;
const maxInRow = 10_000;

/** Lays out the seats of a seat map and reports its problems. */
export const prepareSeatMap = (context: ValidationContext, key: string, map: CatalogueSeatMap): PreparedSeatMap => {
  const path = ["seat_maps", key];
  const { name, width, height, other_elements, map_geometry, sections } = map;
  checkUniqueKeys(sections, [...path, "sections"], context.addProblem);
  const rows = sections.flatMap((section, index) =>
    sectionRows(context.addProblem, section, { r: map.r, path: [...path, "sections", index] }),
  );
  const located = rows.flatMap((row, rowIndex) =>
    row.flatMap((seat, index) => (seat ? [{ ...dropAisle(seat), rank: rowIndex * maxInRow + index }] : [])),
  );
  if (located.length > maxSeats)
    context.addProblem([...path, "sections"], `has more than ${maxSeats.toLocaleString("en")} seats`);
  else checkSeatPositions(located, map, context.addProblem);
  const seats = located.map((seat): PreparedSeat => {
    const { path: _, ...prepared } = seat;
    return prepared;
  });
  return { key, path, name, width, height, other_elements, map_geometry, seats };
};

type SectionContext = { readonly r: number; readonly path: Path };

type LaidOutSeat = LocatedSeat & { aisle: boolean };

/** The rows of a section; undefined where a mark removes the seat. */
const sectionRows = (
  addProblem: ValidationContext["addProblem"],
  section: SeatMapSection,
  { r, path }: SectionContext,
): (LaidOutSeat | undefined)[][] => {
  const { rows = [], seats = [], marks = [] } = section;
  if (rows.length + seats.length === 0) addProblem(path, "has neither `rows` nor `seats`");
  const toSeat = (
    position: SeatPosition,
    fields: Pick<SeatRowPattern, "zone" | "kind" | "note" | "r">,
    at: Path,
  ): LaidOutSeat => ({
    key: `${section.key}/${position.row}/${position.label}`,
    section: section.name,
    row: position.row,
    label: position.label,
    name: (section.seat_name ?? "{section} {row} {label}").replace(
      /\{(section|row|label)\}/g,
      (_, word: "section" | "row" | "label") =>
        ({ section: section.name, row: position.row, label: position.label })[word],
    ),
    zone: fields.zone ?? section.zone ?? section.key,
    x: position.at[0],
    y: position.at[1],
    r: fields.r ?? section.r ?? r,
    kind: fields.kind ?? section.kind ?? null,
    note: fields.note ?? section.note ?? null,
    previous: null,
    next: null,
    rank: 0,
    aisle: position.aisle,
    path: at,
  });

  const laidRows = rows.flatMap((entry, index) => {
    const at = [...path, "rows", index];
    return checkRow(entry, at, addProblem)
      ? layOutSeats(entry).map((row) => row.map((seat) => toSeat(seat, entry, at)))
      : [];
  });
  const singles = seats.map((seat, index) =>
    toSeat({ ...seat, aisle: (seat.aisle ?? false) || seat.row !== seats[index - 1]?.row }, seat, [
      ...path,
      "seats",
      index,
    ]),
  );
  const marked = [...laidRows, singles].map((row) => applyMarks(row, marks));
  checkUnusedMarks(marks, [...laidRows, singles].flat(), [...path, "marks"], addProblem);
  for (const row of marked) linkNeighbours(row);
  return marked;
};

const dropAisle = (seat: LaidOutSeat): LocatedSeat => {
  const { aisle: _, ...rest } = seat;
  return rest;
};

/** Reports the problems of a row; false: it cannot be laid out. */
const checkRow = (entry: SeatRowPattern, path: Path, addProblem: ValidationContext["addProblem"]): boolean => {
  const { row, rows, last, from, to, bend = 0, seats, labels, numbering, start, gaps = [] } = entry;
  const problems: string[] = [];
  const addRowProblem = (field: string | undefined, message: string) => {
    problems.push(message);
    addProblem(field ? [...path, field] : path, message);
  };
  if ((row === undefined) === (rows === undefined)) addRowProblem(undefined, "needs either `row` or `rows`");
  if ((rows === undefined) !== (last === undefined))
    addRowProblem(rows ? "rows" : "last", "needs `rows` and `last` together");
  const lines = [{ from, to, bend, at: "bend" }, ...(last ? [{ ...last, bend: last.bend ?? bend, at: "last" }] : [])];
  for (const line of lines)
    if (Math.abs(line.bend) > Math.hypot(line.to[0] - line.from[0], line.to[1] - line.from[1]) / 2 + 0.01)
      addRowProblem(line.at, "bends more than half a circle");
  if (labels && (rows || labels.length !== seats))
    addRowProblem(
      "labels",
      rows ? "cannot be given for several rows" : `has ${labels.length} labels for ${seats} seats`,
    );
  if (start !== undefined && (numbering === "odd-even" || labels))
    addRowProblem("start", "cannot be combined with labels or with odd-even");
  gaps.forEach((gap, index) => {
    const after = typeof gap === "number" ? gap : gap.after;
    if (after >= Math.max(seats, last?.seats ?? 0) || (after > 1 && !Number.isInteger(after)))
      addProblem([...path, "gaps", index], "is after the last seat, or inside a seat");
  });
  return problems.length === 0;
};

const matchesMark = ({ rows, seats }: Mark, { row, label }: LocatedSeat): boolean =>
  (!rows || rows.includes(row)) && (!seats || seats.some((range) => range === label || isInLabelRange(range, label)));
const isInLabelRange = (range: string, label: string): boolean => {
  const [, first, last] = /^(\d+)-(\d+)$/.exec(range) ?? [];
  return first !== undefined && /^\d+$/.test(label) && Number(label) >= Number(first) && Number(label) <= Number(last);
};

/** Applies the marks to a row; undefined where a mark removes the seat. */
const applyMarks = <S extends LocatedSeat>(row: readonly S[], marks: readonly Mark[]): (S | undefined)[] =>
  row.map((seat) => {
    const own = marks.filter((mark) => matchesMark(mark, seat));
    if (own.some(({ removed }) => removed)) return undefined;
    return own.reduce(
      (seat, { zone = seat.zone, kind = seat.kind, note = seat.note, r = seat.r }) => ({
        ...seat,
        zone,
        kind,
        note,
        r,
      }),
      seat,
    );
  });

const checkUnusedMarks = (
  marks: readonly Mark[],
  seats: readonly LocatedSeat[],
  path: Path,
  addProblem: ValidationContext["addProblem"],
): void =>
  marks.forEach((mark, index) => {
    if (!seats.some((seat) => matchesMark(mark, seat))) addProblem([...path, index], "matches no seat of this section");
  });

/** Links seats that follow each other in a row, unless an aisle or a missing seat is between them. */
const linkNeighbours = (row: readonly (LaidOutSeat | undefined)[]): void =>
  row.forEach((seat, index) => {
    const previousSeat = row[index - 1];
    if (!seat || !previousSeat || seat.aisle) return;
    seat.previous = previousSeat.key;
    previousSeat.next = seat.key;
  });
