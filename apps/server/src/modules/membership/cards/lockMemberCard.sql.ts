import { statementWithFreshPlan, type Pipeline } from "../../../db/statements/statement.ts";

const termsOfCard = `
  select m.id, m.ticket_id from membership one join membership m on m.seller_id = $1 and m.member_number = one.member_number
  where one.seller_id = $1 and one.id = $2`;

/** Everybody on the same membership. */
const partyOfCard = `
  select m.id from membership one join membership m on m.seller_id = $1 and m.ticket_order_id = one.ticket_order_id
    and m.ticket_group_id = one.ticket_group_id
  where one.seller_id = $1 and one.id = $2`;

/**
 * Locks everything that a change of a card touches: the tickets of its terms, then these terms and everybody on the
 * membership, each set by id, as when the order of a membership is cancelled. With separate locks, two changes of the
 * same membership could deadlock.
 */
export const lockMemberCard = async (pipeline: Pipeline, seller_id: string, membership_id: string): Promise<void> => {
  await statementWithFreshPlan(
    pipeline,
    `select from ticket where seller_id = $1 and id in (select t.ticket_id from (${termsOfCard}) t) order by id for no key update`,
    [seller_id, membership_id],
  );
  await statementWithFreshPlan(
    pipeline,
    `select from membership where seller_id = $1
       and id in (select t.id from (${termsOfCard}) t union select p.id from (${partyOfCard}) p) order by id for update`,
    [seller_id, membership_id],
  );
};
