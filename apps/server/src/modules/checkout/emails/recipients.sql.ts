import type { CheckoutContext } from "../checkout.sql.ts";

export const recipientOf = ({ db, seller }: Pick<CheckoutContext, "db" | "seller">, identity_id: string) =>
  db
    .selectFrom("identity")
    .select(["email", "first_name", "meta"])
    .where("seller_id", "=", seller.id)
    .where("id", "=", identity_id)
    .executeTakeFirstOrThrow();

/** Who pays for a cart; undefined while nobody has said who they are. */
export const purchaserRecipient = ({ db, seller }: Pick<CheckoutContext, "db" | "seller">, cart_id: string) =>
  db
    .selectFrom("cart as c")
    .innerJoin("identity as i", (join) =>
      join.onRef("i.seller_id", "=", "c.seller_id").onRef("i.id", "=", "c.purchaser_identity_id"),
    )
    .select(["i.email", "i.first_name", "i.meta"])
    .where("c.seller_id", "=", seller.id)
    .where("c.id", "=", cart_id)
    .executeTakeFirst();
