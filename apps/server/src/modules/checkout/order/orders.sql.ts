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

/** The confirmation of this order has been sent after all. */
export const clearHeldConfirmation = ({ db, seller }: SellerDb, id: string) =>
  db
    .updateTable("ticket_order")
    .set({ confirmation_held: false })
    .where("seller_id", "=", seller.id)
    .where("id", "=", id)
    .execute();
