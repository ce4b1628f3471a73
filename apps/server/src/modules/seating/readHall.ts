import { ResponseCache } from "../../http/cache/responseCache.ts";
import type { RequestContext } from "../../http/requestContext.ts";
import { seatMapRow, seatRows, type SeatMapRow, type HallSeatRow } from "./seating.sql.ts";

/** The seat map of an event with its seats. */
export type HallWithSeats = { readonly map: SeatMapRow; readonly seats: readonly HallSeatRow[] };

/** Seats change only through an import, which gives their map a new version. */
const seatCache = new ResponseCache<readonly HallSeatRow[]>({
  maxEntries: 100,
  maxBytes: 32 * 1024 * 1024,
  bytesOf: (seats) => seats.length * bytesOfSeat,
  refreshFraction: 0,
});
/** The approximate size of a row with its texts. */
const bytesOfSeat = 500;
const cacheSeconds = 3600;

/** Undefined for an event without numbered seats. */
export const readHall = async (ctx: RequestContext, event_template_id: string): Promise<HallWithSeats | undefined> => {
  const map = await seatMapRow(ctx, event_template_id);
  return map && { map, seats: await cachedSeats(ctx, map) };
};

const cachedSeats = (ctx: RequestContext, { id, catalogue_version }: SeatMapRow): Promise<readonly HallSeatRow[]> =>
  seatCache.get(`${ctx.seller.id} ${id} ${catalogue_version}`, cacheSeconds, () => seatRows(ctx, id));
