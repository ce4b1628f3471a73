import { inOneTrip, statement, withAnswer, type Pipeline } from "../../../db/statements/statement.ts";
import { inShortageCondition, type Shortage } from "../locks.sql.ts";
import { takesGroupPlaceColumn, takesSessionPlaceColumn } from "../../catalog/offer/takenPlaces.ts";
import { releasedWithHold } from "./releasedHold.sql.ts";

/** Locks everything that a seller's carts hold, in lock order, and releases it. The caller has locked the carts. */
export const lockAndReleaseCarts = async (
  pipeline: Pipeline,
  seller_id: string,
  cart_ids: readonly string[],
): Promise<void> => {
  await inOneTrip(pipeline, (pipeline) =>
    Promise.all(releaseStatements.map((text) => statement(pipeline, text, [seller_id, cart_ids]))),
  );
};

const held = "t.seller_id = $1 and t.cart_id = any($2::uuid[]) and t.state in ('held', 'in_cart')";
const codesOfCarts = "select x.code_id from cart_code x where x.seller_id = $1 and x.cart_id = any($2::uuid[])";

const lockSessionsOfCarts = `
  select s.id from event_session s
  where s.seller_id = $1 and s.id in (select t.event_session_id from ticket t where ${held}) order by s.id for no key update`;

const lockGroupsOfCarts = `
  select g.id from ticket_group g
  where g.seller_id = $1 and g.id in (select t.ticket_group_id from ticket t where ${held}) order by g.id for no key update`;

const lockCodesOfCarts = `
  select k.id from code k where k.seller_id = $1 and k.id in (${codesOfCarts}) order by k.id for update`;

const lockCodeGroupsOfCarts = `
  select g.id from code_group g
  where g.seller_id = $1 and g.id in (select k.code_group_id from code k where k.seller_id = $1 and k.id in (${codesOfCarts}))
  order by g.id for update`;

/** Runs before the release. Because the rows are locked, both statements find the same ones. */
const insertTransitions = `
  insert into transition (seller_id, entity, entity_id, from_state, to_state)
  select t.seller_id, 'ticket', t.id, t.state, 'unbooked' from ticket t where ${held}
  union all select c.seller_id, 'cart', c.id, 'pending', 'expired' from cart c
  where c.seller_id = $1 and c.id = any($2::uuid[]) and c.state = 'pending' ${withAnswer}`;

const releaseStatement = `
  with released as (
    select t.id, t.event_session_id, t.ticket_group_id,
      ${takesSessionPlaceColumn("t")} as kept_in_session, ${takesGroupPlaceColumn("t")} as kept_in_group
    from ticket t where ${held}),
  tickets as (update ticket t set state = 'unbooked' from released where t.seller_id = $1 and t.id = released.id),
  allowances as (delete from allowance_use u using released where u.seller_id = $1 and u.ticket_id = released.id),
  session_counts as (
    select released.event_session_id as id, count(*) as n from released
    join ticket_group g on g.seller_id = $1 and g.id = released.ticket_group_id and not g.exclude_from_event_capacity
    where released.event_session_id is not null and not released.kept_in_session group by 1),
  group_counts as (select ticket_group_id as id, count(*) as n from released where not kept_in_group group by 1),
  sessions as (update event_session s set used_capacity = s.used_capacity - w.n from session_counts w where s.seller_id = $1 and s.id = w.id),
  groups as (update ticket_group g set used_capacity = g.used_capacity - w.n from group_counts w where g.seller_id = $1 and g.id = w.id),
  freed_codes as (
    delete from cart_code x where x.seller_id = $1 and x.cart_id = any($2::uuid[]) returning x.code_id, x.is_applied),
  code_counts as (select code_id as id, count(*) as n from freed_codes where is_applied group by 1),
  codes as (update code k set used = k.used - w.n from code_counts w where k.seller_id = $1 and k.id = w.id),
  code_group_counts as (
    select k.code_group_id as id, sum(w.n) as n from code_counts w
    join code k on k.seller_id = $1 and k.id = w.id group by 1),
  code_groups as (update code_group g set used = g.used - w.n from code_group_counts w where g.seller_id = $1 and g.id = w.id),
  discounts as (delete from cart_discount x where x.seller_id = $1 and x.cart_id = any($2::uuid[])),
  lost as (
    select c.id, ${releasedWithHold} as what from cart c
    where c.seller_id = $1 and c.id = any($2::uuid[]) and exists (select from payment p where p.seller_id = $1 and p.cart_id = c.id))
  update cart c set state = 'expired', version = c.version + 1, released_with_hold = (select lost.what from lost where lost.id = c.id)
  where c.seller_id = $1 and c.id = any($2::uuid[]) and c.state = 'pending'`;

const releaseStatements = [
  lockSessionsOfCarts,
  lockGroupsOfCarts,
  lockCodesOfCarts,
  lockCodeGroupsOfCarts,
  insertTransitions,
  releaseStatement,
];

export const overdueCondition = `c.state = 'pending' and c.expires_at <= app_now() and (c.leased_until is null or c.leased_until <= app_now())`;
const holdsTicketCondition = `t.seller_id = $1 and t.cart_id = c.id and t.state in ('held', 'in_cart')`;

/** Locks the overdue carts of a seller that hold something that ran short for a change. */
export const lockBlockingCarts = (
  pipeline: Pipeline,
  seller_id: string,
  { sessions, groups, codes, vouchers, codeGroups, memberships }: Shortage,
): Promise<{ id: string }[]> =>
  statement(
    pipeline,
    `select c.id from cart c
     where c.seller_id = $1 and ${overdueCondition}
       and exists (select from ticket t where ${holdsTicketCondition} and ${inShortageCondition(2)})
     order by c.id for update`,
    [seller_id, sessions, groups, codes, vouchers, codeGroups, memberships],
  );

/** Locks overdue carts of a seller, skipping those that are already locked. */
export const lockOverdueCarts = (pipeline: Pipeline, seller_id: string, limit: number): Promise<{ id: string }[]> =>
  statement(
    pipeline,
    `select c.id from cart c
     where c.seller_id = $1 and ${overdueCondition}
       and (c.changes_order_id is not null or exists (select from ticket t where ${holdsTicketCondition}))
     order by c.id limit $2 for update skip locked`,
    [seller_id, limit],
  );
