import type { SeatKind } from "@foyer/contract/shop/seating.ts";
import type { HallSeat } from "@foyer/rules/seating/hall/layOutHall.ts";
import { seatColors } from "@foyer/rules/seating/seatColors.ts";
import type { LayerLook } from "@foyer/ui/seats/groupLayers.ts";
import { count } from "../../../shared/format/format.ts";
import type { DrawnSeat } from "../seats/HallDrawing.tsx";
import type { RowSeat } from "../seats/RowList.tsx";

export const seatSignNames: Readonly<Record<SeatKind, string>> = {
  wheelchair: "Wheelchair space",
  companion: "Companion seat",
  restricted_view: "Restricted view",
};
export const seatSigns = Object.keys(seatSignNames) as readonly SeatKind[];

export type Zone = { readonly key: string; readonly color: string; readonly seats: readonly HallSeat[] };

/** The zones of a hall, each with a colour and its seats. */
export const zonesOf = (seats: readonly HallSeat[]): readonly Zone[] => {
  const zones = Map.groupBy(
    seats.filter(({ isRemoved }) => !isRemoved),
    ({ zone }) => zone,
  );
  const colors = seatColors([...zones.keys()].map((id) => ({ id, color: null })));
  return [...zones].map(([key, own]) => {
    const { light, dark } = colors[key] ?? { light: "currentColor", dark: "currentColor" };
    return { key, color: `light-dark(${light}, ${dark})`, seats: own };
  });
};

/** The seats as the drawing shows them: in the colour of their zone, with a ring if in use. */
export const drawnSeats = (
  seats: readonly HallSeat[],
  zones: readonly Zone[],
  inUse: ReadonlyMap<string, number>,
): readonly DrawnSeat[] => {
  const looks = new Map(
    zones.map(({ key, color }): [string, Readonly<Record<"disc" | "square", LayerLook>>] => {
      const disc: LayerLook = { mark: "free", color };
      return [key, { disc, square: { ...disc, shape: "square" } }];
    }),
  );
  return seats.flatMap(({ key, section, row, label, x, y, r, kind, next, zone, isRemoved }) => {
    const look = looks.get(zone)?.[kind === "wheelchair" || kind === "companion" ? "square" : "disc"];
    return look && !isRemoved
      ? [{ key, section, row, label, x, y, r, kind, next, look, isRinged: inUse.has(key) }]
      : [];
  });
};

/** The description of a seat. */
export const seatWords = (
  { zone, kind, note, isRemoved }: Pick<HallSeat, "zone" | "kind" | "note" | "isRemoved">,
  sessions: number,
): readonly string[] => [
  ...(isRemoved ? ["no seat"] : [`zone ${zone}`]),
  ...(kind && !isRemoved ? [seatSignNames[kind]] : []),
  ...(note !== null && !isRemoved ? [note] : []),
  ...(sessions > 0 ? [`in use in ${count(sessions, "session")}`] : []),
];

export const rowSeats = (seats: readonly HallSeat[], inUse: ReadonlyMap<string, number>): readonly RowSeat[] =>
  seats.map((seat) => ({
    key: seat.key,
    section: seat.section,
    row: seat.row,
    label: seat.label,
    kind: seat.kind,
    hasNote: seat.note !== null,
    isTaken: false,
    isRemoved: seat.isRemoved,
    spoken: [seat.name, ...seatWords(seat, inUse.get(seat.key) ?? 0)].join(", "),
  }));
