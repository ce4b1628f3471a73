import { sql, type RawBuilder } from "kysely";
import { optimizationFence } from "../../../db/statements/statement.ts";
import type { SellerContext } from "../../../http/requestContext.ts";
import { allDayEventCondition, futureCondition, offeredCondition, runningCondition } from "../sessions/sessions.sql.ts";

/** A listing's filter on sessions, in the venue's time zone. */
export type SessionFilter = {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly date?: string | undefined;
  readonly at?: string | undefined;
  readonly earliest?: string | undefined;
  readonly latest?: string | undefined;
};

const dayExpression = (date: string): RawBuilder<string> => {
  if (date === "today") return sql`(app_now() at time zone e.timezone)::date`;
  if (date === "tomorrow") return sql`(app_now() at time zone e.timezone)::date + 1`;
  return sql`${date}::date`;
};

/** The condition on a session `s` of an event `e`; undefined without a filter. */
export const sessionCondition = (filter: SessionFilter): RawBuilder<boolean> | undefined => {
  const { from, to, date, at, earliest, latest } = filter;
  const conditions = [
    from !== undefined && sql<boolean>`s.start_datetime >= ${from}`,
    to !== undefined && sql<boolean>`s.start_datetime < ${to}`,
    date !== undefined && sql<boolean>`s.local_day = ${dayExpression(date)}`,
    at !== undefined && sql<boolean>`s.local_start = ${at}`,
    earliest !== undefined && sql<boolean>`s.local_start >= ${earliest}`,
    latest !== undefined && sql<boolean>`s.local_start <= ${latest}`,
  ].filter((condition) => condition !== false);
  return conditions.length === 0 ? undefined : sql<boolean>`${sql.join(conditions, sql` and `)}`;
};

/**
 * A summary of sessions: the first and the last start of all, and of those that match the filter the next start, the
 * prices, and whether one has room.
 */
export type SessionSums = {
  first_start: string | null;
  last_start: string | null;
  next_matching: string | null;
  min_price: number | null;
  max_price: number | null;
  has_room: boolean | null;
};
type SessionsAhead = Pick<SessionSums, "first_start" | "last_start"> & { first_has_room: boolean };

const fence = sql.raw(optimizationFence);
const hasRoom = sql<boolean>`(s.capacity < 0 or s.used_capacity < s.capacity + s.oversell_capacity)`;
/** The same including what is free for this visitor: `f` are the freed tickets of the session. */
const hasRoomWithFreed = sql<boolean>`(s.capacity < 0 or s.used_capacity - coalesce(f.freed, 0) < s.capacity + s.oversell_capacity)`;

/** Sums over every session `s`. */
const sumsOf = (matching: RawBuilder<boolean>) => sql`
  min(s.start_datetime) as first_start, max(s.start_datetime) as last_start,
  min(s.start_datetime) filter (where ${matching}) as next_matching, min(s.min_price) filter (where ${matching}) as min_price,
  max(s.min_price) filter (where ${matching}) as max_price, bool_or(${hasRoomWithFreed}) filter (where ${matching}) as has_room`;

/**
 * For lateral joins to an event `e`: its all-day sessions that have begun (`running`), its upcoming sessions (`ahead`),
 * and their summary (`matching`, which refers to `ahead` as `a`). Needs `freed_session`. Without a filter everything
 * comes from the first row of an index instead of a sum over every session, so a year of sessions costs as much as a day.
 * Later sessions are only read if the first ones are full.
 */
export const sessionSummary = (
  { seller }: SellerContext,
  { before, sessionFilter }: { readonly before: string; readonly sessionFilter: SessionFilter },
) => {
  const filter = sessionCondition(sessionFilter);
  // `is true` keeps the calendar's end out of the index condition. The planner does not know its value, so it would
  // expect hardly any sessions, and read and sort all of them.
  const onSale = sql`s.seller_id = ${seller.id} and ${futureCondition} and (s.start_datetime < ${before}) is true and ${offeredCondition}`;
  const ofEvent = sql`from event_session s where s.event_template_id = e.id and ${onSale}`;
  const running = sql`s.seller_id = ${seller.id} and s.event_template_id = e.id and ${runningCondition} and ${offeredCondition}`;
  return {
    // Most events have none, which the index alone shows.
    running: sql<SessionSums>`(
      select ${sumsOf(filter ?? sql`true`)} from event_session s left join freed_session f on f.event_session_id = s.id
      where ${running} and ${allDayEventCondition} and (select true from event_session s where ${running} limit 1))`,
    ahead: sql<SessionsAhead>`(
      select s.start_datetime as first_start, ${hasRoom} as first_has_room,
        (select s.start_datetime ${ofEvent} order by s.start_datetime desc limit 1) as last_start
      ${ofEvent} order by s.start_datetime limit 1)`,
    matching: filter
      ? sql<SessionSums>`(
      select ${sumsOf(sql`true`)} from event_session s left join freed_session f on f.event_session_id = s.id
      where s.event_template_id = e.id and ${onSale} and ${filter})`
      : sql<SessionSums>`(
      select a.first_start, a.last_start, a.first_start as next_matching,
        (select s.min_price ${ofEvent} and s.min_price is not null order by s.min_price, s.start_datetime limit 1) as min_price,
        (select s.min_price ${ofEvent} and s.min_price is not null order by s.min_price desc, s.start_datetime desc limit 1) as max_price,
        a.first_has_room
          or coalesce((select true ${ofEvent} and ${hasRoom} order by s.start_datetime limit 1), false)
          or exists (select from freed_session f join event_session s on s.id = f.event_session_id
            where s.event_template_id = e.id and ${onSale} and ${hasRoomWithFreed} ${fence}) as has_room
      where a.first_start is not null ${fence})`,
  };
};
