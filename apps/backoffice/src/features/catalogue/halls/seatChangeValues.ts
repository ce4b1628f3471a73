import type { SeatKind } from "@foyer/contract/shop/seating.ts";
import type { SeatChange } from "@foyer/rules/seating/hall/changeSeats.ts";

const zonePattern = /^[a-z0-9](?:[a-z0-9_-]{0,61}[a-z0-9])?$/;
/** Special values of a field: leave it unchanged, or remove it. */
export const asIs = "";
export const none = "-";
export const other = "+";

export const emptyFields = { zone: asIs, newZone: "", kind: asIs, note: asIs, newNote: "" };

export type SeatChangeValues = typeof emptyFields;

/** The change that the fields describe; undefined if the new zone is not a valid key. */
export const seatChangeOf = ({ zone, newZone, kind, note, newNote }: SeatChangeValues): SeatChange | undefined => {
  if (zone === other && !zonePattern.test(newZone)) return undefined;
  return {
    ...(zone !== asIs && { zone: zone === other ? newZone : zone }),
    ...(kind !== asIs && { kind: kind === none ? null : (kind as SeatKind) }),
    ...(note !== asIs && { note: note === none ? null : newNote.trim() || null }),
  };
};
