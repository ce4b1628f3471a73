import { statementWithFreshPlan, type Pipeline } from "../../../db/statement.ts";

/** A session that was moved, with its event. */
export type MovedVisitRow = {
  readonly event_name: string;
  readonly timezone: string;
  readonly ticket_date_time: string | null;
  readonly moved_from: string;
  readonly moved_to: string;
};

/** The sessions of an order that were moved in the transaction that started a job: both have its time. */
export const movesOfJob = (
  pipeline: Pipeline,
  seller_id: string,
  { bulk_job_id, order_id }: { readonly bulk_job_id: string; readonly order_id: string },
): Promise<MovedVisitRow[]> =>
  statementWithFreshPlan(
    pipeline,
    `select e.name as event_name, e.timezone, e.meta ->> 'ticket_date_time' as ticket_date_time, c.moved_from, c.moved_to
     from order_change c
     join bulk_job b on b.seller_id = $1 and b.id = $2 and b.created_at = c.created_at and c.event_session_id = any(b.session_ids)
     join event_session s on s.seller_id = $1 and s.id = c.event_session_id
     join event_template e on e.seller_id = $1 and e.id = s.event_template_id
     where c.seller_id = $1 and c.ticket_order_id = $3 and c.kind = 'session_moved' order by c.moved_to, c.id`,
    [seller_id, bulk_job_id, order_id],
  );
