import type { Database } from "../../db/connections.ts";
import type { Problem } from "../format/problems.ts";
import type { PreparedCatalogue } from "../validate/prepareCatalogue.ts";
import type { CatalogueChanges } from "./compareCatalogues.ts";
import type { StoredCatalogue } from "./readStoredCatalogue.ts";
import { sessionsWithSeatsInUse, type SessionInUse } from "./seatsInUse.sql.ts";

/** The maximum number of sessions to find, and to name per event in a problem. */
const most = { found: 1000, named: 20 } as const;

/**
 * Rejects removing seats from a hall that are sold, held or blocked by staff in sessions that are not over, and names
 * the sessions. Called when the seats are locked: a concurrent hold has finished or waits. An event that is removed
 * together with its hall keeps its seats as retired ones.
 */
export const checkRemovedSeats = async (
  db: Database,
  { problemAt }: PreparedCatalogue,
  stored: StoredCatalogue,
  { changes: { seats, events }, now }: { readonly changes: CatalogueChanges; readonly now: Temporal.Instant },
): Promise<Problem[]> => {
  const ids = seats.removed.map(({ id }) => id);
  if (ids.length === 0) return [];
  const leaving = new Set(events.removed.map(({ id }) => id));
  const found = await sessionsWithSeatsInUse(db, {
    now,
    seller_id: stored.seller.id,
    seats: { ids },
    limit: most.found,
  });
  const sessions = found.filter(({ event_template_id }) => !leaving.has(event_template_id));
  const hallKeys = new Map(stored.seatMaps.map(({ id, key }) => [id, key]));
  return [
    ...Map.groupBy(sessions, ({ seat_map_id, event_template_id }) => `${seat_map_id} ${event_template_id}`).values(),
  ].map((ofEvent) => {
    const hall = hallKeys.get(ofEvent[0]?.seat_map_id ?? "") ?? "";
    return { ...problemAt(["seat_maps", hall], messageOf(ofEvent)), breaksPromise: true as const };
  });
};

const messageOf = (sessions: readonly SessionInUse[]): string => {
  const names = [...new Set(sessions.flatMap(({ names }) => names))].slice(0, 3).map((name) => `'${name}'`);
  const isOne = sessions.every(({ seats }) => seats === 1) && names.length === 1;
  const named = sessions.slice(0, most.named).map(({ local_day, local_start }) => `${local_day} ${local_start}`);
  const more = sessions.length - named.length;
  const seats = isOne ? `seat ${names.join()} is` : `seats such as ${names.join(", ")} are`;
  const dates = `${named.join(", ")}${more > 0 ? ` and ${more} more` : ""}`;
  return `${seats} sold, held or kept in ${sessions.length === 1 ? "the session" : "the sessions"} of '${sessions[0]?.event_name}' on ${dates}, and cannot be taken away`;
};
