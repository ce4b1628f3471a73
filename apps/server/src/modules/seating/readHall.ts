import type { RequestContext } from "../../http/requestContext.ts";
import { seatMapRow, seatRows, type SeatMapRow, type HallSeatRow } from "./seating.sql.ts";

/** The hall of an event, as the catalogue says it. */
export type HallWithSeats = { readonly map: SeatMapRow; readonly seats: readonly HallSeatRow[] };

/** Chairs stay where they are until an import moves them: the seats of the halls asked for last are kept. */
const seatCache = new Map<string, Promise<readonly HallSeatRow[]>>();
const maxCachedHalls = 8;

/** Undefined where an event's seats have no numbers. */
export const readHall = async (ctx: RequestContext, event_template_id: string): Promise<HallWithSeats | undefined> => {
  const map = await seatMapRow(ctx, event_template_id);
  return map && { map, seats: await cachedSeats(ctx, map) };
};

const cachedSeats = (ctx: RequestContext, { id, catalogue_version }: SeatMapRow): Promise<readonly HallSeatRow[]> => {
  const key = `${ctx.seller.id} ${id} ${catalogue_version}`;
  const known = seatCache.get(key);
  const seats = known ?? seatRows(ctx, id);
  // To the end of the row: a map keeps the order in which its keys came.
  seatCache.delete(key);
  seatCache.set(key, seats);
  if (!known) seats.catch(() => seatCache.delete(key));
  for (const oldest of seatCache.keys()) {
    if (seatCache.size <= maxCachedHalls) break;
    seatCache.delete(oldest);
  }
  return seats;
};
