import type { SellerDb } from "../context.ts";

export const findOrderOfCart = ({ db, seller }: SellerDb, cart_id: string) =>
  db
    .selectFrom("ticket_order")
    .selectAll()
    .where("seller_id", "=", seller.id)
    .where("cart_id", "=", cart_id)
    .executeTakeFirst();

export const readOrderRow = ({ db, seller }: SellerDb, id: string) =>
  db
    .selectFrom("ticket_order")
    .selectAll()
    .where("seller_id", "=", seller.id)
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
