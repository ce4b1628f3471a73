import { guardStands } from "../../db/faults.ts";
import { statement, type Wire } from "../../db/statement.ts";
import type { Ask } from "../../http/ask.ts";
import { Refused } from "../../http/refused.ts";
import type { LockedCart } from "./till.sql.ts";

/**
 * Whom a locked cart is for. An id is good only for the visitor who named that person (T70): to everybody else they are
 * not there.
 */
export const keepGiftee = async (ask: Ask, cart: LockedCart, giftee_id: string): Promise<void> => {
  const { db, seller, visitor } = ask;
  const giftee = await db
    .selectFrom("identity")
    .select("id")
    .where("seller_id", "=", seller.id)
    .where("id", "=", giftee_id)
    .where("kind", "=", "guest")
    .where("named_by_id", "=", visitor?.identity_id ?? null)
    .executeTakeFirst();
  if (!giftee && guardStands("giftee_of_session")) throw new Refused({ code: "not_found", context: "identity" });
  await db
    .updateTable("cart")
    .set({ giftee_identity_id: giftee_id })
    .where("seller_id", "=", seller.id)
    .where("id", "=", cart.id)
    .execute();
};

/** Nobody gives to themselves, however they write their address. Asked of a locked cart, when it is known who gives and who is given to. */
export const refuseGiftToOneself = async (wire: Wire, seller_id: string, cart_id: string): Promise<void> => {
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
