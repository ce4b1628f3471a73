import type { Grouping } from "@foyer/contract/office/money/reports.ts";
import { isPeriod, type Moments } from "@foyer/rules/reports/reportPeriods.ts";
import { statementWithFreshPlan, type Pipeline } from "../../../db/statements/statement.ts";
import { periodKey } from "../periodKey.ts";
import type { KeyedFigures } from "../reportRows.ts";

const keyOf = (by: Grouping): string => {
  if (by === "staff") return "c.staff_id::text";
  return by === "reason" ? "coalesce(c.reason, '')" : periodKey(by, "c.created_at at time zone $4");
};

/** What staff gave away between two moments: orders, tickets, and their value. */
export const readCompFigures = (
  pipeline: Pipeline,
  seller_id: string,
  { first, end, by, timezone }: Moments & { readonly by: Grouping; readonly timezone: string },
): Promise<KeyedFigures[]> =>
  statementWithFreshPlan(
    pipeline,
    `select ${keyOf(by)} as key,
       array[count(*), sum(c.tickets), sum(c.worth)]::float8[] as figures
     from comp_order c
     where c.seller_id = $1 and c.created_at >= $2::timestamptz and c.created_at < $3::timestamptz
     group by 1`,
    [seller_id, first.toString(), end.toString(), ...(isPeriod(by) ? [timezone] : [])],
  );

export const readStaffNames = (pipeline: Pipeline, ids: readonly string[]): Promise<{ id: string; name: string }[]> =>
  statementWithFreshPlan(pipeline, `select id, name from staff where id = any($1::uuid[])`, [ids]);
