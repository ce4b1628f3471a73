import { inOneTrip, statement, withAnswer } from "../../../db/statements/statement.ts";
import type { SellerDb } from "../context.ts";

/** $3: the tickets to cancel, used or not; null for all unused ones. */
const isLeaving = `seller_id = $1 and ticket_order_id = $2 and ($3::uuid[] is null and state = 'booked' or id = any($3) and state in ('booked', 'redeemed'))`;
const ticketsOfOrder = `select id, event_session_id, ticket_group_id from ticket where ${isLeaving}`;

/** The caller has locked the cart. The rest is locked in the common order, to avoid deadlocks. */
const lockSessions = `
  select id from event_session where seller_id = $1 and id in (select event_session_id from (${ticketsOfOrder}) t) order by id for no key update`;
const lockGroups = `
  select id from ticket_group where seller_id = $1 and id in (select ticket_group_id from (${ticketsOfOrder}) t) order by id for no key update`;
/** Locked before the memberships: the codes' uses are given back once no ticket of the order is left. */
const codesOfOrder = `
  select x.code_id from ticket_order o join cart_code x on x.seller_id = $1 and x.cart_id = o.cart_id and x.is_applied
  where o.seller_id = $1 and o.id = $2`;
const lockCodes = `select id from code where seller_id = $1 and id in (${codesOfOrder}) order by id for update`;
const lockCodeGroups = `
  select id from code_group where seller_id = $1 and id in (
    select code_group_id from code where seller_id = $1 and id in (${codesOfOrder})) order by id for update`;

/** Tickets of the order's open change that take over the place of a cancelled one, which they keep. */
const takers = `select from ticket taker where taker.seller_id = $1 and taker.takes_place_of = cancelled.id and taker.state in ('held', 'in_cart')`;

const cancelQuery = `
  with cancelled as (
    update ticket t set state = 'cancelled', cancelled_by = $4
    where ${isLeaving}
    returning t.id, t.event_session_id, t.ticket_group_id, t.is_oversold),
  allowances as (delete from allowance_use u using cancelled where u.seller_id = $1 and u.ticket_id = cancelled.id),
  of_sessions as (
    select cancelled.event_session_id as id, count(*) as n from cancelled
    join ticket_group g on g.seller_id = $1 and g.id = cancelled.ticket_group_id and not g.exclude_from_event_capacity
    where cancelled.event_session_id is not null and not cancelled.is_oversold and not exists (${takers} and taker.event_session_id = cancelled.event_session_id
      and exists (select from ticket_group tg where tg.seller_id = $1 and tg.id = taker.ticket_group_id and not tg.exclude_from_event_capacity))
    group by 1),
  of_groups as (select ticket_group_id as id, count(*) as n from cancelled
    where not cancelled.is_oversold and not exists (${takers} and taker.ticket_group_id = cancelled.ticket_group_id) group by 1),
  memberships as (update membership m set state = 'cancelled' from cancelled where m.seller_id = $1 and m.ticket_id = cancelled.id and m.state = 'active'),
  gifts as (update code k set retired = true from membership_gift x
    where x.seller_id = $1 and x.ticket_order_id = $2 and k.seller_id = $1 and k.id = x.code_id
      and x.ticket_group_id in (select ticket_group_id from cancelled)),
  sessions as (update event_session s set used_capacity = s.used_capacity - w.n from of_sessions w where s.seller_id = $1 and s.id = w.id),
  groups as (update ticket_group g set used_capacity = g.used_capacity - w.n from of_groups w where g.seller_id = $1 and g.id = w.id)
  select id from cancelled`;
/** Because the cart is locked, these are the same tickets that are cancelled next. */
const insertTransitions = `
  insert into transition (seller_id, entity, entity_id, from_state, to_state)
  select seller_id, 'ticket', id, state, 'cancelled' from ticket where ${isLeaving} ${withAnswer}`;

/** The tickets that a change gives up, used or not. Without it, all unused tickets of the order are cancelled. */
export type CancelledByChange = { readonly ticket_ids: readonly string[]; readonly order_change_id: string };

/**
 * Cancels tickets of an order and frees their capacity and allowances; used tickets stay used unless they are named. Ends
 * memberships bought with it, and retires gift codes that were not redeemed. Returns the ids of the cancelled tickets.
 */
export const cancelTickets = async (
  { db, seller }: SellerDb,
  order_id: string,
  change?: CancelledByChange,
): Promise<readonly string[]> => {
  const tickets = [seller.id, order_id, change?.ticket_ids ?? null];
  const order = [seller.id, order_id];
  const [, , , , , cancelled] = await inOneTrip(db, (db) =>
    Promise.all([
      statement(db, lockSessions, tickets),
      statement(db, lockGroups, tickets),
      statement(db, lockCodes, order),
      statement(db, lockCodeGroups, order),
      statement(db, insertTransitions, tickets),
      statement<{ id: string }>(db, cancelQuery, [...tickets, change?.order_change_id ?? null]),
    ]),
  );
  return cancelled.map(({ id }) => id);
};
