import type { MovedSum } from "@foyer/rules/reports/reportFigures.ts";
import { statementWithFreshPlan, type Pipeline } from "../../db/statements/statement.ts";
import { linesOfEntry, noTicketType } from "./journalDays.sql.ts";

/*
 * Sums of the journal for reports: from the stored sums for summed days, from the entries for the others ($5). $1 is the
 * seller, $2 and $3 the first and last day, $4 the currency, $6 and $7 the times between which entries count, or nulls.
 */

const line = "cause, debit, credit, ticket_type_id, tax, channel_id";
const lineOf = (table: "d" | "l"): string =>
  table === "d"
    ? "d.cause, d.debit, d.credit, d.ticket_type_id, d.tax, d.channel_id"
    : "e.cause, l.debit, l.credit, l.ticket_type_id, l.tax, coalesce(e.channel_id, '') as channel_id";
const summed = `d.seller_id = $1 and d.local_day between $2::date and $3::date and d.currency = $4 and d.local_day <> all($5::date[])`;
const entries = `from journal_entry e ${linesOfEntry}`;
const open = `e.seller_id = $1 and e.currency = $4 and e.local_day = any($5::date[])`;
const isWithin = "($6::timestamptz is null or e.at >= $6 and e.at < $7::timestamptz)";
const openInSpan = `${open} and e.local_day between $2::date and $3::date and ${isWithin}`;

/** By day of sale. */
const sold = `
  select d.local_day, null::uuid as event_session_id, ${lineOf("d")}, d.amount, d.tickets from journal_day d where ${summed}
  union all select e.local_day, null, ${lineOf("l")}, l.amount, l.tickets ${entries} where ${openInSpan}`;

/** By day of sale, lines without a session: all lines minus those with one. */
const soldWithoutSession = `
  select d.local_day, null::uuid as event_session_id, ${lineOf("d")}, d.amount, d.tickets from journal_day d where ${summed}
  union all select d.local_day, null, ${lineOf("d")}, -d.amount, -d.tickets from journal_session_day d where ${summed}
  union all select e.local_day, null, ${lineOf("l")}, l.amount, l.tickets ${entries} where ${openInSpan} and l.event_session_id is null`;

/** By day of sale, with the session. */
const soldBySession = `${soldWithoutSession}
  union all select d.local_day, d.event_session_id, ${lineOf("d")}, d.amount, d.tickets from journal_session_day d where ${summed}
  union all select e.local_day, l.event_session_id, ${lineOf("l")}, l.amount, l.tickets ${entries}
    where ${openInSpan} and l.event_session_id is not null`;

const session = (id: string): string => `join event_session s on s.seller_id = $1 and s.id = ${id}`;

/**
 * By day of visit: sales up to that day count on it, and later changes on their own day, so that no earlier day changes.
 * Lines without a session count on the day of sale. $5 contains the open days of all time.
 */
const visited = `${soldWithoutSession}
  union all select greatest(s.local_day, d.local_day), s.id, ${lineOf("d")}, d.amount, d.tickets
    from event_template v
    join event_session s on s.seller_id = $1 and s.event_template_id = v.id and s.local_day between $2::date and $3::date
    join journal_session_day d on d.seller_id = $1 and d.event_session_id = s.id
      and d.local_day <= $3::date and d.currency = $4 and d.local_day <> all($5::date[])
    where v.seller_id = $1
  union all select d.local_day, s.id, ${lineOf("d")}, d.amount, d.tickets
    from journal_session_day d ${session("d.event_session_id")} and s.local_day < $2::date where ${summed}
  union all select greatest(s.local_day, e.local_day), s.id, ${lineOf("l")}, l.amount, l.tickets ${entries} ${session("l.event_session_id")}
    where ${open} and (s.local_day between $2::date and $3::date or s.local_day < $2::date and e.local_day >= $2::date)`;

const keys = {
  all: "''",
  day: "m.local_day::text",
  week: "date_trunc('week', m.local_day)::date::text",
  month: "date_trunc('month', m.local_day)::date::text",
  type: `case when m.ticket_type_id <> '${noTicketType}' then m.ticket_type_id::text else '' end`,
  session: "coalesce(m.event_session_id::text, '')",
  channel: "m.channel_id",
} as const;
export type SumKey = keyof typeof keys;

const statementOf = (lines: string, key: SumKey): string =>
  `select ${keys[key]} as key, m.cause, m.debit, m.credit, m.tax, sum(m.amount)::bigint as amount, sum(m.tickets)::int as tickets
   from (${lines}) m (local_day, event_session_id, ${line}, amount, tickets)
   group by 1, m.cause, m.debit, m.credit, m.tax having sum(m.amount) <> 0 or sum(m.tickets) <> 0`;

type Sums = {
  readonly from: string;
  readonly to: string;
  readonly currency: string;
  /**
   * Days without sums; by day of visit, also those before the range. With `moments`, they include the first and the last
   * day.
   */
  readonly openDays: readonly string[];
  /** Null for whole days. Only by day of sale. */
  readonly moments: { readonly first: string; readonly end: string } | null;
  readonly key: SumKey;
  readonly dated: "sale" | "visit";
};

const linesFor = ({ key, dated }: Pick<Sums, "key" | "dated">): string => {
  if (dated === "visit") return visited;
  return key === "session" ? soldBySession : sold;
};

/** The sums of days, by a key and by kind of line. */
export const readMovedSums = (
  pipeline: Pipeline,
  seller_id: string,
  { from, to, currency, openDays, moments, ...how }: Sums,
): Promise<(MovedSum & { readonly key: string })[]> =>
  statementWithFreshPlan(pipeline, statementOf(linesFor(how), how.key), [
    seller_id,
    from,
    to,
    currency,
    openDays,
    moments?.first ?? null,
    moments?.end ?? null,
  ]);

/** The total value of gift cards before a day, or before a time on it, in which case the day is one of the open ones. */
export const readGiftCardLiability = async (
  pipeline: Pipeline,
  seller_id: string,
  {
    before,
    moment,
    currency,
    openDays,
  }: {
    readonly before: string;
    readonly moment: string | null;
    readonly currency: string;
    readonly openDays: readonly string[];
  },
): Promise<number> => {
  const [row] = await statementWithFreshPlan<{ balance: number }>(
    pipeline,
    `select coalesce(sum(m.amount), 0)::bigint as balance from (
       select case when d.credit = 'gift_cards' then d.amount else -d.amount end as amount from journal_day d
       where d.seller_id = $1 and d.local_day < $2::date and d.currency = $3 and d.local_day <> all($4::date[])
         and (d.debit = 'gift_cards' or d.credit = 'gift_cards')
       union all
       select case when l.credit = 'gift_cards' then l.amount else -l.amount end
       from journal_entry e cross join lateral unnest(e.debit, e.credit, e.amount) as l (debit, credit, amount)
       where e.seller_id = $1 and (e.local_day < $2::date or e.local_day = $2::date and e.at < $5::timestamptz)
         and e.currency = $3 and e.local_day = any($4::date[])
         and (l.debit = 'gift_cards' or l.credit = 'gift_cards')) m`,
    [seller_id, before, currency, openDays, moment],
  );
  return row?.balance ?? 0;
};
