import { statementWithFreshPlan, type Pipeline } from "../../db/statements/statement.ts";
import { periodKey, type ReportedSpan } from "./periodKey.ts";
import type { KeyedFigures } from "./reportRows.ts";

/**
 * Donations of entries of the journal in their days, by what the purchaser of their order declared: how many with a
 * declaration, what they come to, what those without come to, and both. What is taken back counts on its own day, as in the
 * report of donations.
 */
export const readGiftAidFigures = (
  pipeline: Pipeline,
  seller_id: string,
  { from, to, by, currency }: ReportedSpan,
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
       where e.seller_id = $1 and e.local_day between $2::date and $3::date and e.currency = $4
         and ('donations' = any(e.debit) or 'donations' = any(e.credit))) n
     group by n.key`,
    [seller_id, from, to, currency],
  );
