import { statementWithFreshPlan, type Pipeline } from "../../../db/statements/statement.ts";
import { isWithin, momentsWithin, periodKey, type ReportedSpan } from "../periodKey.ts";
import type { KeyedFigures } from "../reportRows.ts";

/**
 * Donations from the journal's entries by day, and by the declaration of their order's purchaser: the number of donations
 * with a declaration, their sum, the sum of those without, and the total. What is taken back counts on its own day, as in
 * the donations report.
 */
export const readGiftAidFigures = (
  pipeline: Pipeline,
  seller_id: string,
  { by, currency, ...span }: ReportedSpan,
): Promise<KeyedFigures[]> =>
  statementWithFreshPlan(
    pipeline,
    `select n.key, array[coalesce(sum(n.tickets) filter (where n.is_declared), 0), coalesce(sum(n.amount) filter (where n.is_declared), 0),
         coalesce(sum(n.amount) filter (where not n.is_declared), 0), sum(n.amount)]::float8[] as figures
     from (
       select ${periodKey(by, "e.local_day")} as key, coalesce(o.gift_aid, i.gift_aid_eligible, false) as is_declared, l.amount, l.tickets
       from journal_entry e
       left join ticket_order o on o.seller_id = $1 and o.id = e.ticket_order_id
       left join identity i on i.seller_id = $1 and i.id = o.identity_id
       cross join lateral (
         select coalesce(sum(case when x.credit = 'donations' then x.amount else -x.amount end), 0) as amount, coalesce(sum(x.tickets), 0) as tickets
         from unnest(e.debit, e.credit, e.amount, e.tickets) as x (debit, credit, amount, tickets)
         where 'donations' in (x.debit, x.credit)) l
       where e.seller_id = $1 and e.local_day between $2::date and $3::date and e.currency = $4 and ${isWithin("$5", "$6")}
         and ('donations' = any(e.debit) or 'donations' = any(e.credit))) n
     group by n.key`,
    [seller_id, span.from, span.to, currency, ...momentsWithin(span)],
  );
