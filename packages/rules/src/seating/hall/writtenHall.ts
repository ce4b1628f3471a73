import type { SeatKind, SeatMapShape } from "@foyer/contract/shop/seating.ts";

/** A hall as written in the catalogue. The import validates the format; these are its types. */

type Optional<T> = { readonly [K in keyof T]?: T[K] | undefined };

/** In map units, from the left and the top. */
export type Point = readonly [x: number, y: number];

/** Values that a section, a row, a single seat or a mark can set for its seats. */
export type SeatFields = Optional<{ zone: string; kind: SeatKind; note: string; r: number }>;

/** An aisle after this many seats, or, if below 1, after that fraction of the row. */
export type WrittenGap = number | { readonly after: number; readonly wide: number };

export const numberings = ["left", "right", "odd", "even", "odd-even"] as const;
export type Numbering = (typeof numberings)[number];

/** A row, straight or bent, or several behind each other: the first as given, the last as in `last`. */
export type WrittenRows = SeatFields &
  Optional<{
    row: string;
    rows: readonly string[];
    bend: number;
    last: { readonly from: Point; readonly to: Point } & Optional<{ bend: number; seats: number }>;
    gaps: readonly WrittenGap[];
    numbering: Numbering;
    start: number;
    labels: readonly string[];
  }> & { readonly from: Point; readonly to: Point; readonly seats: number };

export type WrittenSeat = SeatFields &
  Optional<{ aisle: boolean }> & { readonly row: string; readonly label: string; readonly at: Point };

/** Values that apply to the matching seats: without `rows` all rows, without `seats` all seats. */
export type WrittenMark = SeatFields &
  Optional<{ rows: readonly string[]; seats: readonly string[]; removed: boolean }>;

/** Entries that cannot be laid out are undefined, so that the others keep their indexes. */
export type WrittenSection = SeatFields &
  Optional<{ seat_name: string }> & {
    readonly key: string;
    readonly name: string;
    readonly rows?: readonly (WrittenRows | undefined)[] | undefined;
    readonly seats?: readonly (WrittenSeat | undefined)[] | undefined;
    readonly marks?: readonly WrittenMark[] | undefined;
  };

export type WrittenHall = {
  readonly name: string;
  readonly width: number;
  readonly height: number;
  /** The radius of a seat, unless its section, row or mark sets another. */
  readonly r: number;
  /** The outlines of sections and everything else in the room, in drawing order. */
  readonly shapes: readonly SeatMapShape[];
  readonly sections: readonly WrittenSection[];
};
