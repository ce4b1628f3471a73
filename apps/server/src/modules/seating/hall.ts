import type { Ask } from "../../http/ask.ts";
import { seatMapRow, seatRows, type SeatMapRow, type SeatRow } from "./seating.sql.ts";

/** The hall of an event, as the catalogue says it. */
export type Hall = { readonly map: SeatMapRow; readonly seats: readonly SeatRow[] };

/** Chairs stay where they are until an import moves them: the seats of the halls asked for last are kept. */
const kept = new Map<string, Promise<readonly SeatRow[]>>();
const mostHalls = 8;

/** Undefined where an event's seats have no numbers. */
export const hallOf = async (ask: Ask, event_template_id: string): Promise<Hall | undefined> => {
  const map = await seatMapRow(ask, event_template_id);
  return map && { map, seats: await seatsOf(ask, map) };
};

const seatsOf = (ask: Ask, { id, catalogue_version }: SeatMapRow): Promise<readonly SeatRow[]> => {
  const key = `${ask.seller.id} ${id} ${catalogue_version}`;
  const known = kept.get(key);
  const seats = known ?? seatRows(ask, id);
  // To the end of the row: a map keeps the order in which its keys came.
  kept.delete(key);
  kept.set(key, seats);
  if (!known) seats.catch(() => kept.delete(key));
  for (const oldest of kept.keys()) {
    if (kept.size <= mostHalls) break;
    kept.delete(oldest);
  }
  return seats;
};
