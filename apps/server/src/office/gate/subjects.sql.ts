import { grantsAdmission, handlersWhere, isMembership } from "@foyer/rules/catalog/handlers.ts";
import type { EventGate, GroupGate } from "@foyer/contract/shop/settings/gateSettings.ts";
import type { SurveySpec } from "@foyer/contract/shop/forms/survey.ts";
import type { Handler } from "@foyer/contract/handlers.ts";
import type { Database } from "../../db/connections.ts";
import { statement } from "../../db/statements/statement.ts";

/** What a code belongs to. */
export type CodeOwner =
  | { readonly kind: "ticket"; readonly id: string; readonly isOldCode: boolean }
  | { readonly kind: "card"; readonly id: string; readonly isOldCode: boolean }
  | { readonly kind: "order"; readonly ticket_ids: readonly string[] };

const cardHandlers = handlersWhere(isMembership);
const admitting = handlersWhere((group) => grantsAdmission(group) && !isMembership(group));

/** The ticket, member's card or order with this code. A ticket of a membership stands for its card. */
export const findCodeOwner = async (
  db: Database,
  seller_id: string,
  code: string,
  code_hash: Buffer,
): Promise<CodeOwner | undefined> => {
  const [ticket] = await statement<{ id: string; card_id: string | null }>(
    db,
    `select t.id, m.id as card_id from ticket t
     left join membership m on m.seller_id = $1 and m.ticket_id = t.id
     where t.seller_id = $1 and t.scan_code = $2 and t.state in ('booked', 'redeemed', 'cancelled')
     order by m.state, m.id limit 1`,
    [seller_id, code],
  );
  if (ticket?.card_id) return { kind: "card", id: ticket.card_id, isOldCode: false };
  if (ticket) return { kind: "ticket", id: ticket.id, isOldCode: false };
  const [card] = await statement<{ id: string }>(
    db,
    // A renewed card keeps its code, so the current term is preferred, or else the one that ends last.
    `select id from membership where seller_id = $1 and (scan_code = $2 or member_number = $2)
     order by state, (valid_from <= app_now() and (valid_to is null or valid_to > app_now())) desc, valid_to desc nulls first limit 1`,
    [seller_id, code],
  );
  if (card) return { kind: "card", id: card.id, isOldCode: false };
  const tickets = await statement<{ id: string; is_sent_on: boolean }>(
    db,
    `select t.id, t.sending_id is not null as is_sent_on from ticket_order o join ticket t on t.seller_id = $1 and t.ticket_order_id = o.id
     join ticket_group g on g.seller_id = $1 and g.id = t.ticket_group_id
     where o.seller_id = $1 and o.scan_code = $2 and t.state in ('booked', 'redeemed', 'cancelled') and g.handler = any($3::text[])
     order by t.event_template_id, t.event_session_id, t.ticket_type_id, t.id limit 500`,
    [seller_id, code, admitting],
  );
  // A ticket that its buyer sent on has another code, and only its recipient has that.
  const own = tickets.filter(({ is_sent_on }) => !is_sent_on);
  if (own.length > 0) return { kind: "order", ticket_ids: own.map(({ id }) => id) };
  const [sent] = tickets;
  if (sent) return { kind: "ticket", id: sent.id, isOldCode: true };
  const [old] = await statement<{ ticket_id: string; card_id: string | null }>(
    db,
    `select r.ticket_id, m.id as card_id from replaced_code r left join membership m on m.seller_id = $1 and m.ticket_id = r.ticket_id
     where r.seller_id = $1 and r.code_hash = $2`,
    [seller_id, code_hash],
  );
  if (old?.card_id) return { kind: "card", id: old.card_id, isOldCode: true };
  return old && { kind: "ticket", id: old.ticket_id, isOldCode: true };
};

const hashOf = (column: string): string => `sha256(convert_to(${column}, 'UTF8'))`;
const heldCodes = {
  ticket: `select from ticket t left join ticket_order o on o.seller_id = $1 and o.id = t.ticket_order_id
    where t.seller_id = $1 and t.id = $2
      and $3::bytea in (${hashOf("t.scan_code")}, case when t.sending_id is null then ${hashOf("o.scan_code")} end)`,
  card: `select from membership m join ticket t on t.seller_id = $1 and t.id = m.ticket_id
    where m.seller_id = $1 and m.id = $2
      and $3::bytea in (${hashOf("m.scan_code")}, ${hashOf("m.member_number")}, ${hashOf("t.scan_code")})`,
} as const;

/**
 * Whether a ticket or card has the code with this hash, itself or through its order; without a hash, it has. Read behind its
 * lock: a statement that waits for the lock would still see the former code of the order.
 */
export const hasCode = async (
  db: Database,
  seller_id: string,
  { kind, id, code_hash }: { readonly kind: "ticket" | "card"; readonly id: string; readonly code_hash?: Buffer },
): Promise<boolean> => {
  if (code_hash === undefined) return true;
  return (await statement<object>(db, heldCodes[kind], [seller_id, id, code_hash])).length > 0;
};

export type SubjectRow = {
  readonly id: string;
  readonly state: "booked" | "redeemed" | "cancelled";
  readonly is_replaced: boolean;
  /** The valid codes and numbers. */
  readonly codes: readonly (string | null)[];
  readonly handler: Handler;
  readonly event_template_id: string;
  readonly venue_id: string | null;
  readonly event: string;
  readonly event_type: string;
  readonly names_start: boolean | null;
  readonly timezone: string;
  readonly event_gate: EventGate | null;
  readonly group_gate: GroupGate | null;
  readonly type: string;
  readonly name: string | null;
  readonly seat: string | null;
  readonly party: number | null;
  /** For a card: tickets per visit by the name of their type, '*' for any. */
  readonly benefits: Readonly<Record<string, number>> | null;
  readonly tickets_today: number | null;
  readonly valid_from: string | null;
  readonly valid_to: string | null;
  readonly session_id: string | null;
  readonly start_datetime: string | null;
  readonly end_datetime: string | null;
  readonly local_day: string | null;
  readonly local_start: string | null;
  readonly local_end: string | null;
  readonly session_cancelled: boolean | null;
  readonly survey: SurveySpec | null;
  readonly survey_answers: Readonly<Record<string, unknown>> | null;
};

const ofEvent = `e.id as event_template_id, e.venue_id, e.name as event, e.event_type, (e.meta ->> 'names_start')::boolean as names_start,
  e.timezone, e.meta -> 'gate' as event_gate, g.meta -> 'gate' as group_gate, g.handler`;

/** `lock`: locks the tickets until the end of the transaction, so that they are not decided on concurrently. */
export const readTickets = (
  db: Database,
  seller_id: string,
  ids: readonly string[],
  { lock }: { readonly lock: boolean },
): Promise<SubjectRow[]> =>
  statement<SubjectRow>(
    db,
    `select t.id, t.state, coalesce(c.kind = 'change', false) as is_replaced, array[t.scan_code] as codes, ${ofEvent}, y.name as type, t.admit_name as name,
       z.name as seat, null::int as party, null as benefits, null::int as tickets_today, t.valid_from, t.valid_to, s.id as session_id, s.start_datetime, s.end_datetime,
       s.local_day, s.local_start, s.local_end, s.cancelled as session_cancelled, g.additional_info_spec as survey,
       k.additional_info -> g.id::text as survey_answers
     from ticket t
     join ticket_group g on g.seller_id = $1 and g.id = t.ticket_group_id
     join ticket_type y on y.seller_id = $1 and y.id = t.ticket_type_id
     join event_template e on e.seller_id = $1 and e.id = t.event_template_id
     join cart k on k.seller_id = $1 and k.id = t.cart_id
     left join event_session s on s.seller_id = $1 and s.id = t.event_session_id
     left join seat z on z.seller_id = $1 and z.id = t.seat_id
     left join order_change c on c.seller_id = $1 and c.id = t.cancelled_by
     where t.seller_id = $1 and t.id = any($2::uuid[]) and t.state in ('booked', 'redeemed', 'cancelled')
     order by array_position($2::uuid[], t.id)${lock ? " for update of t" : ""}`,
    [seller_id, ids],
  );

/** Members' cards, with the number of people on the same membership, and its benefits. */
export const readGateCards = (
  db: Database,
  seller_id: string,
  ids: readonly string[],
  { lock }: { readonly lock: boolean },
): Promise<SubjectRow[]> =>
  statement<SubjectRow>(
    db,
    `select m.id, case m.state when 'active' then 'booked' else 'cancelled' end as state, false as is_replaced,
       array[m.scan_code, m.member_number, t.scan_code] as codes, ${ofEvent}, m.level_name as type, m.holder_name as name, null as seat,
       (select count(*)::int from membership n where n.seller_id = $1 and n.ticket_order_id = m.ticket_order_id and n.state = 'active') as party,
       m.benefits, (select count(*)::int from allowance_use u join ticket v on v.seller_id = $1 and v.id = u.ticket_id
         join event_template w on w.seller_id = $1 and w.id = v.event_template_id
         where u.seller_id = $1 and u.membership_id = m.id and u.local_day = (app_now() at time zone w.timezone)::date
           and v.state in ('booked', 'redeemed')) as tickets_today,
       m.valid_from, m.valid_to, null as session_id, null as start_datetime, null as end_datetime, null as local_day,
       null as local_start, null as local_end, null as session_cancelled, null as survey, null as survey_answers
     from membership m
     join ticket t on t.seller_id = $1 and t.id = m.ticket_id
     join ticket_group g on g.seller_id = $1 and g.id = m.ticket_group_id
     join event_template e on e.seller_id = $1 and e.id = m.event_template_id
     where m.seller_id = $1 and m.id = any($2::uuid[])${lock ? " for update of m" : ""}`,
    [seller_id, ids],
  );

/** Whether a handler's tickets are members' cards. */
export const isCardHandler = (handler: Handler): boolean => cardHandlers.includes(handler);

export type DaySession = {
  readonly id: string;
  readonly event_template_id: string;
  readonly start_datetime: string;
  readonly end_datetime: string;
  readonly local_day: string;
  readonly cancelled: boolean;
};

/** The sessions of an event on a day. */
export const sessionsOfDay = (
  db: Database,
  seller_id: string,
  event_template_id: string,
  day: string,
): Promise<DaySession[]> =>
  statement<DaySession>(
    db,
    `select s.id, s.event_template_id, s.start_datetime, s.end_datetime, s.local_day, s.cancelled from event_session s
     where s.seller_id = $1 and s.event_template_id = $2 and s.local_day = $3::date and not s.retired
     order by s.start_datetime limit 500`,
    [seller_id, event_template_id, day],
  );
