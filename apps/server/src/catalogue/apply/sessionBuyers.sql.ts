import { grantsAdmission, handlersWhere, isMembership } from "@foyer/rules/catalog/handlers.ts";
import { statementWithFreshPlan, type Pipeline } from "../../db/statements/statement.ts";

const admitting = handlersWhere((group) => grantsAdmission(group) && !isMembership(group));

export type BuyersRow = { readonly id: string | null; readonly orders: number; readonly people: number };

/** The orders and people of each session that has any. The row without an id has the totals, each order counted once. */
export const buyersOfSessions = (
  pipeline: Pipeline,
  seller_id: string,
  session_ids: readonly string[],
): Promise<BuyersRow[]> =>
  statementWithFreshPlan(
    pipeline,
    `select t.event_session_id as id, count(distinct t.ticket_order_id)::int as orders,
       count(*) filter (where g.handler = any($3::text[]))::int as people
     from ticket t join ticket_group g on g.seller_id = $1 and g.id = t.ticket_group_id
     where t.seller_id = $1 and t.event_session_id = any($2::uuid[]) and t.state in ('booked', 'redeemed')
     group by grouping sets ((t.event_session_id), ())`,
    [seller_id, session_ids, admitting],
  );
