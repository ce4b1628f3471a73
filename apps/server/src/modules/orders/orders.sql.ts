import { sql } from "kysely";
import { ticketOrderColumns } from "../../db/schema/carts.ts";
import type { RequestContext } from "../../http/requestContext.ts";

export const ordersById = ({ db, seller }: Pick<RequestContext, "db" | "seller">, ids: readonly string[]) =>
  db
    .selectFrom("ticket_order")
    .select(ticketOrderColumns)
    .where("seller_id", "=", seller.id)
    .where("id", "=", sql<string>`any(${ids}::uuid[])`)
    .orderBy("created_at")
    .execute();

export const orderByNumber = ({ db, seller }: Pick<RequestContext, "db" | "seller">, order_number: number) =>
  db
    .selectFrom("ticket_order")
    .select(ticketOrderColumns)
    .where("seller_id", "=", seller.id)
    .where("order_number", "=", order_number)
    .executeTakeFirst();

/** A ticket's order and the number of its scan code; undefined before it is bought. */
export const orderOfTicket = ({ db, seller }: Pick<RequestContext, "db" | "seller">, ticket_id: string) =>
  db
    .selectFrom("ticket")
    .select(["id", "code_number", "ticket_order_id"])
    .where("seller_id", "=", seller.id)
    .where("id", "=", ticket_id)
    .where("state", "in", ["booked", "redeemed"])
    .executeTakeFirst();

export type OrderRow = Awaited<ReturnType<typeof ordersById>>[number];

export const identitiesById = ({ db, seller }: Pick<RequestContext, "db" | "seller">, ids: readonly string[]) =>
  db
    .selectFrom("identity")
    .select(["id", "first_name", "last_name", "email"])
    .where("seller_id", "=", seller.id)
    .where("id", "=", sql<string>`any(${ids}::uuid[])`)
    .execute();
