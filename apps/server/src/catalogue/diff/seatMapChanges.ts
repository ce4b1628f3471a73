import { hasSeats } from "@foyer/rules/catalog/handlers.ts";
import type { Database } from "../../db/connections.ts";
import type { PreparedCatalogue } from "../validate/prepareCatalogue.ts";
import type { Problem } from "../format/problems.ts";
import type { StoredCatalogue } from "./readStoredCatalogue.ts";
import type { CatalogueEventRow, CatalogueSeatRow } from "./catalogueRows.ts";
import type { DesiredCatalogue } from "./desiredCatalogue.ts";
import { eventsWithSoldSeats, lockSessionsOfEvents } from "./soldTickets.sql.ts";

/** Events that switch to another seat map, or to none. */
const movedEvents = (stored: StoredCatalogue, { events }: DesiredCatalogue): CatalogueEventRow[] => {
  const storedSeatMaps = new Map(stored.events.map(({ id, seat_map_id }) => [id, seat_map_id]));
  return events.filter(({ id, seat_map_id }) => storedSeatMaps.get(id) && storedSeatMaps.get(id) !== seat_map_id);
};

/** Locks events that switch their seat map against concurrent holds of their seats. */
export const lockMovedEvents = async (
  db: Database,
  stored: StoredCatalogue,
  desired: DesiredCatalogue,
): Promise<void> => {
  const ids = movedEvents(stored, desired).map(({ id }) => id);
  if (ids.length > 0) await lockSessionsOfEvents(db, stored.seller.id, ids);
};

/** An event with sold seats cannot switch its seat map: the new map could sell the same chairs again. */
export const checkSeatMapChange = async (
  db: Database,
  { problemAt }: PreparedCatalogue,
  stored: StoredCatalogue,
  desired: DesiredCatalogue,
): Promise<Problem[]> => {
  const ids = movedEvents(stored, desired).map(({ id }) => id);
  if (ids.length === 0) return [];
  const sold = await eventsWithSoldSeats(db, stored.seller.id, ids);
  const seatMapOf = (event_id: string) => {
    const event = stored.events.find(({ id }) => id === event_id);
    return stored.seatMaps.find(({ id }) => id === event?.seat_map_id)?.key;
  };
  return sold.map(({ id }) =>
    problemAt(
      [...(desired.paths.get(id) ?? []), "seat_map"],
      `the seat map was '${seatMapOf(id)}' when seats were held or sold; an event in another hall must be a new event`,
    ),
  );
};

/** Seated groups of seat maps in which seats move to another zone. */
export const groupsOfRezonedSeats = (
  stored: StoredCatalogue | undefined,
  { events, groups }: DesiredCatalogue,
  changed: readonly CatalogueSeatRow[],
): string[] => {
  const zones = new Map(stored?.seats.map(({ id, zone }) => [id, zone]));
  const seatMapIds = new Set(changed.filter(({ id, zone }) => zones.get(id) !== zone).map((seat) => seat.seat_map_id));
  const eventIds = new Set(events.filter((event) => seatMapIds.has(event.seat_map_id ?? "")).map(({ id }) => id));
  return groups.filter((group) => hasSeats(group) && eventIds.has(group.event_template_id)).map(({ id }) => id);
};
