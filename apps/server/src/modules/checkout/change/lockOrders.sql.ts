import { statement } from "../../../db/statements/statement.ts";
import type { SellerDb } from "../context.ts";

/** Carts of the open changes of orders. */
export const openChangesOfOrders = async (
  { db, seller }: SellerDb,
  order_ids: readonly string[],
): Promise<readonly string[]> => {
  const carts = await statement<{ id: string }>(
    db,
    `select id from cart where seller_id = $1 and changes_order_id = any($2::uuid[]) and state = 'pending'`,
    [seller.id, order_ids],
  );
  return carts.map(({ id }) => id);
};

/** $2: the orders. $3: their carts and those of their open changes. */
const tickets = `
  select event_session_id, ticket_group_id from ticket
  where seller_id = $1 and ticket_order_id = any($2::uuid[]) and state in ('booked', 'redeemed')
  union all
  select event_session_id, ticket_group_id from ticket
  where seller_id = $1 and cart_id = any($3::uuid[]) and state in ('held', 'in_cart')`;
const lockSessions = `
  select from event_session where seller_id = $1 and id in (select event_session_id from (${tickets}) t) order by id for no key update`;
const lockGroups = `
  select from ticket_group where seller_id = $1 and id in (select ticket_group_id from (${tickets}) t) order by id for no key update`;

/** $2: the carts. */
const codes = `select code_id from cart_code where seller_id = $1 and cart_id = any($2::uuid[])`;
const lockCodes = `select from code where seller_id = $1 and id in (${codes}) order by id for update`;
const lockCodeGroups = `
  select from code_group where seller_id = $1 and id in (
    select code_group_id from code where seller_id = $1 and id in (${codes})) order by id for update`;

/**
 * Locks the sessions and groups of the orders' remaining tickets and of what these carts hold, then the codes of the
 * carts.
 */
export const lockPlacesAndCodes = async (
  { db, seller }: SellerDb,
  { order_ids, cart_ids }: { readonly order_ids: readonly string[]; readonly cart_ids: readonly string[] },
): Promise<void> => {
  await statement(db, lockSessions, [seller.id, order_ids, cart_ids]);
  await statement(db, lockGroups, [seller.id, order_ids, cart_ids]);
  await statement(db, lockCodes, [seller.id, cart_ids]);
  await statement(db, lockCodeGroups, [seller.id, cart_ids]);
};
