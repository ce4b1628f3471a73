import { statement } from "../../../db/statements/statement.ts";
import type { SellerDb } from "../context.ts";

/** $2: the cart of the change. $3: the order. $4: the tickets of the order, or null for all. */
const tickets = `
  select event_session_id, ticket_group_id from ticket where seller_id = $1 and cart_id = $2 and state in ('held', 'in_cart')
  union all
  select event_session_id, ticket_group_id from ticket
  where seller_id = $1 and ticket_order_id = $3 and state = 'booked' and ($4::uuid[] is null or id = any($4))`;
const lockSessions = `
  select id from event_session where seller_id = $1 and id in (select event_session_id from (${tickets}) t) order by id for no key update`;
const lockGroups = `
  select id from ticket_group where seller_id = $1 and id in (select ticket_group_id from (${tickets}) t) order by id for no key update`;

/** $2: both carts. */
const codes = `select code_id from cart_code where seller_id = $1 and cart_id = any($2::uuid[])`;
const lockCodes = `select id from code where seller_id = $1 and id in (${codes}) order by id for update`;
const lockCodeGroups = `
  select id from code_group where seller_id = $1 and id in (
    select code_group_id from code where seller_id = $1 and id in (${codes})) order by id for update`;

type ToClose = {
  readonly order: { readonly id: string; readonly cart_id: string };
  /** The cart of the change. */
  readonly cart_id: string;
  /** The order's tickets that are cancelled in the same transaction; undefined means all of them. */
  readonly ticket_ids: readonly string[] | undefined;
};

/**
 * Locks everything that a change holds together with what its order is about to give up, each set in one statement by
 * ascending id. If they were released one after the other, they could deadlock with a hold of tickets for both sessions.
 * The caller has locked both carts.
 */
export const lockForClosing = async (
  { db, seller }: SellerDb,
  { order, cart_id, ticket_ids }: ToClose,
): Promise<void> => {
  const places = [seller.id, cart_id, order.id, ticket_ids ?? null];
  const carts = [seller.id, [cart_id, order.cart_id]];
  await statement(db, lockSessions, places);
  await statement(db, lockGroups, places);
  await statement(db, lockCodes, carts);
  await statement(db, lockCodeGroups, carts);
};
