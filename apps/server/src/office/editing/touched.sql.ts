import { sql } from "kysely";
import type { TicketTax } from "@foyer/contract/shop/tax.ts";
import type { Database } from "../../db/connections.ts";

/** Ids of what a plan changes or retires. */
export type TouchedIds = {
  readonly sessions: readonly string[];
  readonly groups: readonly string[];
  readonly types: readonly string[];
  readonly events: readonly string[];
};

/** The number of sold, unused tickets for any of these. */
export const countSoldTickets = async (
  db: Database,
  seller_id: string,
  { sessions, groups, types, events }: TouchedIds,
): Promise<number> => {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from ticket t
    where t.seller_id = ${seller_id}::uuid and t.state = 'booked'
      and (t.event_session_id = any(${sessions}::uuid[]) or t.ticket_group_id = any(${groups}::uuid[])
        or t.ticket_type_id = any(${types}::uuid[]) or t.event_template_id = any(${events}::uuid[]))`.execute(db);
  return rows[0]?.n ?? 0;
};

export type TicketInCart = {
  readonly cart_id: string;
  readonly event_session_id: string | null;
  readonly ticket_group_id: string;
  readonly ticket_type_id: string;
  readonly event_template_id: string;
};

/** More than any seller has in carts at once. */
const maxHeld = 50_000;

/** Tickets in carts that hold them now. */
export const heldTickets = async (db: Database, seller_id: string): Promise<TicketInCart[]> => {
  const { rows } = await sql<TicketInCart>`
    select t.cart_id, t.event_session_id, t.ticket_group_id, t.ticket_type_id, t.event_template_id
    from cart c join ticket t on t.seller_id = ${seller_id}::uuid and t.cart_id = c.id and t.state in ('held', 'in_cart')
    where c.seller_id = ${seller_id}::uuid and c.state = 'pending'
      and (c.expires_at > app_now() or c.leased_until > app_now())
    limit ${maxHeld}`.execute(db);
  return rows;
};

export type TypePrice = {
  readonly id: string;
  readonly currency_amount: number;
  readonly currency_amount_min: number | null;
  readonly currency_amount_max: number | null;
  readonly fee_fixed_outside: number;
  readonly fee_percent_outside: number;
  readonly tax: TicketTax | null;
};

/** The prices, fees and taxes of ticket types before a plan is applied. */
export const typePrices = (db: Database, seller_id: string, ids: readonly string[]): Promise<TypePrice[]> =>
  db
    .selectFrom("ticket_type")
    .select(["id", "currency_amount", "currency_amount_min", "currency_amount_max"])
    .select(["fee_fixed_outside", "fee_percent_outside", "tax"])
    .where("seller_id", "=", seller_id)
    .where(sql<boolean>`id = any(${ids}::uuid[])`)
    .execute();
