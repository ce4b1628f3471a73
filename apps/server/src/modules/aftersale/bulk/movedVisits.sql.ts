import { statementWithFreshPlan, type Pipeline } from "../../../db/statements/statement.ts";

/** A session that was moved, with its event. */
export type MovedVisitRow = {
  readonly event_name: string;
  readonly timezone: string;
  readonly ticket_date_time: string | null;
  readonly moved_from: string;
  readonly moved_to: string;
};

/**
 * Moved sessions with their current time, because they may have been moved again. A session that was moved back is left
 * out.
 */
const moves = (joined: string, when = ""): string => `
  select e.name as event_name, e.timezone, e.meta ->> 'ticket_date_time' as ticket_date_time, c.moved_from, s.start_datetime as moved_to
  from order_change c ${joined}
  join event_session s on s.seller_id = $1 and s.id = c.event_session_id and s.start_datetime <> c.moved_from
  join event_template e on e.seller_id = $1 and e.id = s.event_template_id
  where c.seller_id = $1 and c.ticket_order_id = $3 and c.kind = 'session_moved' ${when} order by s.start_datetime, c.id`;

/**
 * The moved sessions that a job tells an order's buyer about: those moved in the transaction that started the job, or
 * those that publishing its revision moved. Either way both rows have the same time.
 */
export const movesOfJob = (
  pipeline: Pipeline,
  seller_id: string,
  { bulk_job_id, order_id }: { readonly bulk_job_id: string; readonly order_id: string },
): Promise<MovedVisitRow[]> =>
  statementWithFreshPlan(
    pipeline,
    moves(
      `join bulk_job b on b.seller_id = $1 and b.id = $2 and c.event_session_id = any(b.session_ids)
    left join catalogue_revision r on r.seller_id = $1 and r.number = b.moved_in_revision`,
      "and c.created_at = coalesce(r.created_at, b.created_at)",
    ),
    [seller_id, bulk_job_id, order_id],
  );

/** The sessions of an order that publishing a revision moved. */
export const movesOfRevision = (
  pipeline: Pipeline,
  seller_id: string,
  { revision, order_id }: { readonly revision: number; readonly order_id: string },
): Promise<MovedVisitRow[]> =>
  statementWithFreshPlan(
    pipeline,
    moves("join catalogue_revision r on r.seller_id = $1 and r.number = $2::int and r.created_at = c.created_at"),
    [seller_id, revision, order_id],
  );
