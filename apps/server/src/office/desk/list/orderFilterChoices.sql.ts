import { statementWithFreshPlan } from "../../../db/statements/statement.ts";
import type { StaffContext } from "../../../http/staff/staffContext.ts";

type Desk = Pick<StaffContext, "db" | "seller">;

/** Staff who work or have worked at a seller. */
export const staffOfOrders = ({ db, seller }: Desk): Promise<{ id: string; name: string }[]> =>
  statementWithFreshPlan(
    db,
    `select s.id, s.name from staff s
     where s.id in (select g.staff_id from staff_grant g where g.seller_id = $1
       union select c.staff_id from comp_order c where c.seller_id = $1)
     order by s.name, s.id limit 1000`,
    [seller.id],
  );

/** The events that orders can contain, by name. */
export const eventsOfSeller = ({ db, seller }: Desk): Promise<{ id: string; name: string }[]> =>
  db
    .selectFrom("event_template")
    .select(["id", "name"])
    .where("seller_id", "=", seller.id)
    .orderBy("retired")
    .orderBy("name")
    .limit(1000)
    .execute();

/** The ticket types of an event, including those no longer sold, with the names of their groups. */
export const typesToFilterBy = (
  { db, seller }: Desk,
  event_template_id: string,
): Promise<{ id: string; name: string }[]> =>
  statementWithFreshPlan(
    db,
    `select y.id, g.name || ': ' || y.name as name from ticket_type y
     join ticket_group g on g.seller_id = $1 and g.id = y.ticket_group_id
     where y.seller_id = $1 and g.event_template_id = $2 order by y.retired, g.rank, y.rank, y.id limit 500`,
    [seller.id, event_template_id],
  );

/** The sessions of an event on a day, including past and cancelled ones. */
export const sessionsToFilterBy = (
  { db, seller }: Desk,
  { event_template_id, day }: { readonly event_template_id: string; readonly day: string },
): Promise<
  {
    id: string;
    start_datetime: string;
    end_datetime: string;
    timezone: string;
    event_type: string;
    names_start: boolean | null;
    cancelled: boolean;
  }[]
> =>
  statementWithFreshPlan(
    db,
    `select s.id, s.start_datetime, s.end_datetime, e.timezone, e.event_type, e.meta ->> 'names_start' = 'true' as names_start, s.cancelled
     from event_session s join event_template e on e.seller_id = $1 and e.id = s.event_template_id
     where s.seller_id = $1 and s.event_template_id = $2 and s.local_day = $3::date and not s.retired
     order by s.start_datetime, s.id limit 200`,
    [seller.id, event_template_id, day],
  );
