import { grantsAdmission, handlersWhere, isMembership, needsSession } from "@foyer/rules/catalog/handlers.ts";
import type { GroupGate } from "@foyer/contract/shop/settings/gateSettings.ts";
import type { Handler } from "@foyer/contract/handlers.ts";
import type { CountedAs } from "@foyer/contract/office/gate/admission.ts";
import type { Database } from "../../../db/connections.ts";
import { statement } from "../../../db/statements/statement.ts";
import type { SubjectRow } from "../subjects.sql.ts";

const admitting = handlersWhere((group) => grantsAdmission(group) && !isMembership(group));
const cards = handlersWhere(isMembership);
/** Handlers of which some tickets have no session. */
const withTerm = handlersWhere(
  (group) => grantsAdmission(group) && !isMembership(group) && !needsSession({ ...group, start_policy: "fixedfrom" }),
);

/** Seconds by which a delta reaches back before the requested moment, to include rows that were being written then. */
const overlapSeconds = 60;

export type ListRow = {
  readonly id: string;
  readonly state: "booked" | "redeemed" | "cancelled";
  readonly is_replaced: boolean;
  readonly scan_code: string;
  readonly order_id: string | null;
  /** The code of its order; null for a ticket that its buyer sent on, and for a card. */
  readonly order_code: string | null;
  readonly event_template_id: string;
  readonly venue_id: string | null;
  readonly ticket_type_id: string;
  readonly type: string;
  readonly handler: Handler;
  readonly group_gate: GroupGate | null;
  readonly session_id: string | null;
  readonly name: string | null;
  readonly seat: string | null;
  readonly valid_from: string | null;
  readonly valid_to: string | null;
};

const ticketColumns = `t.id, t.state, coalesce(c.kind = 'change', false) as is_replaced, t.scan_code, o.id as order_id,
  case when t.sending_id is null then o.scan_code end as order_code,
  t.event_template_id, e.venue_id, t.ticket_type_id, y.name as type, g.handler, g.meta -> 'gate' as group_gate, t.event_session_id as session_id,
  coalesce(t.admit_name, nullif(trim(concat_ws(' ', i.first_name, i.last_name)), '')) as name, z.name as seat, t.valid_from, t.valid_to`;
const ticketJoins = `
  join ticket_order o on o.seller_id = $1 and o.id = t.ticket_order_id
  join ticket_group g on g.seller_id = $1 and g.id = t.ticket_group_id and g.handler = any($2::text[])
  join ticket_type y on y.seller_id = $1 and y.id = t.ticket_type_id
  join event_template e on e.seller_id = $1 and e.id = t.event_template_id
  left join identity i on i.seller_id = $1 and i.id = o.identity_id
  left join seat z on z.seller_id = $1 and z.id = t.seat_id
  left join order_change c on c.seller_id = $1 and c.id = t.cancelled_by`;

/** Includes tickets whose code was replaced since, so that devices forget the former code. */
const replacedSince = `(select r.ticket_id from replaced_code r
  where r.seller_id = $1 and r.replaced_at > $4::timestamptz - interval '${overlapSeconds} seconds')`;

const changedSince = `($4::timestamptz is null or o.created_at > $4::timestamptz - interval '${overlapSeconds} seconds'
  or exists (select from scan n where n.seller_id = $1 and n.ticket_id = t.id and n.received_at > $4::timestamptz - interval '${overlapSeconds} seconds')
  or t.id in ${replacedSince}
  or exists (select from order_change w where w.seller_id = $1 and w.ticket_order_id = o.id
    and w.created_at > $4::timestamptz - interval '${overlapSeconds} seconds'))`;

/** The tickets of sessions. Cancelled ones are included, so that devices can say so. `since`: only those that changed. */
export const listTickets = (
  db: Database,
  seller_id: string,
  session_ids: readonly string[],
  since: string | undefined,
): Promise<ListRow[]> =>
  statement<ListRow>(
    db,
    `select ${ticketColumns} from ticket t ${ticketJoins}
     where t.seller_id = $1 and t.event_session_id = any($3::uuid[]) and t.state in ('booked', 'redeemed', 'cancelled')
       and t.scan_code is not null and ${changedSince}
     order by o.id, t.id limit 250000`,
    [seller_id, admitting, session_ids, since ?? null],
  );

/** Passes that are valid on a day for their events. Cancelled ones are included, so that devices can say so. */
export const listPasses = (
  db: Database,
  seller_id: string,
  { event_ids, from, to, since }: { event_ids: readonly string[]; from: string; to: string; since: string | undefined },
): Promise<ListRow[]> =>
  statement<ListRow>(
    db,
    `select ${ticketColumns} from ticket t ${ticketJoins}
     where t.seller_id = $1 and t.ticket_group_id in (
         select id from ticket_group where seller_id = $1 and event_template_id = any($3::uuid[]) and handler = any($2::text[]))
       and t.event_session_id is null and t.state in ('booked', 'redeemed', 'cancelled') and t.scan_code is not null
       and (t.valid_from is null or t.valid_from < $6) and (t.valid_to is null or t.valid_to > $5) and ${changedSince}
     order by o.id, t.id limit 250000`,
    [seller_id, withTerm, event_ids, since ?? null, from, to],
  );

/** Days for which a card whose term is over stays on the list, so that devices can say so. */
const endedDays = 60;
const isCurrent = (row: "m" | "n") =>
  `${row}.state = 'active' and ${row}.valid_from <= $5 and (${row}.valid_to is null or ${row}.valid_to > $5)`;

/**
 * Members' cards: each by its current term, or else by its last one, which was cancelled, is over or has not begun.
 */
export const listCards = (
  db: Database,
  seller_id: string,
  { event_ids, since, at }: { event_ids: readonly string[]; since: string | undefined; at: string },
): Promise<ListRow[]> =>
  statement<ListRow>(
    db,
    `select m.id, case m.state when 'active' then 'booked' else 'cancelled' end as state, false as is_replaced, m.scan_code,
       null as order_id, null as order_code, m.event_template_id, e.venue_id, m.ticket_type_id, m.level_name as type, g.handler,
       g.meta -> 'gate' as group_gate, null as session_id, m.holder_name as name, null as seat, m.valid_from, m.valid_to
     from membership m
     join ticket_group g on g.seller_id = $1 and g.id = m.ticket_group_id and g.handler = any($2::text[])
     join event_template e on e.seller_id = $1 and e.id = m.event_template_id
     where m.seller_id = $1 and m.event_template_id = any($3::uuid[])
       and ((${isCurrent("m")}) or ((m.valid_to is null or m.valid_to > $5::timestamptz - interval '${endedDays} days') and not exists (
         select from membership n where n.seller_id = $1 and n.scan_code = m.scan_code and n.id <> m.id
           and ((${isCurrent("n")}) or n.valid_from > m.valid_from))))
       and ($4::timestamptz is null or m.created_at > $4::timestamptz - interval '${overlapSeconds} seconds'
         or m.ticket_id in ${replacedSince}
         or exists (select from order_change w where w.seller_id = $1 and w.ticket_order_id = m.ticket_order_id
           and w.created_at > $4::timestamptz - interval '${overlapSeconds} seconds')
         or exists (select from scan n where n.seller_id = $1 and n.membership_id = m.id
           and n.received_at > $4::timestamptz - interval '${overlapSeconds} seconds'))
     order by m.id limit 250000`,
    [seller_id, cards, event_ids, since ?? null, at],
  );

export type ListDetail = Pick<SubjectRow, "party" | "survey" | "survey_answers"> & { readonly id: string };

/**
 * By ticket: answers of orders to surveys with a question marked for the gate. By card: the number of people on the
 * membership.
 */
export const detailsOfMany = async (db: Database, seller_id: string, ids: readonly string[]): Promise<ListDetail[]> => {
  const answered = statement<ListDetail>(
    db,
    `select t.id, null::int as party, g.additional_info_spec as survey, k.additional_info -> g.id::text as survey_answers
     from ticket t
     join ticket_group g on g.seller_id = $1 and g.id = t.ticket_group_id
       and jsonb_path_exists(g.additional_info_spec, '$.properties.*.gate ? (@ == true)')
     join ticket_order o on o.seller_id = $1 and o.id = t.ticket_order_id
     join cart k on k.seller_id = $1 and k.id = o.cart_id and k.additional_info -> g.id::text is not null
     where t.seller_id = $1 and t.id = any($2::uuid[]) and t.state in ('booked', 'redeemed')`,
    [seller_id, ids],
  );
  const parties = statement<ListDetail>(
    db,
    `select m.id, count(n.id)::int as party, null as survey, null as survey_answers
     from membership m
     join membership n on n.seller_id = $1 and n.ticket_order_id = m.ticket_order_id and n.state = 'active'
     where m.seller_id = $1 and m.id = any($2::uuid[]) group by m.id having count(n.id) > 1`,
    [seller_id, ids],
  );
  return [...(await answered), ...(await parties)];
};

export type ListScan = {
  readonly subject_id: string;
  readonly id: string;
  readonly at: string;
  readonly day: string;
  readonly direction: "in" | "out" | "undo";
  readonly let_in: boolean;
  readonly undoes: string | null;
  readonly counts: CountedAs;
  readonly by: string;
};

/** Scans of tickets and cards, from which the list takes their entries. */
export const scansOfMany = (db: Database, seller_id: string, ids: readonly string[]): Promise<ListScan[]> =>
  statement<ListScan>(
    db,
    `select coalesce(n.ticket_id, n.membership_id) as subject_id, n.id, n.at, n.local_day as day, n.direction, n.let_in, n.undoes, n.counts,
       coalesce(d.name, a.name, 'a device') as by
     from scan n
     left join scan_device d on d.seller_id = $1 and d.id = n.device_id
     left join staff a on a.id = n.staff_id
     where n.seller_id = $1 and (n.ticket_id = any($2::uuid[]) or n.membership_id = any($2::uuid[]))
       and (n.counts <> 'refused' or n.direction = 'out')`,
    [seller_id, ids],
  );

/** Hashes of the former codes of these tickets and cards. */
export const replacedCodesOf = async (db: Database, seller_id: string, ids: readonly string[]): Promise<Buffer[]> => {
  const rows = await statement<{ code_hash: Buffer }>(
    db,
    `select r.code_hash from replaced_code r where r.seller_id = $1
       and (r.ticket_id = any($2::uuid[])
         or r.ticket_id in (select m.ticket_id from membership m where m.seller_id = $1 and m.id = any($2::uuid[])))
     limit 50000`,
    [seller_id, ids],
  );
  return rows.map(({ code_hash }) => code_hash);
};
