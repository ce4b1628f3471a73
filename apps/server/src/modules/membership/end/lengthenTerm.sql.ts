import { statement, statementWithFreshPlan, type Pipeline } from "../../../db/statements/statement.ts";

export type PartyTerm = {
  readonly id: string;
  readonly ticket_id: string;
  readonly valid_from: string;
  readonly valid_to: string | null;
  readonly timezone: string;
};

/** Everybody on a card's membership whose card is not cancelled. */
export const termsOfParty = (pipeline: Pipeline, seller_id: string, membership_id: string): Promise<PartyTerm[]> =>
  statementWithFreshPlan(
    pipeline,
    `select m.id, m.ticket_id, m.valid_from, m.valid_to, e.timezone from membership one
     join membership m on m.seller_id = $1 and m.ticket_order_id = one.ticket_order_id
       and m.ticket_group_id = one.ticket_group_id and m.state = 'active'
     join event_template e on e.seller_id = $1 and e.id = m.event_template_id
     where one.seller_id = $1 and one.id = $2 order by m.id`,
    [seller_id, membership_id],
  );

export const setTermEnds = async (
  pipeline: Pipeline,
  seller_id: string,
  terms: readonly { readonly id: string; readonly valid_to: string }[],
): Promise<void> => {
  await statement(
    pipeline,
    `update membership m set valid_to = n.valid_to from unnest($2::uuid[], $3::timestamptz[]) as n (id, valid_to)
     where m.seller_id = $1 and m.id = n.id`,
    [seller_id, terms.map(({ id }) => id), terms.map(({ valid_to }) => valid_to)],
  );
};

/**
 * Restarts the automatic renewals of terms for their new end: the payer is notified again, and earlier attempts no longer
 * count.
 */
export const restartRenewals = async (
  pipeline: Pipeline,
  seller_id: string,
  renewals: readonly { readonly membership_id: string; readonly due_at: string }[],
): Promise<void> => {
  await statement(
    pipeline,
    `update auto_renewal a set due_at = n.due_at, next_at = app_now(), claimed_until = null, announced_at = null, announced_amount = null,
       announced_currency = null, attempts = 0, attempted_at = null, next_step = null, last_error = null
     from unnest($2::uuid[], $3::timestamptz[]) as n (id, due_at)
     where a.seller_id = $1 and a.membership_id = n.id and a.state = 'scheduled'`,
    [seller_id, renewals.map(({ membership_id }) => membership_id), renewals.map(({ due_at }) => due_at)],
  );
};
