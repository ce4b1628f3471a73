import { handlersWhere, needsSession } from "@foyer/rules/catalog/handlers.ts";
import { statementWithFreshPlan, type Pipeline } from "../../db/statements/statement.ts";

export type SessionEventRow = {
  readonly id: string;
  readonly key: string;
  readonly name: string;
  readonly timezone: string;
};

/** An event of a seller by its key; undefined for one that was removed. */
export const findSessionEvent = async (
  pipeline: Pipeline,
  seller_id: string,
  key: string,
): Promise<SessionEventRow | undefined> => {
  const [row] = await statementWithFreshPlan<SessionEventRow>(
    pipeline,
    `select id, key, name, timezone from event_template where seller_id = $1 and key = $2 and not retired`,
    [seller_id, key],
  );
  return row;
};

const priced = handlersWhere((group) => needsSession({ ...group, start_policy: null }));
const pricedWithOwnDates = handlersWhere((group) => needsSession({ ...group, start_policy: "fixedto" }));

export type SessionTypeRow = { readonly key: string; readonly name: string; readonly amount: number };

/** The ticket types of an event whose price can differ by session, with the catalogue's names. */
export const typesOfSessions = (
  pipeline: Pipeline,
  seller_id: string,
  event_template_id: string,
): Promise<SessionTypeRow[]> =>
  statementWithFreshPlan(
    pipeline,
    `select g.key || '/' || y.key as key, concat_ws(', ', y.name, g.name) as name, y.currency_amount as amount
     from ticket_group g join ticket_type y on y.seller_id = $1 and y.ticket_group_id = g.id and not y.retired
     where g.seller_id = $1 and g.event_template_id = $2 and not g.retired and g.handler = any(case when g.start_policy is null then $3::text[] else $4::text[] end)
     order by g.rank, g.id, y.rank, y.id`,
    [seller_id, event_template_id, priced, pricedWithOwnDates],
  );

export type EventSessionRow = {
  readonly id: string;
  readonly local_day: string;
  readonly local_start: string;
  readonly local_end: string;
  readonly start_datetime: string;
  /** Null if the session was not moved. */
  readonly planned_start: string | null;
  readonly capacity: number;
  readonly oversell_capacity: number;
  readonly taken: number;
  /** The part of the taken places that is kept for the house. */
  readonly kept: number;
  readonly cancelled: boolean;
  readonly closed: boolean;
  readonly has_begun: boolean;
  readonly note: string | null;
};

/** Columns of a session `s`; `$1` is the seller. */
export const editedSessionColumns = `s.id, s.local_day, s.local_start, s.local_end, s.start_datetime, s.planned_start, s.capacity, s.oversell_capacity, s.used_capacity as taken,
  (select coalesce(sum(h.places), 0)::int from house_hold h where h.seller_id = $1 and h.event_session_id = s.id) as kept,
  s.cancelled, s.sales_closed_at is not null as closed, s.start_datetime <= app_now() as has_begun, s.note`;

/** The sessions of an event with these ids. Ids of another event or seller are ignored. */
export const chosenSessions = (
  pipeline: Pipeline,
  seller_id: string,
  event_template_id: string,
  session_ids: readonly string[],
): Promise<EventSessionRow[]> =>
  statementWithFreshPlan(
    pipeline,
    `select ${editedSessionColumns} from event_session s
     where s.seller_id = $1 and s.event_template_id = $2 and s.id = any($3::uuid[]) and not s.retired order by s.start_datetime`,
    [seller_id, event_template_id, session_ids],
  );

/** Restarts the sales of sessions. Returns those whose sales were stopped. */
export const openAllSales = async (
  pipeline: Pipeline,
  seller_id: string,
  session_ids: readonly string[],
): Promise<readonly string[]> => {
  const rows = await statementWithFreshPlan<{ id: string }>(
    pipeline,
    `update event_session s set sales_closed_at = null
     from (select id from event_session where seller_id = $1 and id = any($2::uuid[]) order by id for update) locked
     where s.seller_id = $1 and s.id = locked.id and s.sales_closed_at is not null returning s.id`,
    [seller_id, session_ids],
  );
  return rows.map(({ id }) => id);
};

/** Returns false if the note is not what it `was`, if that is given. Of two at the same moment, one sees the other's. */
export const setNote = async (
  pipeline: Pipeline,
  seller_id: string,
  {
    session_id,
    note,
    was,
  }: { readonly session_id: string; readonly note: string | null; readonly was?: string | null | undefined },
): Promise<boolean> => {
  const rows = await statementWithFreshPlan(
    pipeline,
    `update event_session set note = $3
     where seller_id = $1 and id = $2 and ($4::boolean or note is not distinct from $5) returning id`,
    [seller_id, session_id, note, was === undefined, was ?? null],
  );
  return rows.length > 0;
};
