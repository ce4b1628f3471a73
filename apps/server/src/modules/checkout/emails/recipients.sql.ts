import { sql } from "kysely";
import type { RestoreFailure } from "../../cart/restore/restoreFailure.ts";
import type { SellerDb } from "../context.ts";

export const recipientOf = ({ db, seller }: SellerDb, identity_id: string) =>
  db
    .selectFrom("identity")
    .select(["email", "first_name", "meta"])
    .where("seller_id", "=", seller.id)
    .where("id", "=", identity_id)
    .executeTakeFirstOrThrow();

/** Undefined while the cart has no purchaser. */
export const purchaserRecipient = ({ db, seller }: SellerDb, cart_id: string) =>
  db
    .selectFrom("cart as c")
    .innerJoin("identity as i", (join) =>
      join.onRef("i.seller_id", "=", "c.seller_id").onRef("i.id", "=", "c.purchaser_identity_id"),
    )
    .select(["i.email", "i.first_name", "i.meta"])
    .where("c.seller_id", "=", seller.id)
    .where("c.id", "=", cart_id)
    .executeTakeFirst();

/** The purchaser of a payment's cart, and what became of the cart. */
export const readRefundRecipient = ({ db, seller }: SellerDb, payment_id: string) =>
  db
    .selectFrom("payment as p")
    .innerJoin("cart as c", (join) => join.onRef("c.seller_id", "=", "p.seller_id").onRef("c.id", "=", "p.cart_id"))
    .innerJoin("identity as i", (join) =>
      join.onRef("i.seller_id", "=", "c.seller_id").onRef("i.id", "=", "c.purchaser_identity_id"),
    )
    .select(["p.amount", "p.currency", "i.email", "i.first_name"])
    .select(sql<RestoreFailure | null>`c.released_with_hold ->> 'restore_failure'`.as("restore_failure"))
    .select(
      sql<boolean>`c.state = 'expired' or c.state = 'pending' and c.expires_at <= app_now() and coalesce(c.leased_until <= app_now(), true)`.as(
        "is_cart_lost",
      ),
    )
    .select(
      sql<boolean>`exists (select from transition x where x.seller_id = p.seller_id and x.entity = 'payment' and x.entity_id = p.id
        and x.to_state = 'processing')`.as("was_processing"),
    )
    .where("p.seller_id", "=", seller.id)
    .where("p.id", "=", payment_id)
    .executeTakeFirst();
