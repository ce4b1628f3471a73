import { statementWithFreshPlan, type Pipeline } from "../../../db/statements/statement.ts";

/**
 * The day that a scan `n` counts on: that of its session `s`, which may run past midnight, otherwise that of the scan.
 * Scans on the day after may therefore belong to a session of the day.
 */
export const visitDay = `case when s.local_day = n.local_day - 1 and n.at <= s.end_datetime then s.local_day else n.local_day end`;

/**
 * The day $2 of the seller, whose time zone is $5, as the venue of a scan has it at the moment $3: there it may be the day
 * before or after. A day that is over ends at $3.
 */
const dayAtVenue = `($2::date + coalesce((moment.last at time zone e.timezone)::date - (moment.last at time zone $5)::date, 0))`;

/**
 * Whether a scan `n` counts for who is on site: scans of the day, and those of a session of the day before that is not
 * over.
 */
const isOfVisitors = `(s.local_day = ${dayAtVenue} - 1 and s.end_datetime > $3::timestamptz or ${visitDay} = ${dayAtVenue})`;

/**
 * The tickets and cards whose last scan that counts let somebody in. Somebody who came in again without an exit scan is on
 * site once, and somebody who leaves after midnight is not missing from the new day.
 */
const inside = `select count(*) from (select from seen where subject_id is not null group by subject_id
  having max(at) filter (where counts <> 'exit') > coalesce(max(at) filter (where counts = 'exit'), '-infinity')) subjects`;

/** People counted without codes. Those who came before midnight and leave after it are not missing from the new day. */
const counted = `select coalesce(sum(change) - least(0, min(total)), 0) from (
  select change, sum(change) over (order by at, id) as total
  from (select case counts when 'exit' then -people else people end as change, at, id from seen where subject_id is null) people) totals`;

type OnSite = {
  /** The seller's day and time zone. */
  readonly day: string;
  readonly timezone: string;
  readonly at: string;
  readonly venue_id: string | null;
};

/**
 * The people on site at a moment of a day: those who came and did not leave. If the seller has scanned no exits for four
 * weeks: those whose session is not over, and those without a session until the last session of the day ends. The board
 * and the gate show the same number.
 */
export const countOnSiteAt = async (
  pipeline: Pipeline,
  seller_id: string,
  { day, timezone, at, venue_id }: OnSite,
): Promise<number> => {
  const [row] = await statementWithFreshPlan<{ people: number }>(
    pipeline,
    `with seen as (
       select coalesce(n.ticket_id, n.membership_id) as subject_id, n.id, n.at, n.counts, n.people,
         coalesce(s.end_datetime, closing.at, $3::timestamptz + interval '1 second') as until
       from (select $3::timestamptz - interval '1 microsecond' as last) moment
       cross join (select max(d.end_datetime) as at from event_template v
         join event_session d on d.seller_id = $1 and d.event_template_id = v.id and d.local_day = $2::date and not d.retired where v.seller_id = $1 and ($4::uuid is null or v.venue_id = $4)) closing
       cross join scan n
       left join event_session s on s.seller_id = $1 and s.id = n.event_session_id
       left join ticket t on t.seller_id = $1 and t.id = case when n.event_session_id is null then n.ticket_id end
       left join event_template e on e.seller_id = $1 and e.id = coalesce(s.event_template_id, t.event_template_id)
       where n.seller_id = $1 and n.local_day between $2::date - 2 and $2::date + 1 and n.counts in ('entry', 'exit', 'reentry') and n.at <= $3::timestamptz
         and ${venue_id === null ? "" : "e.venue_id = $4 and "}${isOfVisitors})
     select case when exists (select from scan x where x.seller_id = $1 and x.local_day between $2::date - 28 and $2::date + 1 and x.counts = 'exit')
       then (${inside}) + (${counted})
       else (select coalesce(sum(people) filter (where counts = 'entry' and until > $3::timestamptz), 0) from seen) end::int as people`,
    [seller_id, day, at, venue_id, timezone],
  );
  return row?.people ?? 0;
};
