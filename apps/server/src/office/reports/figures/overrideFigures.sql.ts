import type { Grouping } from "@foyer/contract/office/money/reports.ts";
import { isPeriod, type Moments } from "@foyer/rules/reports/reportPeriods.ts";
import { statementWithFreshPlan, type Pipeline } from "../../../db/statements/statement.ts";
import { overriddenRule, overridingActions } from "../../../modules/audit/entries.ts";
import { periodKey } from "../periodKey.ts";
import type { KeyedFigures } from "../reportRows.ts";

/** The accounts of the sales report, without tax. */
const income = "('sales', 'fees', 'change_fees', 'discounts', 'refunds')";
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
       select ${by === "staff" ? "coalesce(e.staff_id::text, '')" : by === "rule" ? overriddenRule : periodKey(by, "e.at at time zone $6")} as key,
         coalesce((e.after ->> 'tickets')::int, 0) as tickets, coalesce(j.net, 0) as net,
         coalesce(round((e.after ->> 'waived')::numeric * $5::int), 0) as waived
       from audit_entry e
       left join ticket_order o on o.seller_id = $1 and o.order_number = case when e.entity_kind = 'order' then e.entity_id::bigint end
       left join lateral (
         select sum((case when x.credit in ${income} then x.amount else 0 end) - (case when x.debit in ${income} then x.amount else 0 end)) as net
         from journal_entry w cross join lateral unnest(w.debit, w.credit, w.amount) as x (debit, credit, amount)
         where w.seller_id = $1 and w.ticket_order_id = o.id and w.at = e.at and w.currency = $4
           -- By the index of days: it is the day of the moment, by the seller's clock of then.
           and w.local_day between (e.at at time zone 'UTC')::date - 1 and (e.at at time zone 'UTC')::date + 1
           and w.cause in ('order', 'change', 'cancelled')) j on true
       where e.seller_id = $1 and e.at >= $2::timestamptz and e.at < $3::timestamptz
         and e.action in ${overridingActions} and ${overriddenRule} is not null) n
     group by n.key`,
    [seller_id, first.toString(), end.toString(), currency, minorUnits, ...(isPeriod(by) ? [timezone] : [])],
  );
