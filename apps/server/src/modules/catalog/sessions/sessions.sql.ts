import { sql } from "kysely";
import { allDayHours } from "@foyer/rules/catalog/allDay.ts";
import type { RequestContext } from "../../../http/requestContext.ts";
import type { TypeRow } from "../events/events.sql.ts";
import { freedTickets } from "../offer/freedTickets.sql.ts";
import type { DisplayPriceTypes } from "../offer/displayPrices.ts";

/** Capacity left in a session `s` for this visitor; null for unlimited. `f` are its freed tickets. */
export const sessionRoom = sql<number | null>`case when s.capacity < 0 then null
  else greatest(0, s.capacity + s.oversell_capacity - s.used_capacity + coalesce(f.freed, 0)) end`;

/** Freed tickets by session, without those of groups outside the session's capacity. */
export const freedBySession = ({ seller }: RequestContext) => sql<{ event_session_id: string; freed: number }>`(
  select f.event_session_id, sum(f.freed_of_session)::int as freed
  from freed f join ticket_group g on g.seller_id = ${seller.id} and g.id = f.ticket_group_id and not g.exclude_from_event_capacity
  where f.event_session_id is not null
  group by 1)`;

/** The maximum length of a session, as the import checks it. Keeps past sessions out of the index scan. */
const maxDuration = sql`interval '31 days'`;

/** Whether a session `s` is offered at all. Uses literals, because a partial index cannot match parameters. */
export const offeredCondition = sql<boolean>`(not s.cancelled and not s.retired and s.sales_closed_at is null)`;

/** Whether a session `s` has yet to begin. */
export const futureCondition = sql<boolean>`s.start_datetime > app_now()`;

/**
 * Whether a session `s` has begun and has not ended, and is long enough for an all-day session, which is on sale until it
 * ends. The index `event_session_long` finds them.
 */
export const runningCondition = sql<boolean>`(s.start_datetime > app_now() - ${maxDuration} and s.start_datetime <= app_now()
  and s.end_datetime > app_now() and s.end_datetime - s.start_datetime > interval '${sql.raw(String(allDayHours))} hours')`;

/** Whether the long sessions of an event `e` are all-day ones. */
export const allDayEventCondition = sql<boolean>`(e.event_type = 'repeating' and coalesce(e.meta ->> 'names_start' <> 'true', true))`;

/**
 * Whether a session `s` is still on sale: until it begins, or if it is an all-day session until it ends.
 * rules/catalog/allDay applies the same rule to held tickets.
 */
export const upcomingCondition = (
  seller_id: string,
) => sql<boolean>`(s.start_datetime > app_now() - ${maxDuration} and (${futureCondition}
  or ${runningCondition} and (select ${allDayEventCondition} from event_template e where e.seller_id = ${seller_id} and e.id = s.event_template_id)))`;

const upcomingSessions = (ctx: RequestContext, event_template_id: string, before: string) =>
  ctx.db
    .with("freed", () => freedTickets(ctx))
    .with("freed_session", () => freedBySession(ctx))
    .selectFrom("event_session as s")
    .leftJoin("freed_session as f", "f.event_session_id", "s.id")
    .where("s.seller_id", "=", ctx.seller.id)
    .where("s.event_template_id", "=", event_template_id)
    .where(upcomingCondition(ctx.seller.id))
    .where("s.start_datetime", "<", before)
    .where(offeredCondition);

export const sessionColumns = [
  "s.id",
  "s.event_template_id",
  "s.start_datetime",
  "s.end_datetime",
  "s.local_day",
  "s.local_start",
  "s.local_end",
  "s.cancelled",
  "s.sales_closed_at",
  "s.min_price",
  "s.min_price_fees",
] as const;

/** The session's own prices of these types, if they differ from the types' prices. */
export const ownPrices = (ctx: RequestContext, type_ids: readonly string[]) => sql<Record<string, number> | null>`
  (select jsonb_object_agg(p.ticket_type_id, p.amount) from session_price p
   where p.seller_id = ${ctx.seller.id} and p.event_session_id = s.id and p.ticket_type_id = any(${type_ids}))`;

/**
 * Whether a session `s` is on a day of its venue. The bounds are wider than any time zone and only serve the index by
 * start.
 */
const onDayCondition = (day: string) => sql<boolean>`(s.local_day = ${day}::date
  and s.start_datetime > (${day}::date - 1)::timestamp at time zone 'UTC' and s.start_datetime < (${day}::date + 2)::timestamp at time zone 'UTC')`;

export type SessionQuery = {
  readonly before: string;
  readonly from?: string | undefined;
  readonly day?: string | undefined;
  readonly latestFirst?: boolean;
  readonly withRoom?: boolean;
  /** Types whose prices in each session are included. */
  readonly priceTypeIds?: readonly string[] | undefined;
  readonly limit: number;
};

/** Upcoming sessions of an event, in order of their start. */
export const sessionRows = (ctx: RequestContext, event_template_id: string, filter: SessionQuery) => {
  let query = upcomingSessions(ctx, event_template_id, filter.before)
    .select(sessionColumns)
    .select([
      sessionRoom.as("room"),
      (filter.priceTypeIds?.length
        ? ownPrices(ctx, filter.priceTypeIds)
        : sql<Record<string, number> | null>`null::jsonb`
      ).as("own_prices"),
    ]);
  if (filter.from !== undefined) query = query.where("s.start_datetime", ">=", filter.from);
  if (filter.day !== undefined) query = query.where(onDayCondition(filter.day));
  if (filter.withRoom) query = query.where(sql<boolean>`${sessionRoom} is distinct from 0`);
  return query
    .orderBy("s.start_datetime", filter.latestFirst ? "desc" : "asc")
    .limit(filter.limit)
    .execute();
};
export type SessionRow = Awaited<ReturnType<typeof sessionRows>>[number];

/** Sessions by id, past and cancelled ones included, in order of their start. */
export const sessionRowsById = (ctx: RequestContext, ids: readonly string[]) =>
  ctx.db
    .with("freed", () => freedTickets(ctx))
    .with("freed_session", () => freedBySession(ctx))
    .selectFrom("event_session as s")
    .leftJoin("freed_session as f", "f.event_session_id", "s.id")
    .select(sessionColumns)
    .select(sessionRoom.as("room"))
    .where("s.seller_id", "=", ctx.seller.id)
    .where("s.id", "=", sql<string>`any(${ids})`)
    .orderBy("s.start_datetime")
    .orderBy("s.id")
    .execute();

/** One session, including past and cancelled ones. */
export const sessionRow = (
  ctx: RequestContext,
  event_template_id: string,
  id: string,
  priceTypeIds: readonly string[],
) =>
  ctx.db
    .with("freed", () => freedTickets(ctx))
    .with("freed_session", () => freedBySession(ctx))
    .selectFrom("event_session as s")
    .leftJoin("freed_session as f", "f.event_session_id", "s.id")
    .select(sessionColumns)
    .select([
      sessionRoom.as("room"),
      ownPrices(ctx, priceTypeIds).as("own_prices"),
      sql<boolean>`not ${upcomingCondition(ctx.seller.id)}`.as("past"),
    ])
    .where("s.seller_id", "=", ctx.seller.id)
    .where("s.event_template_id", "=", event_template_id)
    .where("s.id", "=", id)
    .where("s.retired", "=", false)
    .executeTakeFirst();

const joinSessionPrice = (
  query: ReturnType<typeof upcomingSessions>,
  alias: "primary" | "secondary",
  type_id: string,
) =>
  query.leftJoin(`session_price as ${alias}`, (join) =>
    join
      .onRef(`${alias}.seller_id`, "=", "s.seller_id")
      .onRef(`${alias}.event_session_id`, "=", "s.id")
      .on(`${alias}.ticket_type_id`, "=", type_id),
  ) as unknown as typeof query;

/**
 * The days of an event in one statement, at the stored prices. `includesFull`: full sessions count as open, because a
 * group outside their capacity sells tickets for them. rules/catalog/calendarDays computes the same from rows; a test
 * compares both.
 */
export const dayRows = (
  ctx: RequestContext,
  event_template_id: string,
  before: string,
  { includesFull, displayTypes }: { includesFull: boolean; displayTypes: DisplayPriceTypes },
) => {
  const open = sql<boolean>`(${includesFull} or ${sessionRoom} is distinct from 0)`;
  // Joined only if the event displays a type.
  const priceOf = (type: TypeRow | null | undefined, alias: "primary" | "secondary") =>
    type
      ? sql<
          number | null
        >`min(coalesce(${sql.ref(`${alias}.amount`)}, ${type.currency_amount}::bigint)) filter (where ${open})`
      : sql<number | null>`null::bigint`;
  let query = upcomingSessions(ctx, event_template_id, before);
  if (displayTypes.primary_price) query = joinSessionPrice(query, "primary", displayTypes.primary_price.id);
  if (displayTypes.secondary_price) query = joinSessionPrice(query, "secondary", displayTypes.secondary_price.id);
  return query
    .select([
      "s.local_day as date",
      sql<number>`(count(*) filter (where ${open}))::int`.as("sessions"),
      sql<number | null>`case when bool_or(${sessionRoom} is null) then null else sum(${sessionRoom})::int end`.as(
        "room",
      ),
      sql<number | null>`min(s.min_price) filter (where ${open})`.as("min_price"),
      sql<
        number | null
      >`(array_agg(s.min_price_fees order by s.min_price, s.min_price_fees) filter (where ${open} and s.min_price is not null))[1]`.as(
        "min_price_fees",
      ),
      priceOf(displayTypes.primary_price, "primary").as("primary_price"),
      priceOf(displayTypes.secondary_price, "secondary").as("secondary_price"),
    ])
    .groupBy("s.local_day")
    .orderBy("s.local_day")
    .execute();
};
