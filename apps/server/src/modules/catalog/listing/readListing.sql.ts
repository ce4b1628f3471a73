import { sql, type RawBuilder } from "kysely";
import type { RequestContext } from "../../../http/requestContext.ts";
import { freedTickets } from "../offer/freedTickets.sql.ts";
import {
  freedBySession,
  upcomingCondition,
  ownPrices,
  sessionRoom,
  sessionColumns,
  type SessionRow,
} from "../sessions/sessions.sql.ts";

/** The filter of a listing on sessions, in the venue's time zone. */
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
const sessionCondition = ({ from, to, date, at, earliest, latest }: SessionFilter): RawBuilder<boolean> | undefined => {
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

const matchesFilter = (filter: SessionFilter): RawBuilder<boolean> => {
  const condition = sessionCondition(filter);
  return condition ? sql<boolean>`bool_or(${condition})` : sql<boolean>`true`;
};

/** An aggregate over the sessions that match the filter: a card shows the day that was asked for. */
const ofMatching = <T>(aggregate: RawBuilder<T>, filter: SessionFilter): RawBuilder<T | null> => {
  const condition = sessionCondition(filter);
  return condition ? sql<T | null>`${aggregate} filter (where ${condition})` : sql<T | null>`${aggregate}`;
};

const hasRoom = sql<boolean>`bool_or(s.capacity < 0 or s.used_capacity - coalesce(f.freed, 0) < s.capacity + s.oversell_capacity)`;

const listedColumns = [
  "e.seller_id",
  "e.id",
  "e.key",
  "e.venue_id",
  "e.name",
  "e.subtitle",
  "e.summary",
  "e.category",
  "e.event_type",
  "e.hidden_type",
  "e.timezone",
  "e.rank",
  "e.meta",
  "e.config",
  "e.retired",
  "v.name as venue_name",
  "v.timezone as venue_timezone",
  "v.address as venue_address",
] as const;

/**
 * Every event that may be listed, with its upcoming sessions summed up, in one statement. `has_room`: a session has
 * capacity left; `matching`: a session matches the filter; `next_matching`, the prices and `has_room`: of those that
 * match.
 */
export const listingRows = (
  ctx: RequestContext,
  query: { readonly hiddenTypes: readonly string[]; readonly before: string; readonly sessionFilter: SessionFilter },
) =>
  ctx.db
    .with("freed", () => freedTickets(ctx))
    .with("freed_session", () => freedBySession(ctx))
    .selectFrom("event_template as e")
    .leftJoin("venue as v", (join) => join.onRef("v.seller_id", "=", "e.seller_id").onRef("v.id", "=", "e.venue_id"))
    // A lateral join uses the index for each event: the plan is the same before the tables are first analysed.
    .leftJoinLateral(
      (eb) =>
        eb
          .selectFrom("event_session as s")
          .leftJoin("freed_session as f", "f.event_session_id", "s.id")
          .select([
            sql<string | null>`min(s.start_datetime)`.as("next_session"),
            sql<string | null>`max(s.start_datetime)`.as("last_session"),
            ofMatching(sql<string>`min(s.start_datetime)`, query.sessionFilter).as("next_matching"),
            ofMatching(sql<number>`min(s.min_price)`, query.sessionFilter).as("min_price"),
            ofMatching(sql<number>`max(s.min_price)`, query.sessionFilter).as("max_price"),
            ofMatching(hasRoom, query.sessionFilter).as("has_room"),
            matchesFilter(query.sessionFilter).as("matching"),
          ])
          .where("s.seller_id", "=", ctx.seller.id)
          .whereRef("s.event_template_id", "=", "e.id")
          .where(upcomingCondition(ctx.seller.id))
          .where("s.start_datetime", "<", query.before)
          .where("s.cancelled", "=", false)
          .where("s.retired", "=", false)
          .as("x"),
      (join) => join.onTrue(),
    )
    .select(listedColumns)
    .select([
      sql<null>`null`.as("description"),
      "x.next_session",
      "x.last_session",
      "x.next_matching",
      "x.min_price",
      "x.max_price",
      "x.has_room",
      "x.matching",
    ])
    .where("e.seller_id", "=", ctx.seller.id)
    .where("e.retired", "=", false)
    .where("e.hidden_type", "=", sql<"public_browsable">`any(${query.hiddenTypes})`)
    .orderBy("e.rank")
    .orderBy("e.name")
    .orderBy("e.id")
    .execute();
export type ListingRow = Awaited<ReturnType<typeof listingRows>>[number];

/** The next matching sessions of events, up to a number for each. */
export const listedSessionRows = (
  ctx: RequestContext,
  event_ids: readonly string[],
  query: { before: string; sessionFilter: SessionFilter; perEvent: number; priceTypeIds: readonly string[] },
): Promise<SessionRow[]> =>
  ctx.db
    .with("freed", () => freedTickets(ctx))
    .with("freed_session", () => freedBySession(ctx))
    .selectFrom("event_template as e")
    .innerJoinLateral(
      (eb) =>
        eb
          .selectFrom("event_session as s")
          .leftJoin("freed_session as f", "f.event_session_id", "s.id")
          .select(sessionColumns)
          .select([sessionRoom.as("room"), ownPrices(ctx, query.priceTypeIds).as("own_prices")])
          .where("s.seller_id", "=", ctx.seller.id)
          .whereRef("s.event_template_id", "=", "e.id")
          .where(upcomingCondition(ctx.seller.id))
          .where("s.start_datetime", "<", query.before)
          .where("s.cancelled", "=", false)
          .where("s.retired", "=", false)
          .where(sessionCondition(query.sessionFilter) ?? sql<boolean>`true`)
          .orderBy("s.start_datetime")
          .limit(query.perEvent)
          .as("x"),
      (join) => join.onTrue(),
    )
    .selectAll("x")
    .where("e.seller_id", "=", ctx.seller.id)
    .where("e.id", "=", sql<string>`any(${event_ids})`)
    .orderBy("x.start_datetime")
    .orderBy("x.id")
    .execute();

/** The lowest and the highest of each session's lowest price of these types, by event, as far as sessions match. */
export const priceRangeRows = (
  { db, seller }: RequestContext,
  type_ids: readonly string[],
  { before, sessionFilter }: { readonly before: string; readonly sessionFilter: SessionFilter },
) =>
  db
    .selectFrom((eb) =>
      eb
        .selectFrom("ticket_type as t")
        .innerJoin("ticket_group as g", (join) =>
          join.onRef("g.seller_id", "=", "t.seller_id").onRef("g.id", "=", "t.ticket_group_id"),
        )
        .innerJoin("event_session as s", (join) =>
          join.onRef("s.seller_id", "=", "g.seller_id").onRef("s.event_template_id", "=", "g.event_template_id"),
        )
        .innerJoin("event_template as e", (join) =>
          join.onRef("e.seller_id", "=", "s.seller_id").onRef("e.id", "=", "s.event_template_id"),
        )
        .leftJoin("session_price as p", (join) =>
          join
            .onRef("p.seller_id", "=", "s.seller_id")
            .onRef("p.event_session_id", "=", "s.id")
            .onRef("p.ticket_type_id", "=", "t.id"),
        )
        .select([
          "g.event_template_id",
          sql<number>`coalesce(min(nullif(coalesce(p.amount, t.currency_amount), 0)), 0)::bigint`.as("price"),
        ])
        .where("t.seller_id", "=", seller.id)
        .where("t.id", "=", sql<string>`any(${type_ids})`)
        .where(upcomingCondition(seller.id))
        .where("s.start_datetime", "<", before)
        .where("s.cancelled", "=", false)
        .where("s.retired", "=", false)
        .where(sessionCondition(sessionFilter) ?? sql<boolean>`true`)
        .groupBy(["g.event_template_id", "s.id"])
        .as("x"),
    )
    .select((eb) => [
      "x.event_template_id",
      sql<number>`coalesce(min(nullif(${eb.ref("x.price")}, 0)), 0)::bigint`.as("lowest"),
      sql<number>`max(${eb.ref("x.price")})::bigint`.as("highest"),
    ])
    .groupBy("x.event_template_id")
    .execute();
