import { statementWithFreshPlan, type Pipeline } from "../../../db/statement.ts";
import { inShortageCondition, type Shortage } from "../locks.sql.ts";
import { takesGroupPlaceColumn, takesSessionPlaceColumn } from "../../catalog/offer/takenPlaces.ts";
import { releasedWithHold } from "./releasedHold.sql.ts";

export type CartKey = { seller_id: string; id: string };

/** Locks all that carts hold, in the order of locks, and releases it. The caller has locked the carts. */
export const lockAndReleaseCarts = async (pipeline: Pipeline, carts: readonly CartKey[]): Promise<void> => {
  const keys = [carts.map((cart) => cart.seller_id), carts.map((cart) => cart.id)];
  await statementWithFreshPlan(pipeline, lockSessionsOfCarts, keys);
  await statementWithFreshPlan(pipeline, lockGroupsOfCarts, keys);
  await statementWithFreshPlan(pipeline, lockCodesOfCarts, keys);
  await statementWithFreshPlan(pipeline, lockCodeGroupsOfCarts, keys);
  await statementWithFreshPlan(pipeline, releaseStatement, keys);
};

const heldTicketsOfCarts = `
  select t.seller_id, t.id, t.state, t.event_session_id, t.ticket_group_id from unnest($1::uuid[], $2::uuid[]) as c (seller_id, id)
  join ticket t on t.seller_id = c.seller_id and t.cart_id = c.id and t.state in ('held', 'in_cart')`;

const lockSessionsOfCarts = `
  select s.id from event_session s
  where (s.seller_id, s.id) in (select t.seller_id, t.event_session_id from (${heldTicketsOfCarts}) t)
  order by s.seller_id, s.id for update`;

const lockGroupsOfCarts = `
  select g.id from ticket_group g
  where (g.seller_id, g.id) in (select t.seller_id, t.ticket_group_id from (${heldTicketsOfCarts}) t)
  order by g.seller_id, g.id for update`;

const lockCodesOfCarts = `
  select k.id from code k
  where (k.seller_id, k.id) in (
    select x.seller_id, x.code_id from unnest($1::uuid[], $2::uuid[]) as c (seller_id, id)
    join cart_code x on x.seller_id = c.seller_id and x.cart_id = c.id)
  order by k.seller_id, k.id for update`;

const lockCodeGroupsOfCarts = `
  select g.id from code_group g
  where (g.seller_id, g.id) in (
    select k.seller_id, k.code_group_id from unnest($1::uuid[], $2::uuid[]) as c (seller_id, id)
    join cart_code x on x.seller_id = c.seller_id and x.cart_id = c.id
    join code k on k.seller_id = x.seller_id and k.id = x.code_id)
  order by g.seller_id, g.id for update`;

const releaseStatement = `
  with held as (${heldTicketsOfCarts}),
  released as (
    update ticket t set state = 'unbooked' from held where t.seller_id = held.seller_id and t.id = held.id
    returning t.seller_id, t.id, held.state as from_state, t.event_session_id, t.ticket_group_id,
      ${takesSessionPlaceColumn("t")} as kept_in_session, ${takesGroupPlaceColumn("t")} as kept_in_group),
  allowances as (delete from allowance_use u using released where u.seller_id = released.seller_id and u.ticket_id = released.id),
  session_counts as (
    select released.seller_id, released.event_session_id as id, count(*) as n from released
    join ticket_group g on g.seller_id = released.seller_id and g.id = released.ticket_group_id and not g.exclude_from_event_capacity
    where released.event_session_id is not null and not released.kept_in_session group by 1, 2),
  group_counts as (select seller_id, ticket_group_id as id, count(*) as n from released where not kept_in_group group by 1, 2),
  sessions as (update event_session s set used_capacity = s.used_capacity - w.n from session_counts w where s.seller_id = w.seller_id and s.id = w.id),
  groups as (update ticket_group g set used_capacity = g.used_capacity - w.n from group_counts w where g.seller_id = w.seller_id and g.id = w.id),
  freed_codes as (
    delete from cart_code x using unnest($1::uuid[], $2::uuid[]) as c (seller_id, id)
    where x.seller_id = c.seller_id and x.cart_id = c.id returning x.seller_id, x.code_id, x.is_applied),
  code_counts as (select seller_id, code_id as id, count(*) as n from freed_codes where is_applied group by 1, 2),
  codes as (update code k set used = k.used - w.n from code_counts w where k.seller_id = w.seller_id and k.id = w.id),
  code_group_counts as (
    select w.seller_id, k.code_group_id as id, sum(w.n) as n from code_counts w
    join code k on k.seller_id = w.seller_id and k.id = w.id group by 1, 2),
  code_groups as (update code_group g set used = g.used - w.n from code_group_counts w where g.seller_id = w.seller_id and g.id = w.id),
  discounts as (
    delete from cart_discount x using unnest($1::uuid[], $2::uuid[]) as c (seller_id, id)
    where x.seller_id = c.seller_id and x.cart_id = c.id),
  closed as (
    update cart c set state = 'expired', version = c.version + 1,
      released_with_hold = case when exists (select from payment p where p.seller_id = c.seller_id and p.cart_id = c.id) then ${releasedWithHold} end
    from unnest($1::uuid[], $2::uuid[]) as k (seller_id, id)
    where c.seller_id = k.seller_id and c.id = k.id and c.state = 'pending'
    returning c.seller_id, c.id)
  insert into transition (seller_id, entity, entity_id, from_state, to_state)
  select seller_id, 'ticket', id, from_state, 'unbooked' from released
  union all select seller_id, 'cart', id, 'pending', 'expired' from closed`;

const overdueCondition = `c.state = 'pending' and c.expires_at <= app_now() and (c.leased_until is null or c.leased_until <= app_now())`;
const holdsTicketCondition = `t.seller_id = c.seller_id and t.cart_id = c.id and t.state in ('held', 'in_cart')`;

/** Locks the overdue carts of a seller that hold something of which a change found too little. */
export const lockBlockingCarts = (
  pipeline: Pipeline,
  seller_id: string,
  { sessions, groups, codes, vouchers, codeGroups, memberships }: Shortage,
): Promise<CartKey[]> =>
  statementWithFreshPlan(
    pipeline,
    `select c.seller_id, c.id from cart c
     where c.seller_id = $1 and ${overdueCondition}
       and exists (select from ticket t where ${holdsTicketCondition} and ${inShortageCondition(2)})
     order by c.seller_id, c.id for update`,
    [seller_id, sessions, groups, codes, vouchers, codeGroups, memberships],
  );

/** Locks overdue carts of any seller, without waiting for those that are locked already. */
export const lockOverdueCarts = (pipeline: Pipeline, limit: number): Promise<CartKey[]> =>
  statementWithFreshPlan(
    pipeline,
    `select c.seller_id, c.id from cart c
     where ${overdueCondition} and (c.changes_order_id is not null or exists (select from ticket t where ${holdsTicketCondition}))
     order by c.seller_id, c.id limit $1 for update skip locked`,
    [limit],
  );
