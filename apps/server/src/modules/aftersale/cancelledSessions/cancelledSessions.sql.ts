import { isMovableAfterCancellation } from "@foyer/rules/catalog/handlers.ts";
import { handlerList } from "../../../db/handlerList.ts";
import { statement, type Pipeline } from "../../../db/statements/statement.ts";

export type CancelledSession = {
  readonly id: string;
  readonly event_name: string;
  readonly start_datetime: string;
  readonly end_datetime: string;
  readonly timezone: string;
  readonly event_type: string;
  readonly names_start: boolean;
  readonly ticket_date_time: string | null;
  /** Distinguishes the e-mails of a session that is cancelled twice. */
  readonly notified_at: string;
};

const sessionColumns = `s.id, e.name as event_name, s.start_datetime, s.end_datetime, e.timezone, e.event_type,
         coalesce(e.meta ->> 'names_start' = 'true', false) as names_start,
       e.meta ->> 'ticket_date_time' as ticket_date_time`;

/**
 * Claims a reinstated session, so that a later cancellation is notified too, and returns it with the time at which its
 * cancellation was notified; undefined if none is left. Two jobs never get the same one.
 */
export const takeReinstatedSession = async (
  pipeline: Pipeline,
  seller_id: string,
): Promise<CancelledSession | undefined> => {
  const [row] = await statement<CancelledSession>(
    pipeline,
    `update event_session s set buyers_told_at = null
     from event_template e, event_session before
     where s.seller_id = $1 and e.seller_id = s.seller_id and e.id = s.event_template_id
       and before.seller_id = $1 and before.id = s.id
       and s.id = (select id from event_session where seller_id = $1 and not cancelled and buyers_told_at is not null
         order by start_datetime, id limit 1 for update skip locked)
     returning ${sessionColumns}, before.buyers_told_at as notified_at`,
    [seller_id],
  );
  return row;
};

/**
 * Marks the buyers of a cancelled session as notified and returns the session; undefined if none is left. Two jobs never
 * get the same one.
 */
export const takeCancelledSession = async (
  pipeline: Pipeline,
  seller_id: string,
): Promise<CancelledSession | undefined> => {
  const [row] = await statement<CancelledSession>(
    pipeline,
    `update event_session s set buyers_told_at = app_now()
     from event_template e
     where s.seller_id = $1 and e.seller_id = s.seller_id and e.id = s.event_template_id
       and s.id = (select id from event_session where seller_id = $1 and cancelled and buyers_told_at is null
         order by start_datetime, id limit 1 for update skip locked)
     returning ${sessionColumns}, s.buyers_told_at as notified_at`,
    [seller_id],
  );
  return row;
};

/** Records a cancelled session in the history of each order with booked tickets for it. Returns these orders. */
export const recordCancelledSession = async (
  pipeline: Pipeline,
  seller_id: string,
  { id, notified_at }: Pick<CancelledSession, "id" | "notified_at">,
): Promise<ReadonlySet<string>> => {
  const rows = await statement<{ ticket_order_id: string }>(
    pipeline,
    `insert into order_change as n (seller_id, id, ticket_order_id, kind, actor, tickets, value, fee, refund, gift_card, bonus, event_session_id, created_at)
     select t.seller_id, gen_random_uuid(), t.ticket_order_id, 'session_cancelled', 'venue', count(*), 0, 0, 0, 0, 0, t.event_session_id, $3::timestamptz
     from ticket t where t.seller_id = $1 and t.event_session_id = $2 and t.state = 'booked'
     group by t.seller_id, t.ticket_order_id, t.event_session_id
     returning n.ticket_order_id`,
    [seller_id, id, notified_at],
  );
  return new Set(rows.map(({ ticket_order_id }) => ticket_order_id));
};

/** The numbers of orders. */
export const orderNumbers = async (
  pipeline: Pipeline,
  seller_id: string,
  order_ids: ReadonlySet<string>,
): Promise<number[]> => {
  const rows = await statement<{ order_number: number }>(
    pipeline,
    `select order_number from ticket_order where seller_id = $1 and id = any($2::uuid[]) order by order_number`,
    [seller_id, [...order_ids]],
  );
  return rows.map(({ order_number }) => order_number);
};

/**
 * Records a reinstated session in the history of each order that was notified of its cancellation and still has tickets
 * for it. Returns these orders; none if the session is over.
 */
export const recordReinstatedSession = async (
  pipeline: Pipeline,
  seller_id: string,
  { id, notified_at }: Pick<CancelledSession, "id" | "notified_at">,
): Promise<ReadonlySet<string>> => {
  const rows = await statement<{ ticket_order_id: string }>(
    pipeline,
    `insert into order_change as n (seller_id, id, ticket_order_id, kind, actor, tickets, value, fee, refund, gift_card, bonus, event_session_id, created_at)
     select t.seller_id, gen_random_uuid(), t.ticket_order_id, 'session_reinstated', 'venue', count(*), 0, 0, 0, 0, 0, t.event_session_id, app_now()
     from ticket t
     join event_session s on s.seller_id = $1 and s.id = t.event_session_id and s.end_datetime > app_now()
     where t.seller_id = $1 and t.event_session_id = $2 and t.state = 'booked' and exists (
       select from order_change w where w.seller_id = $1 and w.ticket_order_id = t.ticket_order_id
         and w.kind = 'session_cancelled' and w.event_session_id = $2 and w.created_at = $3)
     group by t.seller_id, t.ticket_order_id, t.event_session_id
     returning n.ticket_order_id`,
    [seller_id, id, notified_at],
  );
  return new Set(rows.map(({ ticket_order_id }) => ticket_order_id));
};

export type BuyerOfSession = {
  readonly order_id: string;
  readonly order_number: number;
  readonly currency: string;
  readonly email: string;
  /** Its tickets for the session: a type such as 'Adult', and how many. */
  readonly types: readonly { readonly name: string; readonly count: number }[];
  /** What was paid for them, in minor units. */
  readonly paid: number;
  /** Some of them can be moved to another session. */
  readonly can_move: boolean;
};

/** The purchasers with booked tickets for a session, one row per order. */
export const buyersOfSession = (pipeline: Pipeline, seller_id: string, session_id: string): Promise<BuyerOfSession[]> =>
  statement(
    pipeline,
    `select o.id as order_id, o.order_number, o.currency, i.email,
       json_agg(json_build_object('name', b.name, 'count', b.count) order by b.rank, b.name) as types,
       sum(b.paid)::bigint as paid, bool_or(b.handler in ${handlerList(isMovableAfterCancellation)}) as can_move
     from (
       select t.ticket_order_id, y.name, min(y.rank) as rank, g.handler, count(*)::int as count,
         sum(t.adjusted_value + t.fee_fixed + t.fee_percent) as paid
       from ticket t
       join ticket_type y on y.seller_id = t.seller_id and y.id = t.ticket_type_id
       join ticket_group g on g.seller_id = t.seller_id and g.id = t.ticket_group_id
       where t.seller_id = $1 and t.event_session_id = $2 and t.state = 'booked'
       group by t.ticket_order_id, y.id, y.name, g.handler) b
     join ticket_order o on o.seller_id = $1 and o.id = b.ticket_order_id
     join identity i on i.seller_id = $1 and i.id = o.identity_id
     where i.email is not null
     group by o.id, o.order_number, o.currency, i.email`,
    [seller_id, session_id],
  );
