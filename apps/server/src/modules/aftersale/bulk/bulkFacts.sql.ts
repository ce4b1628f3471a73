import type { BulkFacts } from "@foyer/rules/aftersale/bulkObstacle.ts";
import { grantsAdmission, handlersWhere, isDonation, isMembership } from "@foyer/rules/catalog/handlers.ts";
import { handlerList } from "../../../db/handlerList.ts";
import { statementWithFreshPlan, type Pipeline } from "../../../db/statements/statement.ts";
import { disputedColumn } from "../../../providers/payments/disputedColumn.ts";

const admitting = handlersWhere((group) => grantsAdmission(group) && !isMembership(group));

/** An order that a bulk job concerns. Amounts in minor units. */
export type BulkOrderRow = BulkFacts & {
  readonly order_id: string;
  readonly order_number: number;
  /** The valid tickets for the job's sessions. */
  readonly ticket_ids: readonly string[];
  readonly people: number;
  /** The tickets that take a place of their session. */
  readonly places: number;
  /** What was paid for these tickets, and for add-ons that need them. */
  readonly value: number;
  /** What a gift card is worth more than `value`. */
  readonly bonus: number;
  /** When the first of these visits begins, unless its session is cancelled; null if none does. */
  readonly begins: string | null;
  /** How much less they cost in the target session; negative if they cost more. */
  readonly cheaper: number;
};

export type BulkScope = {
  /** Empty means every visit of the orders. */
  readonly session_ids: readonly string[];
  readonly target_session_id: string | null;
};

/** In percent, by the policy that the order was bought under. */
const giftCardBonus = `coalesce((o.change_policies -> t.event_template_id::text ->> 'gift_card_bonus')::numeric,
  (e.meta -> 'self_edit' ->> 'gift_card_bonus')::numeric,
  case when o.change_policies is null then (n.configuration -> 'self_edit' ->> 'gift_card_bonus')::numeric end, 0)`;

const paid = "t.adjusted_value + t.fee_fixed + t.fee_percent";
/** What the ticket costs in the target session: discounted in proportion, and as much as before if its buyer chose the price. */
const costs = `case when y.currency_amount_min is not null then ${paid}
  when t.face_value = 0 then coalesce(will.amount, y.currency_amount)
  else round(coalesce(will.amount, y.currency_amount)::numeric * (t.adjusted_value + t.fee_percent) / t.face_value)::bigint + t.fee_fixed end`;

const facts = (chosen: string): string => `
  select o.id as order_id, o.order_number, i.email is not null as "hasEmail", x.booked, x.used, x.elsewhere, x.undated, x.sessions,
    x."otherEvent", x.value > 0 as "isPaid", x.begins, x.people, x.places, x.ticket_ids, x.value, x.bonus, x.cheaper,
    exists (select from payment p where p.seller_id = $1 and p.ticket_order_id = o.id and ${disputedColumn} > 0) as disputed
  from ticket_order o
  join identity i on i.seller_id = $1 and i.id = o.identity_id
  join lateral (
    select count(*) filter (where v.chosen and v.state = 'booked')::int as booked,
      count(*) filter (where v.chosen and v.state = 'redeemed')::int as used,
      count(*) filter (where not v.chosen and v.event_session_id is not null)::int as elsewhere,
      count(*) filter (where v.event_session_id is null and cardinality($2::uuid[]) = 0)::int as undated,
      count(distinct v.event_session_id) filter (where v.chosen and v.state = 'booked')::int as sessions,
      count(*) filter (where v.chosen and v.state = 'booked' and v.is_of_other_event)::int as "otherEvent",
      min(v.start_datetime) filter (where v.chosen and v.state = 'booked' and not v.session_cancelled
        and (cardinality($2::uuid[]) > 0 or v.start_datetime > app_now())) as begins,
      count(*) filter (where v.chosen and v.state = 'booked' and v.handler = any($4::text[]))::int as people,
      count(*) filter (where v.chosen and v.state = 'booked' and v.takes_place)::int as places,
      coalesce(array_agg(v.id order by v.id) filter (where v.chosen and v.state = 'booked'), '{}') as ticket_ids,
      coalesce(sum(v.value) filter (where v.goes_along), 0)::bigint as value,
      coalesce(sum(v.bonus) filter (where v.goes_along), 0)::bigint as bonus,
      coalesce(sum(v.cheaper) filter (where v.chosen and v.state = 'booked'), 0)::bigint as cheaper
    from (select u.*, u.state = 'booked' and (u.chosen or u.event_session_id is null and u.needs_anchor
        and u.handler not in ${handlerList(isDonation)}) as goes_along
      from (
      select t.id, t.state, t.event_session_id, t.needs_anchor, g.handler, not g.exclude_from_event_capacity as takes_place,
        ${paid} as value, round((${paid}) * ${giftCardBonus} / 100)::bigint as bonus, s.start_datetime, coalesce(s.cancelled, false) as session_cancelled,
        target.id is not null and target.event_template_id <> t.event_template_id as is_of_other_event,
        t.event_session_id is not null and t.event_session_id <> $3::uuid
          and (cardinality($2::uuid[]) = 0 or t.event_session_id = any($2::uuid[])) as chosen,
        ${paid} - (${costs}) as cheaper
      from ticket t
      join ticket_group g on g.seller_id = $1 and g.id = t.ticket_group_id
      join ticket_type y on y.seller_id = $1 and y.id = t.ticket_type_id
      join event_template e on e.seller_id = $1 and e.id = t.event_template_id
      join seller n on n.id = $1
      left join event_session s on s.seller_id = $1 and s.id = t.event_session_id
      left join event_session target on target.seller_id = $1 and target.id = $3::uuid
      left join session_price will on will.seller_id = $1 and will.event_session_id = $3::uuid and will.ticket_type_id = t.ticket_type_id
      where t.seller_id = $1 and t.ticket_order_id = o.id and t.state in ('booked', 'redeemed')) u) v) x on true
  where o.seller_id = $1 and ${chosen} order by o.order_number`;

const ofSessions = facts(
  `o.id in (select t.ticket_order_id from ticket t where t.seller_id = $1 and t.event_session_id = any($2::uuid[]) and t.state in ('booked', 'redeemed'))`,
);
const ofNumbers = facts("o.order_number = any($5::bigint[])");
const ofMove = facts(`o.id in (select c.ticket_order_id from order_change c
  join catalogue_revision r on r.seller_id = $1 and r.number = $5::int and r.created_at = c.created_at
  where c.seller_id = $1 and c.kind = 'session_moved')`);
const ofOne = facts("o.id = $5::uuid");

/**
 * An id that matches no session. It is not null, because a join that is never true leaves its table without a seller,
 * which a cluster refuses.
 */
const noSession = "00000000-0000-0000-0000-000000000000";

/** Every order with valid or used tickets for sessions. */
export const ordersOfSessions = (
  pipeline: Pipeline,
  seller_id: string,
  { session_ids, target_session_id }: BulkScope,
): Promise<BulkOrderRow[]> =>
  statementWithFreshPlan(pipeline, ofSessions, [seller_id, session_ids, target_session_id ?? noSession, admitting]);

/** Orders by their numbers. Those of another seller are not found. */
export const ordersByNumber = (
  pipeline: Pipeline,
  seller_id: string,
  { session_ids, target_session_id }: BulkScope,
  order_numbers: readonly number[],
): Promise<BulkOrderRow[]> =>
  statementWithFreshPlan(pipeline, ofNumbers, [
    seller_id,
    session_ids,
    target_session_id ?? noSession,
    admitting,
    order_numbers,
  ]);

/**
 * Orders whose sessions were moved by publishing a revision: the revision and the change have the same time, because they
 * were written in one transaction.
 */
export const ordersMovedBy = (
  pipeline: Pipeline,
  seller_id: string,
  { session_ids, target_session_id }: BulkScope,
  revision: number,
): Promise<BulkOrderRow[]> =>
  statementWithFreshPlan(pipeline, ofMove, [
    seller_id,
    session_ids,
    target_session_id ?? noSession,
    admitting,
    revision,
  ]);

/** Sessions with buyers that were moved by publishing a revision. */
export const sessionsMovedBy = async (
  pipeline: Pipeline,
  seller_id: string,
  revision: number,
): Promise<readonly string[]> => {
  const rows = await statementWithFreshPlan<{ id: string }>(
    pipeline,
    `select distinct c.event_session_id as id from order_change c
     join catalogue_revision r on r.seller_id = $1 and r.number = $2::int and r.created_at = c.created_at
     where c.seller_id = $1 and c.kind = 'session_moved' and c.event_session_id is not null order by 1`,
    [seller_id, revision],
  );
  return rows.map(({ id }) => id);
};

/** One order as it is now. */
export const bulkOrder = async (
  pipeline: Pipeline,
  seller_id: string,
  { session_ids, target_session_id }: BulkScope,
  order_id: string,
): Promise<BulkOrderRow | undefined> => {
  const [row] = await statementWithFreshPlan<BulkOrderRow>(pipeline, ofOne, [
    seller_id,
    session_ids,
    target_session_id ?? noSession,
    admitting,
    order_id,
  ]);
  return row;
};

/** A captured payment of an order, and the sum that changes of the order have turned into gift cards. */
export type BulkPaymentRow = {
  readonly order_id: string;
  readonly payment_id: string;
  readonly gateway_id: string;
  readonly left: number;
  readonly moved: number;
};

/** Payments of orders in the sequence in which they are refunded: cards before gift cards, oldest first. */
export const paymentsOfOrders = (
  pipeline: Pipeline,
  seller_id: string,
  order_ids: readonly string[],
): Promise<BulkPaymentRow[]> =>
  statementWithFreshPlan(
    pipeline,
    `select p.ticket_order_id as order_id, p.id as payment_id, p.gateway_id, greatest(0, p.amount - p.refunded - p.refunding)::bigint as left,
       coalesce((select sum(c.gift_card - c.bonus) from order_change c where c.seller_id = $1 and c.ticket_order_id = p.ticket_order_id), 0)::bigint as moved
     from payment p where p.seller_id = $1 and p.ticket_order_id = any($2::uuid[]) and p.state in ('captured', 'refunded')
     order by p.ticket_order_id, p.account_ref is not null, p.created_at, p.id`,
    [seller_id, order_ids],
  );

export type BulkSessionRow = {
  readonly id: string;
  readonly event_template_id: string;
  readonly event: string;
  readonly event_type: string;
  readonly names_start: boolean | null;
  readonly timezone: string;
  readonly start_datetime: string;
  readonly end_datetime: string;
  readonly is_past: boolean;
  readonly cancelled: boolean;
  readonly closed: boolean;
  /** Free places; null if the capacity is unlimited. */
  readonly left: number | null;
};

/** Sessions of a seller, ordered by start. Those of another seller are not found. */
export const bulkSessions = (
  pipeline: Pipeline,
  seller_id: string,
  session_ids: readonly string[],
): Promise<BulkSessionRow[]> =>
  statementWithFreshPlan(
    pipeline,
    `select s.id, s.event_template_id, e.name as event, e.event_type, e.meta ->> 'names_start' = 'true' as names_start, e.timezone,
       s.start_datetime, s.end_datetime, s.end_datetime <= app_now() as is_past, s.cancelled or s.retired as cancelled,
       s.sales_closed_at is not null as closed,
       case when s.capacity < 0 then null else greatest(0, s.capacity + s.oversell_capacity - s.used_capacity) end as left
     from event_session s join event_template e on e.seller_id = $1 and e.id = s.event_template_id
     where s.seller_id = $1 and s.id = any($2::uuid[]) order by s.start_datetime, s.id`,
    [seller_id, session_ids],
  );

export type BulkCarts = {
  readonly held: number;
  readonly part_paid: number;
  /** The first numbers of those that are paid in instalments. */
  readonly part_paid_carts: number[];
};

export const noCarts: BulkCarts = { held: 0, part_paid: 0, part_paid_carts: [] };

/**
 * Carts with tickets for sessions that are not orders yet: those that hold them temporarily, and those that are paid in
 * instalments.
 */
export const cartsOfSessions = async (
  pipeline: Pipeline,
  seller_id: string,
  session_ids: readonly string[],
): Promise<BulkCarts> => {
  const [row] = await statementWithFreshPlan<BulkCarts>(
    pipeline,
    `select count(distinct c.id) filter (where not c.part_paid and (c.expires_at > app_now() or c.leased_until > app_now()))::int as held,
       count(distinct c.id) filter (where c.part_paid)::int as part_paid,
       (coalesce(array_agg(distinct c.cart_number::int) filter (where c.part_paid), '{}'))[1:20] as part_paid_carts
     from ticket t join cart c on c.seller_id = $1 and c.id = t.cart_id and c.state = 'pending'
     where t.seller_id = $1 and t.event_session_id = any($2::uuid[]) and t.state in ('held', 'in_cart')`,
    [seller_id, session_ids],
  );
  return row ?? noCarts;
};
