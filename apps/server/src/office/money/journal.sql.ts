import type { JournalLineRow, journalLineList } from "@foyer/contract/office/money/journal.ts";
import type { SortOf } from "@foyer/contract/office/listShape.ts";
import type { Sort } from "@foyer/rules/lists/listView.ts";
import { wordsOfDirection } from "../../db/keyset.ts";
import { statementWithFreshPlan, type Pipeline } from "../../db/statements/statement.ts";

type Span = { readonly from: string; readonly to: string };

const linesOf = `cross join lateral unnest(e.debit, e.credit, e.amount, e.subject, e.session, e.tickets) with ordinality
       as l (debit, credit, amount, subject, session, tickets, line)`;

export type AccountDay = {
  readonly day: string;
  readonly account: string;
  readonly debit: number;
  readonly credit: number;
};

/** `openDays`: days without stored sums, which are summed from their entries. */
type SummedSpan = Span & { readonly currency: string; readonly openDays: readonly string[] };

/** Debits and credits of each account, by day. */
export const readAccountDays = (
  pipeline: Pipeline,
  seller_id: string,
  { currency, from, to, openDays }: SummedSpan,
): Promise<AccountDay[]> =>
  statementWithFreshPlan(
    pipeline,
    `select l.day, m.account, sum(m.debit)::bigint as debit, sum(m.credit)::bigint as credit
     from (
       select d.local_day as day, d.debit, d.credit, d.amount from journal_day d
       where d.seller_id = $1 and d.local_day between $2 and $3 and d.currency = $4 and d.local_day <> all($5::date[])
       union all
       select e.local_day, l.debit, l.credit, l.amount from journal_entry e
       cross join lateral unnest(e.debit, e.credit, e.amount) as l (debit, credit, amount)
       where e.seller_id = $1 and e.local_day between $2 and $3 and e.currency = $4 and e.local_day = any($5::date[])) l
     cross join lateral (values (l.debit, l.amount, 0), (l.credit, 0, l.amount)) as m (account, debit, credit)
     where l.amount > 0
     group by 1, 2 order by 1, 2`,
    [seller_id, from, to, currency, openDays],
  );

/** The balance of each account at the end of a day, since the first entry: debits minus credits. */
export const readBalances = (
  pipeline: Pipeline,
  seller_id: string,
  { currency, to, openDays }: Omit<SummedSpan, "from">,
): Promise<{ account: string; balance: number }[]> =>
  statementWithFreshPlan(
    pipeline,
    `select m.account, sum(m.amount)::bigint as balance
     from (
       select d.debit, d.credit, d.amount from journal_day d
       where d.seller_id = $1 and d.local_day <= $2 and d.currency = $3 and d.local_day <> all($4::date[])
       union all
       select l.debit, l.credit, l.amount from journal_entry e
       cross join lateral unnest(e.debit, e.credit, e.amount) as l (debit, credit, amount)
       where e.seller_id = $1 and e.local_day <= $2 and e.currency = $3 and e.local_day = any($4::date[])) l
     cross join lateral (values (l.debit, l.amount), (l.credit, -l.amount)) as m (account, amount)
     group by 1 having sum(m.amount) <> 0 order by 1`,
    [seller_id, to, currency, openDays],
  );

export const hasPastToWrite = async (pipeline: Pipeline, seller_id: string): Promise<boolean> => {
  const rows = await statementWithFreshPlan(
    pipeline,
    `select step from journal_backfill where seller_id = $1 limit 1`,
    [seller_id],
  );
  return rows.length > 0;
};

/** The position at which a page ended: time, cause, id and line, and the amount in minor units. */
export type LineCursor = {
  /** Null unless the lines are sorted by it. */
  readonly amount: number | null;
  readonly at: string;
  readonly cause: string;
  readonly cause_id: string;
  readonly line: number;
};

export type FoundLine = Omit<JournalLineRow, "amount"> & {
  readonly amount: number;
  readonly currency: string;
  readonly day: string;
  readonly line: number;
};

export type LineSort = Sort<SortOf<typeof journalLineList>>;
export const inOrderOfEntries: LineSort = { column: "at", isDescending: false };

/** The sort keys of the lines, and their values in the last line of the previous page. */
const lineKeys = {
  at: { keys: ["e.at", "e.cause", "e.cause_id", "l.line"], last: "$6::timestamptz, $7::text, $8::uuid, $9::bigint" },
  amount: {
    keys: ["l.amount", "e.at", "e.cause", "e.cause_id", "l.line"],
    last: "$10::bigint, $6::timestamptz, $7::text, $8::uuid, $9::bigint",
  },
} as const;

/** A page of lines in the order of the list, with what each is about. */
export const readLines = (
  pipeline: Pipeline,
  seller_id: string,
  {
    from,
    to,
    account,
    sort: { column, isDescending },
    after,
    limit,
  }: Span & {
    readonly account: string | undefined;
    readonly sort: LineSort;
    readonly after: LineCursor | undefined;
    readonly limit: number;
  },
): Promise<FoundLine[]> => {
  const { direction, beyond } = wordsOfDirection(isDescending);
  const { keys, last } = lineKeys[column];
  return statementWithFreshPlan(
    pipeline,
    `select e.cause, e.cause_id, e.at, e.local_day as day, e.currency, l.line::int as line, l.debit, l.credit, l.amount, coalesce(l.tickets, 0) as tickets,
       o.order_number, case when y.id is not null then v.name || ', ' || y.name end as about,
       case when y.id is null then l.subject end as payment_id
     from journal_entry e ${linesOf}
     left join ticket_order o on o.seller_id = $1 and o.id = e.ticket_order_id
     left join ticket_type y on y.seller_id = $1 and y.id = l.subject
     left join ticket_group g on g.seller_id = $1 and g.id = y.ticket_group_id
     left join event_template v on v.seller_id = $1 and v.id = g.event_template_id
     where e.seller_id = $1 and e.local_day between $2 and $3
       and ($4::text is null or l.debit = $4 or l.credit = $4)
       and ($6::timestamptz is null or (${keys.join(", ")}) ${beyond} (${last}))
     order by ${keys.map((key) => `${key} ${direction}`).join(", ")} limit $5`,
    [
      seller_id,
      from,
      to,
      account ?? null,
      limit,
      after?.at ?? null,
      after?.cause ?? null,
      after?.cause_id ?? null,
      after?.line ?? null,
      ...(column === "amount" ? [after?.amount ?? null] : []),
    ],
  );
};
