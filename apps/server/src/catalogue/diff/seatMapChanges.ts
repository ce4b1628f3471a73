import { sql } from "kysely";
import type { Database } from "../../db/connections.ts";
import type { PreparedCatalogue } from "../validate/prepareCatalogue.ts";
import type { Problem } from "../format/problems.ts";
import type { StoredCatalogue } from "./readStoredCatalogue.ts";
import type { EventRow, SeatRow } from "./catalogueRows.ts";
import type { DesiredCatalogue } from "./desiredCatalogue.ts";

/** Events that leave the hall that they are in. */
const movedEvents = (stored: StoredCatalogue, { events }: DesiredCatalogue): EventRow[] => {
  const storedSeatMaps = new Map(stored.events.map(({ id, seat_map_id }) => [id, seat_map_id]));
  return events.filter(({ id, seat_map_id }) => storedSeatMaps.get(id) && storedSeatMaps.get(id) !== seat_map_id);
};

/** Whoever is taking a seat of an event that moves holds its session: either they are done, or they wait for us. */
export const lockMovedEvents = async (
  db: Database,
  stored: StoredCatalogue,
  desired: DesiredCatalogue,
): Promise<void> => {
  const ids = movedEvents(stored, desired).map(({ id }) => id);
  if (ids.length > 0)
    await sql`select id from event_session where seller_id = ${stored.seller.id} and event_template_id = any(${ids}::uuid[])
      order by id for update`.execute(db);
};

/** Two plans of one room number the same chairs: seats sold by one could be sold again by the other. */
export const checkSeatMapChange = async (
  db: Database,
  { problemAt }: PreparedCatalogue,
  stored: StoredCatalogue,
  desired: DesiredCatalogue,
): Promise<Problem[]> => {
  const ids = movedEvents(stored, desired).map(({ id }) => id);
  if (ids.length === 0) return [];
  const sold = await db
    .selectFrom("ticket")
    .select("event_template_id as id")
    .distinct()
    .where("seller_id", "=", stored.seller.id)
    .where("event_template_id", "in", ids)
    .where("seat_id", "is not", null)
    .execute();
  const seatMapOf = (event_id: string) => {
    const event = stored.events.find(({ id }) => id === event_id);
    return stored.seatMaps.find(({ id }) => id === event?.seat_map_id)?.key;
  };
  return sold.map(({ id }) =>
    problemAt(
      [...(desired.paths.get(id) ?? []), "seat_map"],
      `the seat map was '${seatMapOf(id)}' when seats were held or sold; in another hall it is another event`,
    ),
  );
};

/** Seated groups of halls in which seats go to another zone: what they sold was sold under the old one. */
export const groupsOfRezonedSeats = (
  stored: StoredCatalogue | undefined,
  { events, groups }: DesiredCatalogue,
  changed: readonly SeatRow[],
): string[] => {
  const zones = new Map(stored?.seats.map(({ id, zone }) => [id, zone]));
  const seatMapIds = new Set(changed.filter(({ id, zone }) => zones.get(id) !== zone).map((seat) => seat.seat_map_id));
  const eventIds = new Set(events.filter((event) => seatMapIds.has(event.seat_map_id ?? "")).map(({ id }) => id));
  return groups
    .filter((group) => group.handler === "seated" && eventIds.has(group.event_template_id))
    .map(({ id }) => id);
};
