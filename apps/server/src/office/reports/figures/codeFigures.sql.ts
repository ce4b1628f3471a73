import { statementWithFreshPlan, type Pipeline } from "../../../db/statements/statement.ts";
import type { Grouping } from "@foyer/contract/office/money/reports.ts";
import { isWithin, momentsWithin, periodKey, type ReportedSpan } from "../periodKey.ts";
import type { KeyedFigures } from "../reportRows.ts";

/**
 * The codes of an entry, or else of its order. Several codes that applied together form one row, so that nothing counts
 * twice.
 */
const codes = `coalesce(nullif(e.codes, '{}'), o.codes, '{}')`;

/** A change has the channel of its own cart. */
const keyOf = (by: Grouping): string => {
  if (by === "code") return `(select coalesce(string_agg(c::text, ',' order by c), '') from unnest(${codes}) c)`;
  return by === "channel" ? "coalesce(e.channel_id, '')" : periodKey(by, "e.local_day");
};

/**
 * Sales with codes or discounts, from the journal's entries by day: orders, tickets, face value, discounts, what was given
 * up, and the net amount.
 */
export const readCodeFigures = (
  pipeline: Pipeline,
  seller_id: string,
  { by, currency, ...span }: ReportedSpan,
): Promise<KeyedFigures[]> =>
  statementWithFreshPlan(
    pipeline,
    `select n.key, array[sum(n.orders), sum(n.tickets), sum(n.face), sum(n.discounts), sum(n.back), sum(n.face + n.discounts + n.back)]::float8[] as figures
     from (
       select ${keyOf(by)} as key,
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
       where e.seller_id = $1 and e.local_day between $2::date and $3::date and e.currency = $4 and ${isWithin("$5", "$6")}
         and e.cause in ('order', 'change', 'cancelled') and (${codes} <> '{}' or l.is_discounted)) n
     group by n.key`,
    [seller_id, span.from, span.to, currency, ...momentsWithin(span)],
  );

export type NamedCode = {
  readonly id: string;
  readonly text: string;
  readonly list: string | null;
  readonly is_gift: boolean;
};

/** The names of codes. Codes that were made together have the name of their list. */
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
