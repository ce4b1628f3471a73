import { opensBefore } from "@foyer/rules/admission/judgeScan.ts";
import { grantsAdmission, handlersWhere, isMembership, needsNoSession } from "@foyer/rules/catalog/handlers.ts";
import type { EventGate } from "@foyer/contract/shop/settings/gateSettings.ts";
import type { Database } from "../../db/connections.ts";
import { statement } from "../../db/statements/statement.ts";

const admitting = handlersWhere((group) => grantsAdmission(group) && !isMembership(group));

const cards = handlersWhere(isMembership);

/** Handlers whose tickets have no session: always, or if their group has dates of its own. */
const [withoutSession, withOwnDates] = [null, "fixedfrom" as const].map((start_policy) =>
  handlersWhere(
    (group) => isMembership(group) || (grantsAdmission(group) && needsNoSession({ ...group, start_policy })),
  ),
);

export type GateEventRow = {
  readonly id: string;
  readonly name: string;
  readonly venue_id: string | null;
  readonly event_type: string;
  readonly names_start: boolean | null;
  readonly timezone: string;
  readonly gate: EventGate | null;
  /** Whether it has cards or passes, which need no session. */
  readonly has_terms: boolean;
  /** Whether it has nothing but members' cards, which are used at any venue. */
  readonly is_cards: boolean;
};

/** The events that a gate scans for; with null, all of the seller's. */
export const gateEvents = (
  db: Database,
  seller_id: string,
  scope: { readonly event_ids: readonly string[]; readonly venue_ids: readonly string[] } | null,
): Promise<GateEventRow[]> =>
  statement<GateEventRow>(
    db,
    `select e.id, e.name, e.venue_id, e.event_type, (e.meta ->> 'names_start')::boolean as names_start, e.timezone, e.meta -> 'gate' as gate,
       exists (select from ticket_group g where g.seller_id = $1 and g.event_template_id = e.id
         and (g.handler = any($4::text[]) or (g.handler = any($5::text[]) and g.start_policy is not null))) as has_terms,
       coalesce((select bool_and(g.handler = any($6::text[])) from ticket_group g where g.seller_id = $1 and g.event_template_id = e.id), false) as is_cards
     from event_template e
     where e.seller_id = $1 and ($2::uuid[] is null or e.id = any($2) or e.venue_id = any($3::uuid[]))
     order by e.rank, e.name limit 1000`,
    [seller_id, scope?.event_ids ?? null, scope?.venue_ids ?? null, withoutSession, withOwnDates, cards],
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
  /** Whether it is of the current day at its venue. */
  readonly is_today: boolean;
  readonly expected: number;
  readonly in: number;
  readonly refused: number;
};

/** The times between which an event's sessions admit people (rules/admission/judgeScan.ts). */
const opens = `s.start_datetime - make_interval(mins => coalesce((e.meta -> 'gate' ->> 'opens_minutes')::int, ${opensBefore}))`;
const closes = `coalesce(s.start_datetime + make_interval(mins => (e.meta -> 'gate' ->> 'closes_minutes')::int), s.end_datetime)`;

/** The current day at the venue, which may be in another time zone than the seller. */
const venueDay = `(app_now() at time zone e.timezone)::date`;

/**
 * Sessions of the current day at their venue, and those of other days that admit people now, with their counters: tickets
 * that admit, those used, and those refused. `day` is the seller's.
 */
export const countedSessions = (
  db: Database,
  seller_id: string,
  event_ids: readonly string[],
  day: string,
): Promise<CountedSession[]> =>
  statement<CountedSession>(
    db,
    `select s.id, s.event_template_id, s.local_day as day, s.local_start as start, s.local_end as end, s.start_datetime, s.end_datetime,
       s.cancelled, s.local_day = ${venueDay} as is_today, coalesce(t.expected, 0)::int as expected, coalesce(t.entered, 0)::int as in, coalesce(r.refused, 0)::int as refused
     from event_session s
     join event_template e on e.seller_id = $1 and e.id = s.event_template_id
     left join lateral (
       select count(*) as expected, count(*) filter (where t.state = 'redeemed') as entered
       from ticket t join ticket_group g on g.seller_id = $1 and g.id = t.ticket_group_id
       where t.seller_id = $1 and t.event_session_id = s.id and t.state in ('booked', 'redeemed') and g.handler = any($4::text[])) t on true
     left join lateral (
       select count(distinct n.ticket_id) as refused from scan n
       where n.seller_id = $1 and n.local_day in (${venueDay}, s.local_day) and n.counts = 'refused' and n.event_session_id = s.id
         and n.shown = 'no') r on true
     where s.seller_id = $1 and s.event_template_id = any($2::uuid[]) and not s.retired
       and s.local_day between $3::date - 2 and $3::date + 2
       and (s.local_day = ${venueDay} or (${opens} <= app_now() and ${closes} > app_now()))
     order by s.start_datetime, s.id limit 1000`,
    [seller_id, event_ids, day, admitting],
  );

export type GateDouble = {
  readonly id: string;
  readonly at: string;
  readonly by: string;
  readonly type: string;
  readonly event: string;
  readonly entry_at: string | null;
  readonly entry_by: string | null;
};

/**
 * Unreviewed double entries in which a device or person is involved, as the one who admitted second or first; newest first.
 */
export const doublesOf = (db: Database, seller_id: string, scanner_id: string, limit: number): Promise<GateDouble[]> =>
  statement<GateDouble>(
    db,
    `select c.id, c.at, coalesce(d.name, a.name, 'a device') as by, y.name as type, e.name as event, f.at as entry_at,
       coalesce(fd.name, fa.name) as entry_by
     from scan c
     join ticket t on t.seller_id = $1 and t.id = c.ticket_id
     join ticket_type y on y.seller_id = $1 and y.id = t.ticket_type_id
     join event_template e on e.seller_id = $1 and e.id = t.event_template_id
     left join scan_device d on d.seller_id = $1 and d.id = c.device_id
     left join staff a on a.id = c.staff_id
     left join lateral (
       select n.at, n.device_id, n.staff_id from scan n
       where n.seller_id = $1 and n.ticket_id = c.ticket_id and n.counts = 'entry' order by n.at limit 1) f on true
     left join scan_device fd on fd.seller_id = $1 and fd.id = f.device_id
     left join staff fa on fa.id = f.staff_id
     where c.seller_id = $1 and c.conflict = 'double' and c.resolved_at is null and c.received_at > app_now() - interval '12 hours'
       and $2::uuid in (c.device_id, c.staff_id, f.device_id, f.staff_id)
     order by c.at desc, c.id limit $3`,
    [seller_id, scanner_id, limit],
  );
