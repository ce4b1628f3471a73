import type { AllowanceUse } from "@foyer/rules/membership/allocateAllowances.ts";
import { statement, withAnswer, statementWithFreshPlan, type Pipeline } from "../../../db/statements/statement.ts";

export type MemberUseRow = AllowanceUse & { readonly ticket_id: string };

/**
 * Uses of memberships for these events, in orders and carts. Read in a separate statement after the memberships are
 * locked.
 */
export const memberUseRows = (
  pipeline: Pipeline,
  seller_id: string,
  identity_ids: readonly string[],
  event_ids: readonly string[],
): Promise<MemberUseRow[]> =>
  statementWithFreshPlan(
    pipeline,
    `select u.ticket_id, u.membership_id, u.allowance, u.event_template_id, u.local_day, u.visit_index, u.term_index, u.counts_on_renewal
     from membership m join allowance_use u on u.seller_id = m.seller_id and u.membership_id = m.id and u.event_template_id = any($3::uuid[])
     where m.seller_id = $1 and m.identity_id = any($2::uuid[]) and m.state = 'active'`,
    [seller_id, identity_ids, event_ids],
  );

/** The same without locks, for reading: expired holds use nothing, whether swept or not. */
export const liveMemberUses = (
  pipeline: Pipeline,
  seller_id: string,
  identity_id: string,
  event_ids: readonly string[],
): Promise<AllowanceUse[]> =>
  statementWithFreshPlan(
    pipeline,
    `select u.membership_id, u.allowance, u.event_template_id, u.local_day, u.visit_index, u.term_index, u.counts_on_renewal
     from membership m
     join allowance_use u on u.seller_id = m.seller_id and u.membership_id = m.id and u.event_template_id = any($3::uuid[])
     join ticket t on t.seller_id = u.seller_id and t.id = u.ticket_id
     join cart c on c.seller_id = t.seller_id and c.id = t.cart_id
     where m.seller_id = $1 and m.identity_id = $2 and m.state = 'active'
       and (t.state in ('booked', 'redeemed') or c.expires_at > app_now() or c.leased_until > app_now())`,
    [seller_id, identity_id, event_ids],
  );

type TicketWithUse = { readonly id: string; readonly allowance_use: AllowanceUse | null };

/** Stores which allowance each ticket uses. A unique index keeps an allowance from being used twice. */
export const insertMemberUses = async (
  pipeline: Pipeline,
  seller_id: string,
  tickets: readonly TicketWithUse[],
): Promise<void> => {
  const rows = tickets.flatMap(({ id, allowance_use }) => (allowance_use ? [{ id, ...allowance_use }] : []));
  if (rows.length === 0) return;
  await statement(
    pipeline,
    `insert into allowance_use (seller_id, ticket_id, membership_id, allowance, event_template_id, local_day, visit_index, term_index, counts_on_renewal)
     select $1, u.* from unnest($2::uuid[], $3::uuid[], $4::text[], $5::uuid[], $6::date[], $7::int[], $8::int[], $9::boolean[]) as u ${withAnswer}`,
    [
      seller_id,
      rows.map(({ id }) => id),
      rows.map(({ membership_id }) => membership_id),
      rows.map(({ allowance }) => allowance),
      rows.map(({ event_template_id }) => event_template_id),
      rows.map(({ local_day }) => local_day),
      rows.map(({ visit_index }) => visit_index),
      rows.map(({ term_index }) => term_index),
      rows.map(({ counts_on_renewal }) => counts_on_renewal),
    ],
  );
};

/** The owners of the memberships that the cart's tickets use. */
export const membersOfCart = async (
  pipeline: Pipeline,
  seller_id: string,
  cart_id: string,
): Promise<readonly string[]> => {
  const rows = await statementWithFreshPlan<{ identity_id: string }>(
    pipeline,
    `select distinct m.identity_id from ticket t
     join allowance_use u on u.seller_id = t.seller_id and u.ticket_id = t.id
     join membership m on m.seller_id = u.seller_id and m.id = u.membership_id
     where t.seller_id = $1 and t.cart_id = $2 and m.identity_id is not null`,
    [seller_id, cart_id],
  );
  return rows.map(({ identity_id }) => identity_id);
};
