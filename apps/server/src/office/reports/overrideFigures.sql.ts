import type { Grouping } from "@foyer/contract/office/money/reports.ts";
import { statementWithFreshPlan, type Pipeline } from "../../db/statements/statement.ts";
import { periodKey } from "./periodKey.ts";
import type { KeyedFigures } from "./reportRows.ts";

/** Accounts of the report of sales, without tax. */
const income = "('sales', 'fees', 'change_fees', 'discounts', 'refunds')";
/** The rule that an entry of the audit log went beyond. */
const rule = `coalesce(a.after ->> 'beyond_policy', case when a.action = 'member.lengthened' then 'lengthened'
  when a.after ? 'oversold' then 'oversells' when a.after ? 'waived' then 'waives_difference' end)`;

/**
 * What staff did beyond the rules on days by the seller's clock: how often, tickets, what it changed sales by, and differences
 * that were waived. The sums are those of the journal's entries that the same transaction wrote about the same order.
 */
export const readOverrideFigures = (
  pipeline: Pipeline,
  seller_id: string,
  {
    from,
    to,
    by,
    timezone,
    currency,
    minorUnits,
  }: {
    readonly from: string;
    readonly to: string;
    readonly by: Grouping;
    readonly timezone: string;
    readonly currency: string;
    /** Of one unit of the currency. */
    readonly minorUnits: number;
  },
): Promise<KeyedFigures[]> =>
  statementWithFreshPlan(
    pipeline,
    `select n.key, array[count(*), sum(n.tickets), sum(n.net), sum(n.waived)]::float8[] as figures
     from (
       select ${by === "staff" ? "coalesce(a.staff_id::text, '')" : by === "rule" ? rule : periodKey(by, "a.at at time zone $4")} as key,
         coalesce((a.after ->> 'tickets')::int, 0) as tickets, coalesce(j.net, 0) as net,
         coalesce(round((a.after ->> 'waived')::numeric * $6::int), 0) as waived
       from audit_entry a
       left join ticket_order o on o.seller_id = $1 and o.order_number = case when a.entity_kind = 'order' then a.entity_id::bigint end
       left join lateral (
         select sum((case when x.credit in ${income} then x.amount else 0 end) - (case when x.debit in ${income} then x.amount else 0 end)) as net
         from journal_entry e cross join lateral unnest(e.debit, e.credit, e.amount) as x (debit, credit, amount)
         where e.seller_id = $1 and e.ticket_order_id = o.id and e.at = a.at and e.currency = $5
           -- By the index of days: it is the day of the moment, by the seller's clock of then.
           and e.local_day between (a.at at time zone 'UTC')::date - 1 and (a.at at time zone 'UTC')::date + 1
           and e.cause in ('order', 'change', 'cancelled')) j on true
       where a.seller_id = $1 and a.at >= $2::date::timestamp at time zone $4 and a.at < ($3::date + 1)::timestamp at time zone $4
         and a.action in ('order.cancelled', 'order.moved', 'order.move_offered', 'order.comped', 'member.lengthened')
         and ${rule} is not null) n
     group by n.key`,
    [seller_id, from, to, timezone, currency, minorUnits],
  );
