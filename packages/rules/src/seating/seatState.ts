import type { Seat } from "@foyer/contract/shop/seating.ts";

/** A seated group of an event as someone sees it, in one session. */
export type SeatedGroup = {
  readonly id: string;
  readonly zones: readonly string[];
  /** Neither it nor, where it counts towards it, the session is sold out. */
  readonly available: boolean;
};

/** How each zone stands, whoever sits in it. */
export type ZoneState = { readonly ticket_groups: string; readonly available: boolean };

/** Zones with the groups that sell them. A zone that none of these groups sells is not there. */
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

/**
 * A seat is unavailable if none of its ticket groups are still available. Of one that nobody could buy it is not even
 * said whether somebody has it.
 */
export const seatState = (zone: ZoneState | undefined, isTaken: boolean): Seat["state"] => {
  if (!zone?.available) return "unavailable";
  return isTaken ? "booked" : "available";
};
