import { ticketOrderColumns } from "../../../db/schema/carts.ts";
import type { SellerDb } from "../context.ts";

/** The order that a cart has become, or that it has changed. */
export const findOrderOfCart = ({ db, seller }: SellerDb, cart_id: string) =>
  db
    .selectFrom("ticket_order as o")
    .select(ticketOrderColumns)
    .where("o.seller_id", "=", seller.id)
    .where((eb) =>
      eb.or([
        eb("o.cart_id", "=", cart_id),
        eb("o.id", "=", (one) =>
          one
            .selectFrom("cart as c")
            .select("c.changes_order_id")
            .where("c.seller_id", "=", seller.id)
            .where("c.id", "=", cart_id)
            .where("c.state", "=", "completed"),
        ),
      ]),
    )
    .executeTakeFirst();

export const readOrderRow = ({ db, seller }: SellerDb, id: string) =>
  db
    .selectFrom("ticket_order")
    .select(ticketOrderColumns)
    .where("seller_id", "=", seller.id)
    .where("id", "=", id)
    .executeTakeFirstOrThrow();

/** Records that the confirmation of this order was sent after all. */
export const clearHeldConfirmation = ({ db, seller }: SellerDb, id: string) =>
  db
    .updateTable("ticket_order")
    .set({ confirmation_held: false })
    .where("seller_id", "=", seller.id)
    .where("id", "=", id)
    .execute();
