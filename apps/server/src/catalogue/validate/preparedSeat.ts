import type { SeatKind } from "@foyer/contract/shop/seating.ts";
import type { Path } from "../format/problems.ts";
import type { CatalogueSeatMap } from "../format/seatMap.ts";

export type PreparedSeat = {
  /** 'section/row/label', by which an import finds the seat again. */
  readonly key: string;
  readonly section: string;
  readonly row: string;
  readonly label: string;
  readonly name: string;
  readonly zone: string;
  readonly x: number;
  readonly y: number;
  readonly r: number;
  readonly kind: SeatKind | null;
  readonly note: string | null;
  /** Keys of the adjacent seats. */
  readonly previous: string | null;
  readonly next: string | null;
  /**
   * Order in the seat map. Leaves gaps between rows, so that adding a seat to one row does not change the ranks of
   * another.
   */
  readonly rank: number;
};

export type PreparedSeatMap = Omit<CatalogueSeatMap, "r" | "sections"> & {
  readonly key: string;
  readonly path: Path;
  readonly seats: readonly PreparedSeat[];
};

/** A seat with the path of its entry in the file. */
export type LocatedSeat = { -readonly [field in keyof PreparedSeat]: PreparedSeat[field] } & { readonly path: Path };
