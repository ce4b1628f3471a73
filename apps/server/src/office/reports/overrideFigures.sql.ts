import type { Grouping } from "@foyer/contract/office/money/reports.ts";
import { isPeriod, type Moments } from "@foyer/rules/reports/reportPeriods.ts";
import { statementWithFreshPlan, type Pipeline } from "../../db/statements/statement.ts";
import { periodKey } from "./periodKey.ts";
import type { KeyedFigures } from "./reportRows.ts";

/** The accounts of the sales report, without tax. */
const income = "('sales', 'fees', 'change_fees', 'discounts', 'refunds')";
/** The rule that the action of an audit log entry overrode. */
const rule = `coalesce(a.after ->> 'beyond_policy', case when a.action = 'member.lengthened' then 'lengthened'
  when a.after ? 'oversold' then 'oversells' when a.after ? 'waived' then 'waives_difference' end)`;

/**
 * Overrides by staff between two moments: their number, tickets, the change of sales, and waived differences. The sums come
 * from journal entries that the same transaction wrote about the same order.
 */
export const readOverrideFigures = (
  pipeline: Pipeline,
  seller_id: string,
  {
    first,
    end,
    by,
    timezone,
    currency,
    minorUnits,
  }: Moments & {
    readonly by: Grouping;
    readonly timezone: string;
    readonly currency: string;
    /** The number of minor units in one unit of the currency. */
    readonly minorUnits: number;
  },
): Promise<KeyedFigures[]> =>
  statementWithFreshPlan(
    pipeline,
    `select n.key, array[count(*), sum(n.tickets), sum(n.net), sum(n.waived)]::float8[] as figures
     from (
       select ${by === "staff" ? "coalesce(a.staff_id::text, '')" : by === "rule" ? rule : periodKey(by, "a.at at time zone $6")} as key,
         coalesce((a.after ->> 'tickets')::int, 0) as tickets, coalesce(j.net, 0) as net,
         coalesce(round((a.after ->> 'waived')::numeric * $5::int), 0) as waived
       from audit_entry a
       left join ticket_order o on o.seller_id = $1 and o.order_number = case when a.entity_kind = 'order' then a.entity_id::bigint end
       left join lateral (
         select sum((case when x.credit in ${income} then x.amount else 0 end) - (case when x.debit in ${income} then x.amount else 0 end)) as net
         from journal_entry e cross join lateral unnest(e.debit, e.credit, e.amount) as x (debit, credit, amount)
         where e.seller_id = $1 and e.ticket_order_id = o.id and e.at = a.at and e.currency = $4
           -- By the index of days: it is the day of the moment, by the seller's clock of then.
           and e.local_day between (a.at at time zone 'UTC')::date - 1 and (a.at at time zone 'UTC')::date + 1
           and e.cause in ('order', 'change', 'cancelled')) j on true
       where a.seller_id = $1 and a.at >= $2::timestamptz and a.at < $3::timestamptz
         and a.action in ('order.cancelled', 'order.moved', 'order.move_offered', 'order.comped', 'member.lengthened')
         and ${rule} is not null) n
     group by n.key`,
    [seller_id, first.toString(), end.toString(), currency, minorUnits, ...(isPeriod(by) ? [timezone] : [])],
  );
