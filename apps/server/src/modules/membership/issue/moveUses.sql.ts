import type { AllowanceUse, MemberTicket } from "@foyer/rules/membership/allocateAllowances.ts";
import { statement, statementWithFreshPlan, type Pipeline } from "../../../db/statements/statement.ts";

/** A use of a term that is to count in the term that follows it. `name`: the ticket's name in benefits. */
export type MovingUse = MemberTicket & {
  readonly ticket_id: string;
  readonly next_id: string;
  readonly counts_on_renewal: boolean;
};

const moving = `u.ticket_id, n.id as next_id, u.event_template_id, u.local_day,
  coalesce(y.member_event_ticket_type, y.name) as name`;
/** The uses `u` of the terms `m` that new ones `n` follow. `$1` is the seller, `$2` the new terms. */
const usesOfFormer = `
  from membership n
  join membership m on m.seller_id = $1 and m.id = n.renews_id
  join event_template e on e.seller_id = $1 and e.id = n.event_template_id
  join allowance_use u on u.seller_id = $1 and u.membership_id = m.id
  join ticket t on t.seller_id = $1 and t.id = u.ticket_id
  join ticket_type y on y.seller_id = $1 and y.id = t.ticket_type_id
  where n.seller_id = $1 and n.id = any($2::uuid[])`;
/** Those of a visit together, in the sequence in which they were allowed. */
const inSequence = `order by u.event_template_id, u.local_day, u.allowance = '*', u.visit_index, u.term_index, u.ticket_id`;

/** The uses from today on. Tickets without a session count as ahead. */
export const upcomingUses = (db: Pipeline, seller_id: string, next_ids: readonly string[]): Promise<MovingUse[]> =>
  statementWithFreshPlan(
    db,
    `select ${moving}, u.counts_on_renewal ${usesOfFormer}
       and (u.local_day is null or u.local_day >= (app_now() at time zone e.timezone)::date) ${inSequence}`,
    [seller_id, next_ids],
  );

/** The uses for days after the former term, which the next term covers, if both are the same person's. */
export const usesAfterTerm = (db: Pipeline, seller_id: string, next_ids: readonly string[]): Promise<MovingUse[]> =>
  statementWithFreshPlan(
    db,
    `select ${moving}, false as counts_on_renewal ${usesOfFormer} and m.identity_id = n.identity_id
       and u.local_day > ((m.valid_to - interval '1 microsecond') at time zone e.timezone)::date
       and u.local_day >= (n.valid_from at time zone e.timezone)::date ${inSequence}`,
    [seller_id, next_ids],
  );

/** Counts uses in other allowances. */
export const moveUses = async (
  db: Pipeline,
  seller_id: string,
  uses: readonly (AllowanceUse & { readonly ticket_id: string })[],
): Promise<void> => {
  if (uses.length === 0) return;
  await statement(
    db,
    `update allowance_use u set membership_id = n.membership_id, allowance = n.allowance, visit_index = n.visit_index,
       term_index = n.term_index, counts_on_renewal = n.counts_on_renewal
     from unnest($2::uuid[], $3::uuid[], $4::text[], $5::int[], $6::int[], $7::boolean[])
       as n (ticket_id, membership_id, allowance, visit_index, term_index, counts_on_renewal)
     where u.seller_id = $1 and u.ticket_id = any($2::uuid[]) and u.ticket_id = n.ticket_id`,
    [
      seller_id,
      uses.map(({ ticket_id }) => ticket_id),
      uses.map(({ membership_id }) => membership_id),
      uses.map(({ allowance }) => allowance),
      uses.map(({ visit_index }) => visit_index),
      uses.map(({ term_index }) => term_index),
      uses.map(({ counts_on_renewal }) => counts_on_renewal),
    ],
  );
};
