import { statement, type Pipeline } from "../../../../db/statements/statement.ts";

/** $2: the cart of the open change. $3: the order. */
const tickets = `
  select event_session_id, ticket_group_id from ticket where seller_id = $1 and cart_id = $2 and state in ('held', 'in_cart')
  union all
  select event_session_id, ticket_group_id from ticket where seller_id = $1 and ticket_order_id = $3 and state in ('booked', 'redeemed')`;

/** $4: the sessions of the new tickets. */
const lockSessions = `
  select id from event_session where seller_id = $1 and id in (
    select event_session_id from (${tickets}) t union all select unnest($4::uuid[])) order by id for no key update`;

/** $4: the types of the new tickets. */
const lockGroups = `
  select id from ticket_group where seller_id = $1 and id in (
    select ticket_group_id from (${tickets}) t
    union all
    select ticket_group_id from ticket_type where seller_id = $1 and id = any($4::uuid[])) order by id for no key update`;

type ToReplace = {
  /** The cart of the open change. */
  readonly cart_id: string;
  readonly order_id: string;
  readonly session_ids: readonly string[];
  readonly type_ids: readonly string[];
};

/**
 * Locks the sessions and groups of everything that is released, held and perhaps given up when one change replaces
 * another, each set in one statement by ascending id. Separate statements could deadlock with a hold of tickets for
 * several sessions. The caller has locked both carts.
 */
export const lockForReplacing = async (
  pipeline: Pipeline,
  seller_id: string,
  { cart_id, order_id, session_ids, type_ids }: ToReplace,
): Promise<void> => {
  await statement(pipeline, lockSessions, [seller_id, cart_id, order_id, session_ids]);
  await statement(pipeline, lockGroups, [seller_id, cart_id, order_id, type_ids]);
};
