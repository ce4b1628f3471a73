import { grantsAdmission, handlersWhere } from "@foyer/rules/catalog/handlers.ts";
import { statement, type Pipeline } from "../../../db/statements/statement.ts";

export type EndedVisitRow = {
  readonly event_session_id: string;
  readonly event_name: string;
  readonly event_type: string;
  readonly names_start: boolean;
  readonly start_datetime: string;
  readonly end_datetime: string;
  readonly local_day: string;
  readonly venue_name: string | null;
  readonly venue_address: string | null;
};

/** Whose visits: those of the order's buyer (`sending_id` is null), or of the recipient of sent tickets. */
type VisitsOf = { readonly order_id: string; readonly sending_id: string | null };

/**
 * The sessions for which somebody had tickets and has none left, because they were cancelled or went to somebody else.
 * Earliest first.
 */
export const endedVisits = (
  pipeline: Pipeline,
  seller_id: string,
  { order_id, sending_id }: VisitsOf,
): Promise<EndedVisitRow[]> =>
  statement(
    pipeline,
    `select s.id as event_session_id, e.name as event_name, e.event_type,
       coalesce(e.meta ->> 'names_start' = 'true', false) as names_start,
       s.start_datetime, s.end_datetime, s.local_day, v.name as venue_name, v.address as venue_address
     from event_session s
     join event_template e on e.seller_id = s.seller_id and e.id = s.event_template_id
     left join venue v on v.seller_id = e.seller_id and v.id = e.venue_id
     where s.seller_id = $1 and s.id in (
       select t.event_session_id from ticket t
       join ticket_group g on g.seller_id = t.seller_id and g.id = t.ticket_group_id
       where t.seller_id = $1 and t.ticket_order_id = $2 and g.handler = any($3::text[])
         and t.state in ('booked', 'redeemed', 'cancelled') and ($4::uuid is null or t.sending_id = $4)
       group by t.event_session_id
       having bool_and(t.state = 'cancelled' or t.sending_id is distinct from $4))
     order by s.start_datetime, s.id`,
    [seller_id, order_id, handlersWhere(grantsAdmission), sending_id],
  );

export type OrderRevision = {
  /** The number of changes of the order. */
  readonly changes: number;
  /** Null if the order was never changed. */
  readonly changed_at: string | null;
};

export const orderRevision = async (
  pipeline: Pipeline,
  seller_id: string,
  order_id: string,
): Promise<OrderRevision> => {
  const [row] = await statement<OrderRevision>(
    pipeline,
    `select count(*)::int as changes, max(created_at) as changed_at from order_change
     where seller_id = $1 and ticket_order_id = $2`,
    [seller_id, order_id],
  );
  return row ?? { changes: 0, changed_at: null };
};
