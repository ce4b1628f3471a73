import type { SeatKind } from "@foyer/contract/shop/seating.ts";
import { layOutRows, type SeatPosition } from "./layOutRows.ts";
import { matchesMark } from "./marks.ts";
import type { SeatFields, WrittenHall, WrittenMark, WrittenSection } from "./writtenHall.ts";

/** The properties of a seat. */
export type SeatLook = {
  readonly zone: string;
  readonly kind: SeatKind | null;
  readonly note: string | null;
  readonly r: number;
};

/** The entry of a section that a seat comes from. */
export type SeatSource = { readonly list: "rows" | "seats"; readonly index: number };

/** A seat with the values that its section, its row and its marks give it. */
export type HallSeat = SeatLook & {
  /** 'section/row/label': the import identifies the seat by it. */
  readonly key: string;
  readonly section: string;
  readonly row: string;
  readonly label: string;
  /** The name that is printed on its ticket. */
  readonly name: string;
  readonly x: number;
  readonly y: number;
  /** A mark removes it: there is no seat at this position. */
  readonly isRemoved: boolean;
  /** Keys of the adjacent seats. */
  readonly previous: string | null;
  readonly next: string | null;
  readonly from: SeatSource;
  /** Its values without the marks. */
  readonly base: SeatLook;
};

/** The seats of a hall, including those that marks remove, in numbering order. */
export const layOutHall = ({ sections, r }: Pick<WrittenHall, "sections" | "r">): readonly HallSeat[] =>
  sections.flatMap((section) => layOutSection(section, r).flat());

/** The rows of a section: each row laid out by a rule, then all single seats as one row. `r` is the hall's seat radius. */
export const layOutSection = (section: WrittenSection, r: number): readonly (readonly HallSeat[])[] => {
  const { rows = [], seats = [], marks = [] } = section;
  const byRule = rows.flatMap((entry, index) =>
    entry
      ? layOutRows(entry).map((row) =>
          row.map((position): PlacedSeat => {
            return { position, base: lookOf(entry, section, r), from: { list: "rows", index } };
          }),
        )
      : [],
  );
  const singles = seats.flatMap((seat, index): readonly PlacedSeat[] => {
    if (!seat) return [];
    const aisle = (seat.aisle ?? false) || seat.row !== seats[index - 1]?.row;
    return [{ position: { ...seat, aisle }, base: lookOf(seat, section, r), from: { list: "seats", index } }];
  });
  return [...byRule, singles].map((row) => {
    const there = row.map((seat) => (isRemoved(marks, seat) ? undefined : seat));
    return row.map((seat, index) =>
      finished(section, marks, { seat, self: there[index], before: there[index - 1], after: there[index + 1] }),
    );
  });
};

type PlacedSeat = { readonly position: SeatPosition; readonly base: SeatLook; readonly from: SeatSource };

const lookOf = (own: SeatFields, section: WrittenSection, r: number): SeatLook => ({
  zone: own.zone ?? section.zone ?? section.key,
  kind: own.kind ?? section.kind ?? null,
  note: own.note ?? section.note ?? null,
  r: own.r ?? section.r ?? r,
});

/** A seat with its neighbours; undefined if marks remove them. */
type InRow = { readonly seat: PlacedSeat } & Readonly<Record<"self" | "before" | "after", PlacedSeat | undefined>>;

const finished = (
  section: WrittenSection,
  marks: readonly WrittenMark[],
  { seat, self, before, after }: InRow,
): HallSeat => {
  const { position, base, from } = seat;
  const keyOf = (one: PlacedSeat): string => `${section.key}/${one.position.row}/${one.position.label}`;
  return {
    key: keyOf(seat),
    section: section.name,
    row: position.row,
    label: position.label,
    name: seatName(section, position),
    x: position.at[0],
    y: position.at[1],
    ...marked(base, marks, position),
    isRemoved: self === undefined,
    previous: self && before && !position.aisle ? keyOf(before) : null,
    next: self && after && !after.position.aisle ? keyOf(after) : null,
    from,
    base,
  };
};

const isRemoved = (marks: readonly WrittenMark[], { position }: PlacedSeat): boolean =>
  marks.some((mark) => mark.removed === true && matchesMark(mark, position));

const marked = (base: SeatLook, marks: readonly WrittenMark[], position: SeatPosition): SeatLook =>
  marks
    .filter((mark) => matchesMark(mark, position))
    .reduce(
      (look, { zone = look.zone, kind = look.kind, note = look.note, r = look.r }) => ({ zone, kind, note, r }),
      base,
    );

const seatName = ({ seat_name, name }: WrittenSection, { row, label }: SeatPosition): string =>
  (seat_name ?? "{section} {row} {label}").replace(
    /\{(section|row|label)\}/g,
    (_, word: "section" | "row" | "label") => ({ section: name, row, label })[word],
  );
