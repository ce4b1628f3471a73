import { sql, type RawBuilder } from "kysely";
import type { Database } from "../../db/connections.ts";

/** A session that is not over, with those of its seats that are sold, held or blocked by staff. */
export type SessionInUse = {
  readonly id: string;
  readonly seat_map_id: string;
  readonly event_template_id: string;
  readonly event_key: string;
  readonly event_name: string;
  readonly local_day: string;
  readonly local_start: string;
  readonly seats: number;
  /** The names of the first few seats. */
  readonly names: readonly string[];
};

type Options = {
  readonly now: Temporal.Instant;
  readonly seller_id: string;
  /** The seats to look for. */
  readonly seats: { readonly ids: readonly string[] } | { readonly seat_map_id: string };
  /** The maximum number of sessions. */
  readonly limit: number;
};

/**
 * Selects the seats in use: those of valid or used tickets, of holds that have not expired or are being paid for, and of
 * house seats. Sessions that are over or cancelled, and those of retired events, use no seats.
 */
const inUse = ({ now, seller_id, seats }: Pick<Options, "now" | "seller_id" | "seats">): RawBuilder<unknown> => {
  const isAsked = "ids" in seats ? sql`a.id = any(${seats.ids}::uuid[])` : sql`a.seat_map_id = ${seats.seat_map_id}`;
  return sql`select u.event_session_id, u.seat_id from (
      select t.event_session_id, t.seat_id from ticket t
      where t.seller_id = ${seller_id} and t.seat_id in (select a.id from seat a where a.seller_id = ${seller_id} and ${isAsked})
        and (t.state in ('booked', 'redeemed') or t.state in ('held', 'in_cart') and not exists (
          select from cart c where c.seller_id = ${seller_id} and c.id = t.cart_id and c.state = 'pending'
            and c.expires_at <= ${now.toString()} and (c.leased_until is null or c.leased_until <= ${now.toString()})))
      union
      select h.event_session_id, h.seat_id from house_seat h
      where h.seller_id = ${seller_id} and h.seat_id in (select a.id from seat a where a.seller_id = ${seller_id} and ${isAsked})
    ) u
    join event_session s on s.seller_id = ${seller_id} and s.id = u.event_session_id
    join event_template e on e.seller_id = ${seller_id} and e.id = s.event_template_id
    where s.end_datetime > ${now.toString()} and not s.cancelled and not e.retired`;
};

/** The sessions in which seats are in use, in order of their start. */
export const sessionsWithSeatsInUse = async (db: Database, options: Options): Promise<readonly SessionInUse[]> => {
  const { seller_id, limit } = options;
  const { rows } =
    await sql<SessionInUse>`select s.id, a.seat_map_id, s.event_template_id, e.key as event_key, e.name as event_name,
      s.local_day, s.local_start, count(*)::int as seats, (array_agg(a.name order by a.rank, a.id))[1:3] as names
    from (${inUse(options)}) u
    join seat a on a.seller_id = ${seller_id} and a.id = u.seat_id
    join event_session s on s.seller_id = ${seller_id} and s.id = u.event_session_id
    join event_template e on e.seller_id = ${seller_id} and e.id = s.event_template_id
    group by s.id, a.seat_map_id, s.event_template_id, e.key, e.name, s.local_day, s.local_start, s.start_datetime
    order by s.start_datetime, s.id limit ${limit}`.execute(db);
  return rows;
};

/** The number of sessions in which each seat is in use, by its key in the hall; limited to one session if given. */
export const seatsInUse = async (
  db: Database,
  { event_session_id, ...options }: Omit<Options, "limit"> & { readonly event_session_id: string | undefined },
): Promise<readonly { readonly key: string; readonly sessions: number }[]> => {
  const isOfSession = event_session_id === undefined ? sql`true` : sql`u.event_session_id = ${event_session_id}`;
  const { rows } = await sql<{ key: string; sessions: number }>`select a.key, count(*)::int as sessions
    from (${inUse(options)}) u join seat a on a.seller_id = ${options.seller_id} and a.id = u.seat_id
    where ${isOfSession} group by a.id, a.key, a.rank order by a.rank, a.id`.execute(db);
  return rows;
};

/** The hall with a key, or undefined while it only exists in a draft. */
export const findHall = (db: Database, seller_id: string, key: string): Promise<{ readonly id: string } | undefined> =>
  db.selectFrom("seat_map").select("id").where("seller_id", "=", seller_id).where("key", "=", key).executeTakeFirst();
