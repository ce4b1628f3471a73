import { statementWithFreshPlan, type Pipeline } from "../../db/statements/statement.ts";

/** The ticket type of a line without one, because a key cannot have nulls. */
export const noTicketType = "00000000-0000-0000-0000-000000000000";

const isTax = (account: string): string => `${account} like 'tax:%'`;

/**
 * Lines of journal entries `e` as the daily sums store them. `ticket_type_id` is the type that was sold or given up;
 * payments are distinguished by their account. `tax` is the line's tax account. Older entries have none: they get that of
 * the same type and session in the same entry, by a window function, because a cluster refuses a subquery of an entry's
 * own arrays over all sellers.
 */
export const linesOfEntry = `
     cross join lateral (
       select l.debit, l.credit, l.amount, coalesce(l.tickets, 0) as tickets, l.session as event_session_id,
         case when e.cause in ('order', 'change', 'cancelled') and l.credit <> 'suspense' then coalesce(l.subject, '${noTicketType}') else '${noTicketType}' end as ticket_type_id,
         case when cardinality(e.tax) > 0 then coalesce(l.tax, '') else coalesce(max(case when ${isTax("l.debit")} then l.debit when ${isTax("l.credit")} then l.credit end)
           over (partition by l.subject, l.session), '') end as tax
       from unnest(e.debit, e.credit, e.amount, e.subject, e.session, e.tickets, e.tax) as l (debit, credit, amount, subject, session, tickets, tax)) l`;

/**
 * Days that are over and have no sums yet, earliest first. A day is over once it has ended in the westernmost time zone
 * and another hour has passed, so that no transaction that began in it is still running, whatever the seller's time zone.
 * There are none while the past is still being written.
 */
export const findDaysToClose = async (
  pipeline: Pipeline,
  seller_id: string,
  limit: number,
): Promise<readonly string[]> =>
  (
    await statementWithFreshPlan<{ day: string }>(
      pipeline,
      `select d.day::date as day
       from (select local_day as first from journal_entry where seller_id = $1 order by local_day limit 1) j
       cross join lateral generate_series(j.first, ((app_now() - interval '1 hour') at time zone 'Etc/GMT+12')::date - 1, interval '1 day') as d (day)
       where not exists (select from journal_backfill where seller_id = $1)
         and not exists (select from journal_closed_day c where c.seller_id = $1 and c.local_day = d.day::date and c.is_summed)
       order by d.day limit $2`,
      [seller_id, limit],
    )
  ).map(({ day }) => day);

/**
 * Locks days for summing, in order: whoever adds an entry to one of them waits until the transaction has ended, and then
 * marks the day. The statements that read the entries come afterwards, so they see all entries added before.
 */
export const lockDays = async (pipeline: Pipeline, seller_id: string, days: readonly string[]): Promise<void> => {
  await statementWithFreshPlan(
    pipeline,
    `insert into journal_closed_day (seller_id, local_day, is_summed)
     select $1::uuid, d.day, true from unnest($2::date[]) as d (day) order by d.day
     on conflict (seller_id, local_day) do update set is_summed = true returning true as taken`,
    [seller_id, days],
  );
};

/** What the sums of a day are distinguished by: columns of the sums, and their values in a line. */
const keyColumns = "local_day, currency, cause, debit, credit, ticket_type_id, tax, channel_id";
const keyOfLine =
  "e.local_day, e.currency, e.cause, l.debit, l.credit, l.ticket_type_id, l.tax, coalesce(e.channel_id, '')";

/** Writes the sums of days again, from their entries. */
export const sumDays = async (pipeline: Pipeline, seller_id: string, days: readonly string[]): Promise<void> => {
  const values = [seller_id, days];
  for (const table of ["journal_day", "journal_session_day"])
    await statementWithFreshPlan(
      pipeline,
      `delete from ${table} where seller_id = $1 and local_day = any($2::date[])`,
      values,
    );
  await statementWithFreshPlan(
    pipeline,
    `insert into journal_day (seller_id, ${keyColumns}, amount, tickets)
     select $1::uuid, ${keyOfLine}, sum(l.amount)::bigint, sum(l.tickets)::int from journal_entry e ${linesOfEntry}
     where e.seller_id = $1 and e.local_day = any($2::date[])
     group by ${keyOfLine} returning true as inserted`,
    values,
  );
  await statementWithFreshPlan(
    pipeline,
    `insert into journal_session_day (seller_id, event_session_id, ${keyColumns}, amount, tickets)
     select $1::uuid, l.event_session_id, ${keyOfLine}, sum(l.amount)::bigint, sum(l.tickets)::int from journal_entry e ${linesOfEntry}
     where e.seller_id = $1 and e.local_day = any($2::date[]) and l.event_session_id is not null
     group by l.event_session_id, ${keyOfLine} returning true as inserted`,
    values,
  );
};

/**
 * The days of a range without sums, beginning with the first entry: today, yesterday, and days to which an entry was
 * added. A `from` of null means all days.
 */
export const readOpenDays = async (
  pipeline: Pipeline,
  seller_id: string,
  { from, to }: { readonly from: string | null; readonly to: string },
): Promise<readonly string[]> =>
  (
    await statementWithFreshPlan<{ day: string }>(
      pipeline,
      `select d.day::date as day
       from (select local_day as first from journal_entry where seller_id = $1 order by local_day limit 1) j
       cross join lateral (select local_day as last from journal_entry where seller_id = $1 order by local_day desc limit 1) k
       cross join lateral generate_series(greatest(j.first, coalesce($2::date, j.first)), least(k.last, $3::date), interval '1 day') as d (day)
       where not exists (select from journal_closed_day c where c.seller_id = $1 and c.local_day = d.day::date and c.is_summed)
       order by d.day`,
      [seller_id, from, to],
    )
  ).map(({ day }) => day);
