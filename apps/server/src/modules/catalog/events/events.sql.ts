import { sql } from "kysely";
import { jsonArrayFrom } from "kysely/helpers/postgres";
import type { RequestContext } from "../../../http/requestContext.ts";
import { freedTickets } from "../offer/freedTickets.sql.ts";
import { partyColumn, programColumn, type LevelColumns } from "./levelColumns.ts";

/** Events with their venues, by id. Includes retired ones, which old orders refer to. */
export const eventRows = ({ db, seller }: RequestContext, ids: readonly string[]) =>
  db
    .selectFrom("event_template as e")
    .leftJoin("venue as v", (join) => join.onRef("v.seller_id", "=", "e.seller_id").onRef("v.id", "=", "e.venue_id"))
    .selectAll("e")
    .select(["v.name as venue_name", "v.timezone as venue_timezone", "v.address as venue_address"])
    .where("e.seller_id", "=", seller.id)
    .where("e.id", "=", sql<string>`any(${ids})`)
    .orderBy("e.rank")
    .orderBy("e.name")
    .orderBy("e.id")
    .execute();
/** The seat map is read by the seating module. */
export type EventRow = Omit<Awaited<ReturnType<typeof eventRows>>[number], "seat_map_id">;

/**
 * Groups of events with their types, in the seller's order, with counters as this visitor sees them. Includes hidden
 * groups: the rules decide on visibility.
 */
export const groupRows = (ctx: RequestContext, event_ids: readonly string[]) =>
  ctx.db
    .with("freed", () => freedTickets(ctx))
    .selectFrom("ticket_group as g")
    .selectAll("g")
    .select((eb) => [
      sql<number>`g.used_capacity - coalesce((select sum(f.freed) from freed f where f.ticket_group_id = g.id), 0)::int`.as(
        "used_capacity",
      ),
      jsonArrayFrom(
        eb
          .selectFrom("ticket_type as t")
          .select([
            "t.id",
            "t.ticket_group_id",
            "t.name",
            "t.summary",
            "t.description",
            "t.currency_amount",
            "t.currency_amount_min",
            "t.currency_amount_max",
            "t.fee_fixed_outside",
            "t.fee_percent_outside",
            "t.available",
            "t.member_event_ticket_type",
            "t.rank",
            "t.retired",
          ])
          .whereRef("t.seller_id", "=", "g.seller_id")
          .whereRef("t.ticket_group_id", "=", "g.id")
          .orderBy("t.rank")
          .orderBy("t.name")
          .orderBy("t.id"),
      ).as("types"),
      sql.raw<LevelColumns["program"]>(programColumn).as("program"),
      sql.raw<LevelColumns["party"]>(partyColumn).as("party"),
    ])
    .where("g.seller_id", "=", ctx.seller.id)
    .where("g.event_template_id", "=", sql<string>`any(${event_ids})`)
    .orderBy("g.rank")
    .orderBy("g.name")
    .orderBy("g.id")
    .execute();
export type GroupRow = Awaited<ReturnType<typeof groupRows>>[number];
export type TypeRow = GroupRow["types"][number];

/** The event of a group; undefined for an unknown group. */
export const eventOfGroup = ({ db, seller }: RequestContext, ticket_group_id: string) =>
  db
    .selectFrom("ticket_group")
    .select("event_template_id")
    .where("seller_id", "=", seller.id)
    .where("id", "=", ticket_group_id)
    .executeTakeFirst();

export const messageRuleRows = ({ db, seller }: RequestContext, event_template_id: string) =>
  db
    .selectFrom("message_rule")
    .select(["id", "event_template_id", "actions", "triggers"])
    .where("seller_id", "=", seller.id)
    .where("event_template_id", "=", event_template_id)
    .orderBy("rank")
    .orderBy("id")
    .execute();
