import { statementWithFreshPlan, type Pipeline } from "../../db/statements/statement.ts";
import { periodKey, type ReportedSpan } from "./periodKey.ts";
import type { KeyedFigures } from "./reportRows.ts";

/** The codes of an entry, else of its order: several that applied together are one row, so that nothing counts twice. */
const codes = `coalesce(nullif(e.codes, '{}'), o.codes, '{}')`;

/**
 * What was sold with codes or discounts, of entries of the journal in their days: orders, tickets, face value, discounts,
 * what was given up, and net.
 */
export const readCodeFigures = (
  pipeline: Pipeline,
  seller_id: string,
  { from, to, by, currency }: ReportedSpan,
): Promise<KeyedFigures[]> =>
  statementWithFreshPlan(
    pipeline,
    `select n.key, array[sum(n.orders), sum(n.tickets), sum(n.face), sum(n.discounts), sum(n.back), sum(n.face + n.discounts + n.back)]::float8[] as figures
     from (
       select ${by === "code" ? `(select coalesce(string_agg(c::text, ',' order by c), '') from unnest(${codes}) c)` : periodKey(by, "e.local_day")} as key,
         (e.cause = 'order')::int as orders, l.tickets, l.face, l.discounts, l.back
       from journal_entry e
       left join journal_entry o on o.seller_id = $1 and o.cause = 'order' and o.cause_id = e.ticket_order_id
       cross join lateral (
         select coalesce(sum(x.amount) filter (where x.credit = 'sales'), 0) as face,
           -coalesce(sum(x.amount) filter (where x.debit = 'discounts'), 0) as discounts,
           coalesce(sum(x.amount) filter (where x.credit = 'discounts'), 0) - coalesce(sum(x.amount) filter (where x.debit = 'sales'), 0) as back,
           coalesce(sum(x.tickets) filter (where 'sales' in (x.debit, x.credit)), 0) as tickets,
           coalesce(bool_or('discounts' in (x.debit, x.credit)), false) as is_discounted
         from unnest(e.debit, e.credit, e.amount, e.tickets) as x (debit, credit, amount, tickets)) l
       where e.seller_id = $1 and e.local_day between $2::date and $3::date and e.currency = $4
         and e.cause in ('order', 'change', 'cancelled') and (${codes} <> '{}' or l.is_discounted)) n
     group by n.key`,
    [seller_id, from, to, currency],
  );

export type NamedCode = {
  readonly id: string;
  readonly text: string;
  readonly list: string | null;
  readonly is_gift: boolean;
};

/** What codes are called; those that were made together by their list. */
export const readCodeNames = (pipeline: Pipeline, seller_id: string, ids: readonly string[]): Promise<NamedCode[]> =>
  statementWithFreshPlan(
    pipeline,
    `select c.id, c.code as text, c.is_gift, case when b.id is not null then coalesce(nullif(b.prefix, ''), g.name) end as list
     from code c
     left join code_batch b on b.seller_id = $1 and b.id = c.code_batch_id
     left join code_group g on g.seller_id = $1 and g.id = c.code_group_id
     where c.seller_id = $1 and c.id = any($2::uuid[])`,
    [seller_id, ids],
  );
