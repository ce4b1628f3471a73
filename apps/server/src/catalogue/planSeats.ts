import { sql } from "kysely";
import type { Database } from "../db/connect.ts";
import type { Prepared } from "./prepare.ts";
import type { Problem } from "./problems.ts";
import type { Standing } from "./readShelf.ts";
import type { EventRow, SeatRow } from "./rows.ts";
import type { Wanted } from "./wantedShelf.ts";

/** Events that leave the hall that they are in. */
const moved = (standing: Standing, { events }: Wanted): EventRow[] => {
  const before = new Map(standing.events.map(({ id, seat_map_id }) => [id, seat_map_id]));
  return events.filter(({ id, seat_map_id }) => before.get(id) && before.get(id) !== seat_map_id);
};

/** Whoever is taking a seat of an event that moves holds its session: either they are done, or they wait for us. */
export const lockMoved = async (db: Database, standing: Standing, wanted: Wanted): Promise<void> => {
  const ids = moved(standing, wanted).map(({ id }) => id);
  if (ids.length > 0)
    await sql`select id from event_session where seller_id = ${standing.seller.id} and event_template_id = any(${ids}::uuid[])
      order by id for update`.execute(db);
};

/** Two plans of one room number the same chairs: seats sold by one could be sold again by the other. */
export const otherHall = async (
  db: Database,
  { problemAt }: Prepared,
  standing: Standing,
  wanted: Wanted,
): Promise<Problem[]> => {
  const ids = moved(standing, wanted).map(({ id }) => id);
  if (ids.length === 0) return [];
  const sold = await db
    .selectFrom("ticket")
    .select("event_template_id as id")
    .distinct()
    .where("seller_id", "=", standing.seller.id)
    .where("event_template_id", "in", ids)
    .where("seat_id", "is not", null)
    .execute();
  const hallOf = (event_id: string) => {
    const event = standing.events.find(({ id }) => id === event_id);
    return standing.seatMaps.find(({ id }) => id === event?.seat_map_id)?.key;
  };
  return sold.map(({ id }) =>
    problemAt(
      [...(wanted.paths.get(id) ?? []), "seat_map"],
      `the seat map was '${hallOf(id)}' when seats were held or sold; in another hall it is another event`,
    ),
  );
};

/** Seated groups of halls in which seats go to another zone: what they sold was sold under the old one. */
export const groupsOfRezoned = (
  standing: Standing | undefined,
  { events, groups }: Wanted,
  changed: readonly SeatRow[],
): string[] => {
  const zones = new Map(standing?.seats.map(({ id, zone }) => [id, zone]));
  const halls = new Set(changed.filter(({ id, zone }) => zones.get(id) !== zone).map((seat) => seat.seat_map_id));
  const inThem = new Set(events.filter((event) => halls.has(event.seat_map_id ?? "")).map(({ id }) => id));
  return groups
    .filter((group) => group.handler === "seated" && inThem.has(group.event_template_id))
    .map(({ id }) => id);
};
