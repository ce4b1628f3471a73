import { inOneTrip, statementWithFreshPlan, withAnswer, type Pipeline } from "../../../db/statements/statement.ts";

/** What keeps a membership, or a gift of one, from being ended. */
export type EndingRow = {
  readonly id: string;
  /** A later term exists. */
  readonly is_renewed: boolean;
  /** The automatic renewal is charging for its next term right now, or a change of its level is being paid. */
  readonly is_being_charged: boolean;
};

/** The memberships that tickets bought. */
export const selectEndings = (db: Pipeline, seller_id: string, ticket_ids: readonly string[]): Promise<EndingRow[]> =>
  statementWithFreshPlan(
    db,
    `select m.id,
       exists (select from membership n where n.seller_id = $1 and n.renews_id = m.id and n.state = 'active') as is_renewed,
       coalesce(a.state = 'scheduled' and a.capture_started_at is not null and exists (
         select from cart c where c.seller_id = $1 and c.id = a.cart_id and c.state = 'pending' and c.leased_until > app_now()), false)
         or exists (select from cart c where c.seller_id = $1 and c.id = m.change_cart_id and c.state = 'pending' and c.leased_until > app_now())
         as is_being_charged
     from membership m left join auto_renewal a on a.seller_id = m.seller_id and a.membership_id = m.id
     where m.seller_id = $1 and m.ticket_id = any($2::uuid[])`,
    [seller_id, ticket_ids],
  );

/**
 * Locks the memberships that tickets bought and then their automatic renewals, as the order of a next term does. Read
 * them afterwards in a separate statement, to see what the previous holders of the locks have written.
 */
export const lockEndings = async (db: Pipeline, seller_id: string, ticket_ids: readonly string[]): Promise<void> => {
  const values = [seller_id, ticket_ids];
  await statementWithFreshPlan(
    db,
    `select from membership where seller_id = $1 and ticket_id = any($2::uuid[]) order by id for update`,
    values,
  );
  await statementWithFreshPlan(
    db,
    `select from auto_renewal a where a.seller_id = $1
       and a.membership_id in (select m.id from membership m where m.seller_id = $1 and m.ticket_id = any($2::uuid[]))
     order by a.membership_id for update`,
    values,
  );
};

/** Whether a gift that the tickets bought has been redeemed, or is in the cart of somebody who redeems it. */
export const isGiftUsed = async (db: Pipeline, seller_id: string, ticket_ids: readonly string[]): Promise<boolean> => {
  const [row] = await statementWithFreshPlan<{ used: boolean }>(
    db,
    `select exists (
       select from ticket t
       join membership_gift x on x.seller_id = t.seller_id and x.ticket_order_id = t.ticket_order_id and x.ticket_group_id = t.ticket_group_id
       join code k on k.seller_id = x.seller_id and k.id = x.code_id
       where t.seller_id = $1 and t.id = any($2::uuid[]) and k.used > 0) as used`,
    [seller_id, ticket_ids],
  );
  return row?.used ?? false;
};

/** Ends the scheduled renewals of memberships. The caller has locked them. */
export const endScheduledRenewals = async (
  db: Pipeline,
  seller_id: string,
  membership_ids: readonly string[],
): Promise<void> => {
  const scheduled = "a.seller_id = $1 and a.membership_id = any($2::uuid[]) and a.state = 'scheduled'";
  const texts = [
    `insert into transition (seller_id, entity, entity_id, from_state, to_state)
     select a.seller_id, 'auto_renewal', a.membership_id, 'scheduled', 'cancelled' from auto_renewal a where ${scheduled} ${withAnswer}`,
    `update auto_renewal a set state = 'cancelled', claimed_until = null, last_error = 'taken_back', cancelled_at = app_now() where ${scheduled}`,
  ];
  await inOneTrip(db, (db) =>
    Promise.all(texts.map((text) => statementWithFreshPlan(db, text, [seller_id, membership_ids]))),
  );
};
