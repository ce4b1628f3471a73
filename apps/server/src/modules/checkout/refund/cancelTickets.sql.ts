import { statementWithFreshPlan } from "../../../db/statement.ts";
import type { SellerDb } from "../checkout.sql.ts";

const ticketsOfOrder = `select * from ticket where seller_id = $1 and ticket_order_id = $2 and state = 'booked'`;

/** In the order in which everybody locks: the caller has the cart. */
const lockSessions = `
  select id from event_session where seller_id = $1 and id in (select event_session_id from (${ticketsOfOrder}) t) order by id for update`;
const lockGroups = `
  select id from ticket_group where seller_id = $1 and id in (select ticket_group_id from (${ticketsOfOrder}) t) order by id for update`;

const cancelQuery = `
  with gone as (
    update ticket t set state = 'cancelled' where t.seller_id = $1 and t.ticket_order_id = $2 and t.state = 'booked'
    returning t.id, t.event_session_id, t.ticket_group_id),
  allowances as (delete from member_use u using gone where u.seller_id = $1 and u.ticket_id = gone.id),
  of_sessions as (
    select gone.event_session_id as id, count(*) as n from gone
    join ticket_group g on g.seller_id = $1 and g.id = gone.ticket_group_id and not g.exclude_from_event_capacity
    where gone.event_session_id is not null group by 1),
  of_groups as (select ticket_group_id as id, count(*) as n from gone group by 1),
  memberships as (update membership m set state = 'cancelled' from gone where m.seller_id = $1 and m.ticket_id = gone.id and m.state = 'active'),
  gifts as (update code k set retired = true from membership_gift x
    where x.seller_id = $1 and x.ticket_order_id = $2 and k.seller_id = $1 and k.id = x.code_id
      and x.ticket_group_id in (select ticket_group_id from gone)),
  sessions as (update event_session s set used_capacity = s.used_capacity - w.n from of_sessions w where s.seller_id = $1 and s.id = w.id),
  groups as (update ticket_group g set used_capacity = g.used_capacity - w.n from of_groups w where g.seller_id = $1 and g.id = w.id)
  insert into transition (seller_id, entity, entity_id, from_state, to_state)
  select $1, 'ticket', id, 'booked', 'cancelled' from gone`;

/**
 * Tickets of an order let nobody in any more, their places are free again, and so is what a member used up for them. Those that were used stay used. Memberships
 * end with their tickets, and the code of a present works no more; one that was redeemed before stays somebody's.
 */
export const cancelTickets = async ({ db, seller }: SellerDb, order_id: string): Promise<void> => {
  const order = [seller.id, order_id];
  await statementWithFreshPlan(db, lockSessions, order);
  await statementWithFreshPlan(db, lockGroups, order);
  await statementWithFreshPlan(db, cancelQuery, order);
};
