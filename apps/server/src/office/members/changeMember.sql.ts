import { statementWithFreshPlan, type Pipeline } from "../../db/statements/statement.ts";

export type EndingMembership = {
  readonly id: string;
  readonly ticket_id: string;
  readonly ticket_order_id: string;
  readonly name: string;
  readonly valid_to: string | null;
};

/** The people whose cards end with a membership: all active ones of its order and level. */
export const membersThatEnd = (
  pipeline: Pipeline,
  seller_id: string,
  membership_id: string,
): Promise<EndingMembership[]> =>
  statementWithFreshPlan(
    pipeline,
    `select m.id, m.ticket_id, m.ticket_order_id, coalesce(m.holder_name, y.name) as name, m.valid_to
     from membership one
     join membership m on m.seller_id = $1 and m.ticket_order_id = one.ticket_order_id
       and m.ticket_group_id = one.ticket_group_id and m.state = 'active'
     join ticket_type y on y.seller_id = $1 and y.id = m.ticket_type_id
     where one.seller_id = $1 and one.id = $2 and one.state = 'active' order by y.rank, m.holder_name, m.id`,
    [seller_id, membership_id],
  );

export type FormerTerm = {
  readonly id: string;
  readonly ticket_id: string;
  readonly ticket_order_id: string;
};

/**
 * The terms that became these by a change of level, which are the only ones with a `worth` of their own. Together they form
 * a single term that was paid for by several orders.
 */
export const termsChangedInto = (
  pipeline: Pipeline,
  seller_id: string,
  membership_ids: readonly string[],
): Promise<FormerTerm[]> =>
  statementWithFreshPlan(
    pipeline,
    `select f.id, f.ticket_id, f.ticket_order_id
     from membership m join membership f on f.seller_id = $1 and f.id = m.renews_id and f.state = 'active'
     where m.seller_id = $1 and m.id = any($2::uuid[]) and m.worth is not null order by f.ticket_order_id, f.id`,
    [seller_id, membership_ids],
  );

/** The maximum number of tickets for visits that are listed and cancelled with a membership. */
const mostVisits = 300;

export type MemberVisitRow = {
  readonly ticket_id: string;
  readonly ticket_order_id: string;
  readonly order_number: number;
  readonly event: string;
  readonly start_datetime: string | null;
  readonly timezone: string;
};

/** Unused tickets for future visits that were bought with memberships, next visit first. */
export const visitsAhead = (
  pipeline: Pipeline,
  seller_id: string,
  membership_ids: readonly string[],
): Promise<MemberVisitRow[]> =>
  statementWithFreshPlan(
    pipeline,
    `select t.id as ticket_id, t.ticket_order_id, o.order_number, e.name as event, s.start_datetime, e.timezone
     from allowance_use u
     join ticket t on t.seller_id = $1 and t.id = u.ticket_id and t.state = 'booked'
     join ticket_order o on o.seller_id = $1 and o.id = t.ticket_order_id
     join event_template e on e.seller_id = $1 and e.id = t.event_template_id
     left join event_session s on s.seller_id = $1 and s.id = t.event_session_id
     where u.seller_id = $1 and u.membership_id = any($2::uuid[]) and (s.id is null or s.start_datetime > app_now())
     order by s.start_datetime nulls last, o.order_number, t.id limit ${mostVisits}`,
    [seller_id, membership_ids],
  );
