import { grantsAdmission, handlersWhere, isMembership } from "@foyer/rules/catalog/handlers.ts";
import { statementWithFreshPlan, type Pipeline } from "../../../db/statements/statement.ts";
import { visitDay } from "../../gate/onSite/onSite.sql.ts";

const admitting = handlersWhere((group) => grantsAdmission(group) && !isMembership(group));

/** Days in the venue's time zone, both included, or the moments between which sessions begin and people enter. */
export type AttendanceSpan = {
  readonly from: string;
  readonly to: string;
  /** Null for whole days. */
  readonly moments: { readonly first: string; readonly end: string } | null;
  readonly event_template_id: string | null;
};

export type ScanCountRow = {
  readonly event_session_id: string | null;
  readonly day: string;
  /** Null for a card, and for people counted without codes. */
  readonly type: string | null;
  readonly checked_in: number;
  readonly doubles: number;
  readonly refused: number;
};

const sessionOfScan = `left join event_session s on s.seller_id = $1 and s.id = n.event_session_id`;
const inSpan = `n.local_day between $2::date - 1 and $3::date + 1 and case when $5::timestamptz is null
  then ${visitDay} between $2::date and $3::date else n.at >= $5 and n.at < $6::timestamptz end`;

/** The number of scans on these days, by session and ticket type. */
export const scanCounts = (
  pipeline: Pipeline,
  seller_id: string,
  { from, to, moments, event_template_id }: AttendanceSpan,
): Promise<ScanCountRow[]> =>
  statementWithFreshPlan(
    pipeline,
    `select n.event_session_id, min(n.local_day)::date as day, y.name as type,
       coalesce(sum(n.people) filter (where n.counts = 'entry'), 0)::int as checked_in,
       count(*) filter (where n.counts = 'double')::int as doubles, count(*) filter (where n.counts = 'refused')::int as refused
     from scan n
     ${sessionOfScan}
     left join ticket t on t.seller_id = $1 and t.id = n.ticket_id
     left join ticket_type y on y.seller_id = $1 and y.id = t.ticket_type_id
     where n.seller_id = $1 and ${inSpan} and n.counts in ('entry', 'double', 'refused')
       and ($4::uuid is null or t.event_template_id = $4)
     group by n.event_session_id, case when n.event_session_id is null then n.local_day end, y.name`,
    [seller_id, from, to, event_template_id, moments?.first ?? null, moments?.end ?? null],
  );

export type AttendedSessionRow = {
  readonly id: string;
  readonly event_id: string;
  readonly event: string;
  readonly event_type: string;
  readonly names_start: boolean | null;
  readonly timezone: string;
  readonly day: string;
  readonly start_datetime: string;
  readonly end_datetime: string;
  readonly is_over: boolean;
  readonly capacity: number;
};

/** The sessions of these days, and others by their ids. */
export const attendedSessions = (
  pipeline: Pipeline,
  seller_id: string,
  { from, to, moments, event_template_id }: AttendanceSpan,
  others: readonly string[],
): Promise<AttendedSessionRow[]> =>
  statementWithFreshPlan(
    pipeline,
    `select s.id, e.id as event_id, e.name as event, e.event_type, e.meta ->> 'names_start' = 'true' as names_start, e.timezone, s.local_day as day,
       s.start_datetime, s.end_datetime, s.end_datetime <= app_now() as is_over, s.capacity
     from event_session s join event_template e on e.seller_id = $1 and e.id = s.event_template_id
     where s.seller_id = $1 and s.id in (
       select d.id from event_template v join event_session d on d.seller_id = $1 and d.event_template_id = v.id
         and d.local_day between $2::date - (case when $6::timestamptz is null then 0 else 1 end)
           and $3::date + (case when $6::timestamptz is null then 0 else 1 end) and not d.retired
         and ($6::timestamptz is null or d.start_datetime >= $6 and d.start_datetime < $7::timestamptz)
       where v.seller_id = $1 and ($4::uuid is null or v.id = $4)
       union select unnest($5::uuid[]))
     order by s.start_datetime, e.name, s.id`,
    [seller_id, from, to, event_template_id, others, moments?.first ?? null, moments?.end ?? null],
  );

export type SoldOfTypeRow = {
  readonly event_session_id: string;
  readonly type: string;
  readonly sold: number;
  /** Still valid: nobody has entered with it. */
  readonly unused: number;
};

/** Tickets that admit people, by session and type. */
export const soldOfSessions = (
  pipeline: Pipeline,
  seller_id: string,
  session_ids: readonly string[],
): Promise<SoldOfTypeRow[]> =>
  statementWithFreshPlan(
    pipeline,
    `select t.event_session_id, y.name as type, count(*)::int as sold, count(*) filter (where t.state = 'booked')::int as unused
     from ticket t
     join ticket_group g on g.seller_id = $1 and g.id = t.ticket_group_id and g.handler = any($3::text[])
     join ticket_type y on y.seller_id = $1 and y.id = t.ticket_type_id
     where t.seller_id = $1 and t.event_session_id = any($2::uuid[]) and t.state in ('booked', 'redeemed')
     group by t.event_session_id, y.name order by t.event_session_id, y.name`,
    [seller_id, session_ids, admitting],
  );

/** First entries per quarter of an hour, in the time zone of the event's venue, or else of the seller. */
export const arrivalsByQuarter = (
  pipeline: Pipeline,
  seller_id: string,
  { from, to, moments, event_template_id }: AttendanceSpan,
  timezone: string,
): Promise<{ time: string; people: number }[]> =>
  statementWithFreshPlan(
    pipeline,
    `select q.time, sum(q.people)::int as people from (
       select to_char(date_bin('15 minutes', n.at at time zone coalesce(e.timezone, $7), timestamp '2000-01-01'), 'HH24:MI') as time, n.people
       from scan n
       ${sessionOfScan}
       left join ticket t on t.seller_id = $1 and t.id = n.ticket_id
       left join event_template e on e.seller_id = $1 and e.id = t.event_template_id
       where n.seller_id = $1 and ${inSpan} and n.counts = 'entry'
         and ($4::uuid is null or t.event_template_id = $4)) q
     group by q.time order by q.time`,
    [seller_id, from, to, event_template_id, moments?.first ?? null, moments?.end ?? null, timezone],
  );
