import { sql } from "kysely";
import type { Database } from "../../db/connections.ts";

/** A cart that holds tickets for sessions. */
export type CartWithSessions = {
  readonly id: string;
  /** A payment for the whole cart is in progress. */
  readonly is_paying: boolean;
  readonly session_ids: readonly string[];
};

const heldIn = (seller_id: string, session_ids: readonly string[]) =>
  sql`t.seller_id = ${seller_id} and t.event_session_id = any(${session_ids}::uuid[]) and t.state in ('held', 'in_cart')`;

/** The ids of carts that hold tickets for the sessions. */
export const cartsWithSessions = async (
  db: Database,
  seller_id: string,
  session_ids: readonly string[],
): Promise<readonly string[]> => {
  const { rows } = await sql<{ id: string }>`select distinct t.cart_id as id from ticket t
    where ${heldIn(seller_id, session_ids)}`.execute(db);
  return rows.map(({ id }) => id);
};

/**
 * Locks the carts in ascending order of id, as everywhere. Without `wait`, a cart that is already locked causes a
 * retryable error.
 */
export const lockCartsWithSessions = async (
  db: Database,
  seller_id: string,
  session_ids: readonly string[],
  { wait }: { readonly wait: boolean },
): Promise<readonly CartWithSessions[]> => {
  const { rows: locked } = await sql<{ id: string; is_paying: boolean }>`
    select c.id, coalesce(c.leased_until > app_now(), false) and not c.part_paid as is_paying
    from cart c where c.seller_id = ${seller_id} and c.id in (select t.cart_id from ticket t where ${heldIn(seller_id, session_ids)})
    order by c.id for update ${wait ? sql`` : sql`nowait`}`.execute(db);
  // Read after all carts are locked: what they hold may have changed in the meantime.
  const { rows: held } = await sql<{ cart_id: string; session_ids: string[] }>`
    select t.cart_id, array_agg(distinct t.event_session_id) as session_ids from ticket t
    where ${heldIn(seller_id, session_ids)} and t.cart_id = any(${locked.map(({ id }) => id)}::uuid[]) group by t.cart_id`.execute(
    db,
  );
  const sessionsOf = new Map(held.map((row) => [row.cart_id, row.session_ids]));
  return locked.map((cart) => ({ ...cart, session_ids: sessionsOf.get(cart.id) ?? [] }));
};
