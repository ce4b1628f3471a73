import type { SeatKind, SeatMapShape } from "@foyer/contract/shop/seating.ts";

/** A hall as the catalogue writes it. The import validates the format; these are its types. */

type Optional<T> = { readonly [K in keyof T]?: T[K] | undefined };

/** In units of the map, from the left and the top. */
export type Point = readonly [x: number, y: number];

/** What a section, a row, a single seat or a mark may say of its seats. */
export type SeatFields = Optional<{ zone: string; kind: SeatKind; note: string; r: number }>;

/** After so many seats, or below 1 after that part of the row. */
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

/** Differences of the seats that match: all rows and all seats where they are left out. */
export type WrittenMark = SeatFields &
  Optional<{ rows: readonly string[]; seats: readonly string[]; removed: boolean }>;

/** Entries that cannot be laid out are undefined, so that the others keep their places in the lists. */
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
  /** Radius of a seat, unless its section, row or mark says otherwise. */
  readonly r: number;
  /** The outlines of sections and everything else in the room, in the order in which they are drawn. */
  readonly shapes: readonly SeatMapShape[];
  readonly sections: readonly WrittenSection[];
};
