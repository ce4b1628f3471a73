import { layOutSection, type HallSeat } from "@foyer/rules/seating/hall/layOutHall.ts";
import { matchesMark } from "@foyer/rules/seating/hall/marks.ts";
import type { Steps } from "@foyer/rules/values/steps.ts";
import { checkUniqueKeys, type ValidationContext } from "./validationContext.ts";
import type { LocatedSeat, PreparedSeat, PreparedSeatMap } from "./preparedSeat.ts";
import type { Mark, CatalogueSeatMap, SeatRowPattern, SeatMapSection } from "../format/seatMap.ts";
import type { Path } from "../format/problems.ts";
import { checkSeatPositions } from "./checkSeatPositions.ts";

const maxSeats = 50_000;
const maxInRow = 10_000;

/** Lays out the seats of a seat map and reports its problems. */
export const prepareSeatMap = function* (
  context: ValidationContext,
  key: string,
  map: CatalogueSeatMap,
): Steps<PreparedSeatMap> {
  const path = ["seat_maps", key];
  const { name, width, height, other_elements, map_geometry, sections } = map;
  checkUniqueKeys(sections, [...path, "sections"], context.addProblem);
  const rows: (LocatedSeat | undefined)[][] = [];
  for (const [index, section] of sections.entries()) {
    yield;
    for (const row of sectionRows(context.addProblem, section, { r: map.r, path: [...path, "sections", index] }))
      rows.push(row);
  }
  const located = rows.flatMap((row, rowIndex) =>
    row.flatMap((seat, index) => (seat ? [{ ...seat, rank: rowIndex * maxInRow + index }] : [])),
  );
  if (located.length > maxSeats)
    context.addProblem([...path, "sections"], `has more than ${maxSeats.toLocaleString("en")} seats`);
  else yield* checkSeatPositions(located, map, context.addProblem);
  const seats = located.map((seat): PreparedSeat => {
    const { path: _, ...prepared } = seat;
    return prepared;
  });
  return { key, path, name, width, height, other_elements, map_geometry, seats };
};

type SectionContext = { readonly r: number; readonly path: Path };

/** The rows of a section. A seat that a mark removes is undefined. */
const sectionRows = (
  addProblem: ValidationContext["addProblem"],
  section: SeatMapSection,
  { r, path }: SectionContext,
): (LocatedSeat | undefined)[][] => {
  const { rows = [], seats = [], marks = [] } = section;
  if (rows.length + seats.length === 0) addProblem(path, "has neither `rows` nor `seats`");
  const correct = rows.map((entry, index) =>
    checkRow(entry, [...path, "rows", index], addProblem) ? entry : undefined,
  );
  const laidOut = layOutSection({ ...section, rows: correct }, r);
  checkUnusedMarks(marks, laidOut.flat(), [...path, "marks"], addProblem);
  return laidOut.map((row) => row.map((seat) => (seat.isRemoved ? undefined : withPath(seat, path))));
};

/** A seat with the path of its entry. */
const withPath = (seat: HallSeat, path: Path): LocatedSeat => {
  const { isRemoved: _, from, base: __, ...prepared } = seat;
  return { ...prepared, rank: 0, path: [...path, from.list, from.index] };
};

/** Reports the problems of a row; returns false if it cannot be laid out. */
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

const checkUnusedMarks = (
  marks: readonly Mark[],
  seats: readonly HallSeat[],
  path: Path,
  addProblem: ValidationContext["addProblem"],
): void =>
  marks.forEach((mark, index) => {
    if (!seats.some((seat) => matchesMark(mark, seat))) addProblem([...path, index], "matches no seat of this section");
  });
