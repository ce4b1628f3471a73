import { statementWithFreshPlan } from "../../db/statements/statement.ts";
import type { StaffContext } from "../../http/staff/staffContext.ts";

type Place = Pick<StaffContext, "db" | "seller">;

/** The maximum number of events that are read to find a part of a name in them. */
const mostEvents = 2000;
/** The maximum number of events whose sessions of a day are looked up, each by the index of its days. */
const mostEventsOfDay = 300;

export type PurchaserRow = {
  readonly order_number: number;
  readonly first_name: string | null;
  readonly last_name: string | null;
  readonly email: string | null;
};

/** The purchasers of these orders, newest first. */
export const purchasersOf = ({ db, seller }: Place, order_numbers: readonly number[]): Promise<PurchaserRow[]> =>
  statementWithFreshPlan(
    db,
    `select o.order_number, i.first_name, i.last_name, i.email
     from ticket_order o join identity i on i.seller_id = $1 and i.id = o.identity_id
     where o.seller_id = $1 and o.order_number = any($2::bigint[]) order by o.order_number desc`,
    [seller.id, order_numbers],
  );

export type MemberRow = {
  readonly id: string;
  readonly member_number: string;
  readonly holder_name: string | null;
  readonly first_name: string | null;
  readonly last_name: string | null;
  readonly level: string;
  readonly state: "active" | "ended" | "cancelled";
  readonly order_number: number;
};

const memberColumns = `m.id, m.member_number, m.holder_name, i.first_name, i.last_name, m.level_name as level,
  case when m.state = 'cancelled' then 'cancelled' when m.valid_to <= app_now() then 'ended' else 'active' end as state,
  o.order_number`;

/** The memberships of these orders, active ones first. */
export const membersOfOrders = (
  { db, seller }: Place,
  { order_numbers, limit }: { readonly order_numbers: readonly number[]; readonly limit: number },
): Promise<MemberRow[]> =>
  statementWithFreshPlan(
    db,
    `select ${memberColumns} from ticket_order o
     join membership m on m.seller_id = $1 and m.ticket_order_id = o.id
     left join identity i on i.seller_id = $1 and i.id = m.identity_id
     where o.seller_id = $1 and o.order_number = any($2::bigint[])
     order by state, o.order_number desc, m.id limit $3`,
    [seller.id, order_numbers, limit],
  );

/** Memberships by the full number of their card, or by its scan code. */
export const membersByNumber = (
  { db, seller }: Place,
  { member_number, scan_code, limit }: { member_number: string; scan_code: string; limit: number },
): Promise<MemberRow[]> =>
  statementWithFreshPlan(
    db,
    `select ${memberColumns} from (
       select id from membership where seller_id = $1 and member_number = $2
       union select id from membership where seller_id = $1 and scan_code = $3) n
     join membership m on m.seller_id = $1 and m.id = n.id
     join ticket_order o on o.seller_id = $1 and o.id = m.ticket_order_id
     left join identity i on i.seller_id = $1 and i.id = m.identity_id
     order by state, m.valid_from desc, m.id limit $4`,
    [seller.id, member_number, scan_code, limit],
  );

export type FoundEventRow = {
  readonly id: string;
  readonly key: string;
  readonly name: string;
  readonly is_retired: boolean;
};

/** Events with these words in their name, in any order; those on sale first. */
export const eventsByName = (
  { db, seller }: Place,
  { words, limit }: { readonly words: readonly string[]; readonly limit: number },
): Promise<FoundEventRow[]> =>
  statementWithFreshPlan(
    db,
    `select e.id, e.key, e.name, e.retired as is_retired from (
       select id, key, name, retired, rank from event_template where seller_id = $1 order by retired, rank, id limit ${mostEvents}) e
     where not exists (select from unnest($2::text[]) as word where strpos(lower(e.name), word) = 0)
     order by e.retired, e.rank, e.name, e.id limit $3`,
    [seller.id, words, limit],
  );

export type FoundSessionRow = {
  readonly id: string;
  readonly event: string;
  readonly event_key: string;
  readonly start_datetime: string;
  readonly end_datetime: string;
  readonly timezone: string;
  readonly event_type: string;
  readonly names_start: boolean | null;
};

const editedSessionColumns = `s.id, e.name as event, e.key as event_key, s.start_datetime, s.end_datetime, e.timezone, e.event_type,
  e.meta ->> 'names_start' = 'true' as names_start`;

/** The next sessions of an event. */
export const nextSessions = (
  { db, seller }: Place,
  { event_template_id, limit }: { readonly event_template_id: string; readonly limit: number },
): Promise<FoundSessionRow[]> =>
  statementWithFreshPlan(
    db,
    `select ${editedSessionColumns} from event_session s
     join event_template e on e.seller_id = $1 and e.id = s.event_template_id
     where s.seller_id = $1 and s.event_template_id = $2 and not s.cancelled and not s.retired and s.start_datetime > app_now()
     order by s.start_datetime limit $3`,
    [seller.id, event_template_id, limit],
  );

/** The sessions of a day in the venue's time zone, including cancelled ones. */
export const findSessionsOfDay = (
  { db, seller }: Place,
  { day, limit }: { readonly day: string; readonly limit: number },
): Promise<FoundSessionRow[]> =>
  statementWithFreshPlan(
    db,
    `select ${editedSessionColumns} from (
       select id, key, name, timezone, event_type, meta from event_template
       where seller_id = $1 order by retired, rank, id limit ${mostEventsOfDay}) e
     join event_session s on s.seller_id = $1 and s.event_template_id = e.id and s.local_day = $2::date and not s.retired
     order by s.start_datetime, e.name, s.id limit $3`,
    [seller.id, day, limit],
  );

export type FoundCodeRow = {
  readonly id: string;
  readonly code: string;
  readonly group: string;
  readonly used: number;
  readonly max_uses: number;
};

export const codeByName = ({ db, seller }: Place, normalized: string): Promise<FoundCodeRow[]> =>
  statementWithFreshPlan(
    db,
    `select k.id, k.code, g.name as group, k.used, k.max_uses from code k
     join code_group g on g.seller_id = $1 and g.id = k.code_group_id
     where k.seller_id = $1 and k.normalized = $2`,
    [seller.id, normalized],
  );

export type GiftCardRow = {
  readonly id: string;
  readonly ending: string;
  readonly balance: number;
  readonly currency: string;
  readonly is_active: boolean;
  readonly order_number: number | null;
};

/** Cards with this number: one in each ledger that the seller has had. */
export const giftCardsByNumber = (
  { db, seller }: Place,
  { normalized, limit }: { readonly normalized: string; readonly limit: number },
): Promise<GiftCardRow[]> =>
  statementWithFreshPlan(
    db,
    `select a.id, right(a.normalized, 4) as ending, a.balance, a.currency,
       a.state = 'active' and coalesce(a.valid_to > app_now(), true) as is_active, o.order_number
     from ledger_account a
     left join ticket t on t.seller_id = $1 and t.id = a.source_ticket_id
     left join ticket_order o on o.seller_id = $1 and o.id = t.ticket_order_id
     where a.seller_id = $1 and a.normalized = $2 order by a.created_at desc, a.id limit $3`,
    [seller.id, normalized, limit],
  );
