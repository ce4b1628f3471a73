import type { Seat } from "@foyer/contract/shop/seating.ts";
import type { Hall } from "@foyer/rules/seating/selectSeat.ts";
import type { SeatLabels } from "./useSeatLabels.ts";

export type SeatListRow = {
  readonly name: string;
  readonly seats: readonly Seat[];
  /** Each note of the row once, with its seats. */
  readonly notes: readonly { readonly note: string; readonly labels: readonly string[] }[];
};
export type SeatSection = {
  readonly name: string;
  readonly rows: readonly SeatListRow[];
  readonly seats: readonly Seat[];
};

/** Sections and rows in the order of the seat map, seats from left to right. */
export const sectionsOf = (hall: Hall, noteOf: SeatLabels["noteOf"]): readonly SeatSection[] =>
  [...Map.groupBy(hall.values(), (seat) => seat.section)].map(([name, seats]) => {
    const rows = [...Map.groupBy(seats, (seat) => seat.row)].map(([row, inRow]) => ({
      name: row,
      seats: inRow.toSorted((one, other) => one.x - other.x),
      notes: [
        ...Map.groupBy(
          inRow.filter((seat) => noteOf(seat) !== null),
          (seat) => noteOf(seat) ?? "",
        ),
      ].map(([note, noted]) => ({ note, labels: noted.map(({ label }) => label) })),
    }));
    return { name, rows, seats: rows.flatMap((row) => row.seats) };
  });

/** The seat to which a key moves the focus: along the row, or to the row in front or behind. */
export const stepInSection = ({ rows }: SeatSection, from: string, key: string): string | undefined => {
  const line = rows.findIndex(({ seats }) => seats.some((seat) => seat.seat_template_id === from));
  const row = rows[line]?.seats ?? [];
  const at = row.findIndex((seat) => seat.seat_template_id === from);
  const seat = row[at];
  if (!seat) return undefined;
  const beside = (other: number): string | undefined =>
    rows[other]?.seats.reduce<Seat | undefined>(
      (near, one) => (!near || Math.abs(one.x - seat.x) < Math.abs(near.x - seat.x) ? one : near),
      undefined,
    )?.seat_template_id;
  switch (key) {
    case "ArrowLeft":
      return row[at - 1]?.seat_template_id ?? from;
    case "ArrowRight":
      return row[at + 1]?.seat_template_id ?? from;
    case "ArrowUp":
      return beside(line - 1) ?? from;
    case "ArrowDown":
      return beside(line + 1) ?? from;
    case "Home":
      return row[0]?.seat_template_id;
    case "End":
      return row.at(-1)?.seat_template_id;
    default:
      return undefined;
  }
};
