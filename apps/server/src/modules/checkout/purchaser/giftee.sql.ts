import { statement, type Pipeline } from "../../../db/statements/statement.ts";
import type { SellerDb } from "../context.ts";

/** A guest identity that this visitor created. */
export const findNamedGuest = ({ db, seller }: SellerDb, id: string, created_by_identity_id: string | null) =>
  db
    .selectFrom("identity")
    .select("id")
    .where("seller_id", "=", seller.id)
    .where("id", "=", id)
    .where("kind", "=", "guest")
    .where("created_by_identity_id", "=", created_by_identity_id)
    .executeTakeFirst();

export const updateGiftee = ({ db, seller }: SellerDb, cart_id: string, giftee_identity_id: string) =>
  db
    .updateTable("cart")
    .set({ giftee_identity_id })
    .where("seller_id", "=", seller.id)
    .where("id", "=", cart_id)
    .execute();

/** Compares normalised addresses, so that different spellings of one address count as the same person. */
export const isGiftToSelf = async (
  pipeline: Pipeline,
  seller_id: string,
  cart_id: string,
  /** The identity of a signed-in payer, who becomes the giver at checkout. */
  payer_identity_id: string | null,
): Promise<boolean> => {
  const rows = await statement<{ id: string }>(
    pipeline,
    `select c.id from cart c
     join identity giftee on giftee.seller_id = c.seller_id and giftee.id = c.giftee_identity_id
     join identity giver on giver.seller_id = c.seller_id and giver.id in (c.purchaser_identity_id, $3::uuid)
     where c.seller_id = $1 and c.id = $2 and normalized_email(giver.email) = normalized_email(giftee.email)`,
    [seller_id, cart_id, payer_identity_id],
  );
  return rows.length > 0;
};
