import { grantsAdmission, handlersWhere, isMembership } from "@foyer/rules/catalog/handlers.ts";
import type { EventGate } from "@foyer/contract/shop/settings/gateSettings.ts";
import type { Database } from "../../db/connections.ts";
import { statement } from "../../db/statement.ts";

const admitting = handlersWhere((group) => grantsAdmission(group) && !isMembership(group));

export type GateEventRow = {
  readonly id: string;
  readonly name: string;
  readonly venue_id: string | null;
  readonly event_type: string;
  readonly names_start: boolean | null;
  readonly gate: EventGate | null;
};

/** Events that a gate scans for; null: all of the seller's. */
export const gateEvents = (
  db: Database,
  seller_id: string,
  scope: { readonly event_ids: readonly string[]; readonly venue_ids: readonly string[] } | null,
): Promise<GateEventRow[]> =>
  statement<GateEventRow>(
    db,
    `select e.id, e.name, e.venue_id, e.event_type, (e.meta ->> 'names_start')::boolean as names_start, e.meta -> 'gate' as gate
     from event_template e
     where e.seller_id = $1 and ($2::uuid[] is null or e.id = any($2) or e.venue_id = any($3::uuid[]))
     order by e.rank, e.name limit 1000`,
    [seller_id, scope?.event_ids ?? null, scope?.venue_ids ?? null],
  );

export type CountedSession = {
  readonly id: string;
  readonly event_template_id: string;
  readonly day: string;
  readonly start: string;
  readonly end: string;
  readonly start_datetime: string;
  readonly end_datetime: string;
  readonly cancelled: boolean;
  readonly expected: number;
  readonly in: number;
  readonly refused: number;
};

/** Sessions of a day with their counters: tickets that admit, those that are in, and who was refused. */
export const countedSessions = (
  db: Database,
  seller_id: string,
  event_ids: readonly string[],
  day: string,
): Promise<CountedSession[]> =>
  statement<CountedSession>(
    db,
    `select s.id, s.event_template_id, s.local_day as day, s.local_start as start, s.local_end as end, s.start_datetime, s.end_datetime,
       s.cancelled, coalesce(t.expected, 0)::int as expected, coalesce(t.entered, 0)::int as in, coalesce(r.refused, 0)::int as refused
     from event_session s
     left join lateral (
       select count(*) as expected, count(*) filter (where t.state = 'redeemed') as entered
       from ticket t join ticket_group g on g.seller_id = $1 and g.id = t.ticket_group_id
       where t.seller_id = $1 and t.event_session_id = s.id and t.state in ('booked', 'redeemed') and g.handler = any($4::text[])) t on true
     left join lateral (
       select count(distinct n.ticket_id) as refused from scan n
       where n.seller_id = $1 and n.local_day = $3::date and n.counts = 'refused' and n.event_session_id = s.id and n.shown = 'no') r on true
     where s.seller_id = $1 and s.event_template_id = any($2::uuid[]) and s.local_day = $3::date and not s.retired
     order by s.start_datetime, s.id limit 1000`,
    [seller_id, event_ids, day, admitting],
  );

/** People who went in on a day less those who went out. */
export const countOnSite = async (db: Database, seller_id: string, day: string): Promise<number> => {
  const [row] = await statement<{ count: number }>(
    db,
    `select coalesce(sum(case counts when 'exit' then -people else people end), 0)::int as count
     from scan where seller_id = $1 and local_day = $2::date and counts in ('entry', 'exit', 'reentry')`,
    [seller_id, day],
  );
  return Math.max(0, row?.count ?? 0);
};
