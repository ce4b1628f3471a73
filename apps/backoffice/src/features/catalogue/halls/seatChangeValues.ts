import type { SeatKind } from "@foyer/contract/shop/seating.ts";
import type { SeatChange } from "@foyer/rules/seating/hall/changeSeats.ts";

const zonePattern = /^[a-z0-9](?:[a-z0-9_-]{0,61}[a-z0-9])?$/;
/** What a field may say besides a value. */
export const asIs = "";
export const none = "-";
export const other = "+";

export const emptyFields = { zone: asIs, newZone: "", kind: asIs, note: asIs, newNote: "" };

export type SeatChangeValues = typeof emptyFields;

/** What the fields say; undefined where the new zone is no key. */
export const seatChangeOf = ({ zone, newZone, kind, note, newNote }: SeatChangeValues): SeatChange | undefined => {
  if (zone === other && !zonePattern.test(newZone)) return undefined;
  return {
    ...(zone !== asIs && { zone: zone === other ? newZone : zone }),
    ...(kind !== asIs && { kind: kind === none ? null : (kind as SeatKind) }),
    ...(note !== asIs && { note: note === none ? null : newNote.trim() || null }),
  };
};
