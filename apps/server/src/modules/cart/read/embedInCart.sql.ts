import type { SurveyAnswers } from "@foyer/contract/shop/forms/survey.ts";
import type { Database } from "../../../db/connections.ts";

/**
 * The saved purchaser of a cart. A change, completed or not, shows none: whoever opened it may have only the order's
 * link.
 */
export const purchaserOfCart = (db: Database, seller_id: string, cart_id: string) =>
  db
    .selectFrom("cart as c")
    .innerJoin("identity as i", (join) =>
      join.onRef("i.seller_id", "=", "c.seller_id").onRef("i.id", "=", "c.purchaser_identity_id"),
    )
    .select(["i.id", "i.first_name", "i.last_name", "i.email", "i.phone"])
    .where("c.seller_id", "=", seller_id)
    .where("c.id", "=", cart_id)
    .where("c.changes_order_id", "is", null)
    .executeTakeFirst();

/**
 * The survey answers of a cart with a purchaser, by ticket group. A transferred cart has its earlier answers and no
 * purchaser yet. A change shows no answers, as it shows no purchaser.
 */
export const answersOfCart = async (
  db: Database,
  seller_id: string,
  cart_id: string,
): Promise<Readonly<Record<string, SurveyAnswers>>> => {
  const cart = await db
    .selectFrom("cart")
    .select("additional_info")
    .where("seller_id", "=", seller_id)
    .where("id", "=", cart_id)
    .where("purchaser_identity_id", "is not", null)
    .where("changes_order_id", "is", null)
    .executeTakeFirst();
  return (cart?.additional_info ?? {}) as Readonly<Record<string, SurveyAnswers>>;
};
