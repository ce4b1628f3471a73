import type { Grouping } from "@foyer/contract/office/money/reports.ts";
import { statementWithFreshPlan, type Pipeline } from "../../db/statements/statement.ts";
import { periodKey } from "./periodKey.ts";
import type { KeyedFigures } from "./reportRows.ts";

const keyOf = (by: Grouping): string => {
  if (by === "staff") return "c.staff_id::text";
  return by === "reason" ? "coalesce(c.reason, '')" : periodKey(by, "c.created_at at time zone $4");
};

/** What staff gave away on days by the seller's clock: orders, tickets, and what they would have cost. */
export const readCompFigures = (
  pipeline: Pipeline,
  seller_id: string,
  {
    from,
    to,
    by,
    timezone,
  }: { readonly from: string; readonly to: string; readonly by: Grouping; readonly timezone: string },
): Promise<KeyedFigures[]> =>
  statementWithFreshPlan(
    pipeline,
    `select ${keyOf(by)} as key,
       array[count(*), sum(c.tickets), sum(c.worth)]::float8[] as figures
     from comp_order c
     where c.seller_id = $1 and c.created_at >= $2::date::timestamp at time zone $4
       and c.created_at < ($3::date + 1)::timestamp at time zone $4
     group by 1`,
    [seller_id, from, to, timezone],
  );

export const readStaffNames = (pipeline: Pipeline, ids: readonly string[]): Promise<{ id: string; name: string }[]> =>
  statementWithFreshPlan(pipeline, `select id, name from staff where id = any($1::uuid[])`, [ids]);
