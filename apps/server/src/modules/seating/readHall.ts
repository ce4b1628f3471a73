import type { RequestContext } from "../../http/requestContext.ts";
import { seatMapRow, seatRows, type SeatMapRow, type HallSeatRow } from "./seating.sql.ts";

/** The seat map of an event with its seats. */
export type HallWithSeats = { readonly map: SeatMapRow; readonly seats: readonly HallSeatRow[] };

/** Seats only change with an import: those of the most recently read maps are cached. */
const seatCache = new Map<string, Promise<readonly HallSeatRow[]>>();
const maxCachedHalls = 8;

/** Undefined for an event without numbered seats. */
export const readHall = async (ctx: RequestContext, event_template_id: string): Promise<HallWithSeats | undefined> => {
  const map = await seatMapRow(ctx, event_template_id);
  return map && { map, seats: await cachedSeats(ctx, map) };
};

const cachedSeats = (ctx: RequestContext, { id, catalogue_version }: SeatMapRow): Promise<readonly HallSeatRow[]> => {
  const key = `${ctx.seller.id} ${id} ${catalogue_version}`;
  const known = seatCache.get(key);
  const seats = known ?? seatRows(ctx, id);
  // Moves the entry to the end: a Map iterates in insertion order.
  seatCache.delete(key);
  seatCache.set(key, seats);
  if (!known) seats.catch(() => seatCache.delete(key));
  for (const oldest of seatCache.keys()) {
    if (seatCache.size <= maxCachedHalls) break;
    seatCache.delete(oldest);
  }
  return seats;
};
