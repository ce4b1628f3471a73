import { sql } from "kysely";
import { executeWithKeptPlan } from "../../../db/transact.ts";
import type { RequestContext } from "../../../http/requestContext.ts";
import { freedTickets } from "../offer/freedTickets.sql.ts";
import {
  freedBySession,
  offeredCondition,
  ownPrices,
  sessionColumns,
  sessionRoom,
  upcomingCondition,
  type SessionRow,
} from "../sessions/sessions.sql.ts";
import { sessionCondition, sessionSummary, type SessionFilter } from "./sessionSummary.sql.ts";

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
 * Every event that may be listed, with a summary of its upcoming sessions, in one statement. `has_room`: a session that
 * matches the filter has capacity left. `next_matching` and the prices are of matching sessions too.
 */
export const listingRows = (
  ctx: RequestContext,
  query: { readonly hiddenTypes: readonly string[]; readonly before: string; readonly sessionFilter: SessionFilter },
) => {
  const { running, ahead, matching } = sessionSummary(ctx, query);
  return executeWithKeptPlan(
    ctx.db,
    ctx.db
      .with("freed", () => freedTickets(ctx))
      // Materialized, so that it is computed once and not for each session.
      .with(
        (cte) => cte("freed_session").materialized(),
        () => freedBySession(ctx),
      )
      .selectFrom("event_template as e")
      .leftJoin("venue as v", (join) => join.onRef("v.seller_id", "=", "e.seller_id").onRef("v.id", "=", "e.venue_id"))
      .leftJoinLateral(running.as("r"), (join) => join.onTrue())
      .leftJoinLateral(ahead.as("a"), (join) => join.onTrue())
      .leftJoinLateral(matching.as("x"), (join) => join.onTrue())
      .select(listedColumns)
      .select([
        sql<null>`null`.as("description"),
        sql<string | null>`least(r.first_start, a.first_start)`.as("next_session"),
        sql<string | null>`greatest(r.last_start, a.last_start)`.as("last_session"),
        sql<string | null>`least(r.next_matching, x.next_matching)`.as("next_matching"),
        sql<number | null>`least(r.min_price, x.min_price)`.as("min_price"),
        sql<number | null>`greatest(r.max_price, x.max_price)`.as("max_price"),
        sql<boolean>`coalesce(r.has_room, false) or coalesce(x.has_room, false)`.as("has_room"),
      ])
      .where("e.seller_id", "=", ctx.seller.id)
      .where("e.retired", "=", false)
      .where("e.hidden_type", "=", sql<"public_browsable">`any(${query.hiddenTypes})`)
      .orderBy("e.rank")
      .orderBy("e.name")
      .orderBy("e.id"),
    { takesFirstRows: true },
  );
};
export type ListingRow = Awaited<ReturnType<typeof listingRows>>[number];

/** The next matching sessions of events, up to a number per event. */
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
          .where(offeredCondition)
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

/** The lowest and the highest of the matching sessions' lowest prices for these types, by event. */
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
        .where(offeredCondition)
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
