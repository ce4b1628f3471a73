import type { Seat } from "@foyer/contract/shop/seating.ts";

/** A seated group of an event in one session, as a visitor sees it. */
export type SeatedGroup = {
  readonly id: string;
  readonly zones: readonly string[];
  /** Neither the group nor, if it counts towards it, the session is sold out. */
  readonly available: boolean;
};

/** A zone: the ids of the groups that sell it, comma-separated, and whether one of them is available. */
export type ZoneState = { readonly ticket_groups: string; readonly available: boolean };

/** Zones by name with the groups that sell them. Unsold zones are absent. */
export const zoneStates = (sellers: readonly SeatedGroup[]): ReadonlyMap<string, ZoneState> => {
  const zones = new Map<string, ZoneState>();
  for (const { id, zones: names, available } of sellers)
    for (const name of names) {
      const before = zones.get(name);
      zones.set(name, {
        ticket_groups: before ? `${before.ticket_groups},${id}` : id,
        available: available || (before?.available ?? false),
      });
    }
  return zones;
};

/** A seat is unavailable if none of its ticket groups is available; then it is not revealed whether it is taken. */
export const seatState = (zone: ZoneState | undefined, isTaken: boolean): Seat["state"] => {
  if (!zone?.available) return "unavailable";
  return isTaken ? "booked" : "available";
};
