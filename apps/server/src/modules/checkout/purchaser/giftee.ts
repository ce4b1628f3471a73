import { statement, type Pipeline } from "../../../db/statement.ts";
import type { RequestContext } from "../../../http/requestContext.ts";
import { Refused } from "../../../errors/refused.ts";
import type { LockedCart } from "../batch/lockCheckout.sql.ts";

/**
 * Whom a locked cart is for. An id is good only for the visitor who named that person (T70): to everybody else they are
 * not there.
 */
export const setGiftee = async (ctx: RequestContext, cart: LockedCart, giftee_id: string): Promise<void> => {
  const { db, seller, visitor } = ctx;
  const giftee = await db
    .selectFrom("identity")
    .select("id")
    .where("seller_id", "=", seller.id)
    .where("id", "=", giftee_id)
    .where("kind", "=", "guest")
    .where("named_by_id", "=", visitor?.identity_id ?? null)
    .executeTakeFirst();
  if (!giftee) throw new Refused({ code: "not_found", context: "identity" });
  await db
    .updateTable("cart")
    .set({ giftee_identity_id: giftee_id })
    .where("seller_id", "=", seller.id)
    .where("id", "=", cart.id)
    .execute();
};

/** Nobody gives to themselves, however they write their address. Asked of a locked cart, when it is known who gives and who is given to. */
export const refuseGiftToSelf = async (wire: Pipeline, seller_id: string, cart_id: string): Promise<void> => {
  const [one] = await statement<{ id: string }>(
    wire,
    `select c.id from cart c
     join identity giftee on giftee.seller_id = c.seller_id and giftee.id = c.giftee_identity_id
     join identity giver on giver.seller_id = c.seller_id and giver.id = c.purchaser_identity_id
     where c.seller_id = $1 and c.id = $2 and person_of(giver.email) = person_of(giftee.email)`,
    [seller_id, cart_id],
  );
  if (one) throw new Refused({ code: "gift_to_oneself", context: "membership" });
};
