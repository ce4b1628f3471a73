import { statementWithFreshPlan, type Pipeline } from "../../db/statements/statement.ts";

export type NamedType = {
  readonly id: string;
  readonly type: string;
  readonly event_id: string;
  readonly event: string;
};

export const readTypeNames = (pipeline: Pipeline, seller_id: string, ids: readonly string[]): Promise<NamedType[]> =>
  statementWithFreshPlan(
    pipeline,
    `select y.id, y.name as type, v.id as event_id, v.name as event from ticket_type y
     join ticket_group g on g.seller_id = $1 and g.id = y.ticket_group_id
     join event_template v on v.seller_id = $1 and v.id = g.event_template_id
     where y.seller_id = $1 and y.id = any($2::uuid[])`,
    [seller_id, ids],
  );

/** `start` is in the time zone of the event's venue: '2026-11-21 10:00'. */
export const readSessionNames = (
  pipeline: Pipeline,
  seller_id: string,
  ids: readonly string[],
): Promise<{ id: string; event: string; start: string }[]> =>
  statementWithFreshPlan(
    pipeline,
    `select s.id, v.name as event, to_char(s.start_datetime at time zone v.timezone, 'YYYY-MM-DD HH24:MI') as start
     from event_session s join event_template v on v.seller_id = $1 and v.id = s.event_template_id
     where s.seller_id = $1 and s.id = any($2::uuid[])`,
    [seller_id, ids],
  );
