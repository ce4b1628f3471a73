import { sql } from "kysely";
import { jsonArrayFrom } from "kysely/helpers/postgres";
import type { EventTemplateTable, TicketGroupTable } from "../../../db/schema/events.ts";
import type { RequestContext } from "../../../http/requestContext.ts";
import { sqlOfSeller } from "../../../db/statements/statement.ts";
import { executeWithKeptPlan } from "../../../db/transact.ts";
import { freedTickets } from "../offer/freedTickets.sql.ts";
import { partyColumn, programColumn, type LevelColumns } from "./levelColumns.ts";

const eventColumns = [
  "e.seller_id",
  "e.id",
  "e.key",
  "e.venue_id",
  "e.name",
  "e.subtitle",
  "e.summary",
  "e.description",
  "e.category",
  "e.event_type",
  "e.hidden_type",
  "e.timezone",
  "e.rank",
  "e.meta",
  "e.config",
  "e.retired",
] as const satisfies readonly `e.${keyof EventTemplateTable}`[];

/** Without the counter, which is read separately, as this visitor sees it. */
const groupColumns = [
  "g.seller_id",
  "g.id",
  "g.key",
  "g.event_template_id",
  "g.name",
  "g.summary",
  "g.description",
  "g.handler",
  "g.hidden_type",
  "g.start_policy",
  "g.start_policy_date",
  "g.duration_new",
  "g.min_tickets_per_order",
  "g.max_tickets_per_order",
  "g.color",
  "g.sales_start",
  "g.sales_end",
  "g.available",
  "g.capacity",
  "g.oversell_capacity",
  "g.exclude_from_event_capacity",
  "g.additional_info_spec",
  "g.meta",
  "g.payment_plan",
  "g.seat_zones",
  "g.rank",
  "g.limits_changed_at",
  "g.membership_program_id",
  "g.physical_card",
  "g.gift_code_group_id",
  "g.retired",
] as const satisfies readonly `g.${keyof TicketGroupTable}`[];

/** Events with their venues, by id. Includes retired ones, which old orders refer to. */
export const eventRows = ({ db, seller }: RequestContext, ids: readonly string[]) =>
  db
    .selectFrom("event_template as e")
    .leftJoin("venue as v", (join) => join.onRef("v.seller_id", "=", "e.seller_id").onRef("v.id", "=", "e.venue_id"))
    .select([...eventColumns, "v.name as venue_name", "v.timezone as venue_timezone", "v.address as venue_address"])
    .where("e.seller_id", "=", seller.id)
    .where("e.id", "=", sql<string>`any(${ids})`)
    .orderBy("e.rank")
    .orderBy("e.name")
    .orderBy("e.id")
    .execute();
export type EventRow = Awaited<ReturnType<typeof eventRows>>[number];

/** Places of groups that are free for this visitor although the counters include them. */
const freedByGroup = sql<{ ticket_group_id: string; places: number }>`(
  select f.ticket_group_id, sum(f.freed)::int as places from freed f group by 1)`;

const groupQuery = (ctx: RequestContext, event_ids: readonly string[]) =>
  ctx.db
    .with("freed", () => freedTickets(ctx))
    // Materialized, so that it is computed once and not for each group.
    .with(
      (cte) => cte("freed_group").materialized(),
      () => freedByGroup,
    )
    .selectFrom("ticket_group as g")
    .select((eb) => [
      ...groupColumns,
      sql<number>`g.used_capacity - coalesce((select f.places from freed_group f where f.ticket_group_id = g.id), 0)`.as(
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
          .where("t.seller_id", "=", ctx.seller.id)
          .whereRef("t.ticket_group_id", "=", "g.id")
          .orderBy("t.rank")
          .orderBy("t.name")
          .orderBy("t.id"),
      ).as("types"),
      sqlOfSeller<LevelColumns["program"]>(programColumn, ctx.seller.id).as("program"),
      sqlOfSeller<LevelColumns["party"]>(partyColumn, ctx.seller.id).as("party"),
    ])
    .where("g.seller_id", "=", ctx.seller.id)
    .where("g.event_template_id", "=", sql<string>`any(${event_ids})`)
    .orderBy("g.rank")
    .orderBy("g.name")
    .orderBy("g.id");

/**
 * Groups of events with their types, in the seller's order, with counters as this visitor sees them. Includes hidden
 * groups: the rules decide on visibility.
 */
export const groupRows = (ctx: RequestContext, event_ids: readonly string[]) => groupQuery(ctx, event_ids).execute();
export type GroupRow = Awaited<ReturnType<typeof groupRows>>[number];

/**
 * The same for reads of the catalogue outside a transaction: planning the query costs more than running it, and each
 * group and its types are found by key, whichever the seller.
 */
export const offeredGroupRows = (ctx: RequestContext, event_ids: readonly string[]): Promise<GroupRow[]> =>
  executeWithKeptPlan(ctx.db, groupQuery(ctx, event_ids));
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
