import type { Database } from "../../../db/connections.ts";

/** The columns of an order that its reply shows. */
export type TicketOrderRow = {
  id: string;
  order_number: number;
  identity_id: string;
  cart_id: string;
  currency: string;
  created_at: string;
  total: number;
  /** The confirmation was not sent, because its address had received too many for free orders. */
  confirmation_held: boolean;
};

export const ticketOrderRow = (db: Database, seller_id: string, order_id: string): Promise<TicketOrderRow> =>
  db
    .selectFrom("ticket_order")
    .select(["id", "order_number", "identity_id", "cart_id", "currency", "created_at", "total", "confirmation_held"])
    .where("seller_id", "=", seller_id)
    .where("id", "=", order_id)
    .executeTakeFirstOrThrow();
