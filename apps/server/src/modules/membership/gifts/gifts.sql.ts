import { inOneTrip, statement, withAnswer, type Pipeline } from "../../../db/statements/statement.ts";

export type NewGift = {
  readonly id: string;
  readonly ticket_order_id: string;
  readonly ticket_group_id: string;
  readonly code_id: string;
  readonly code_group_id: string;
  readonly code: string;
  readonly normalized: string;
  readonly valid_to: string;
  readonly giftee_identity_id: string | null;
};

/**
 * Inserts a code that can be redeemed once. Undefined if the order's gift exists already or another code has the same
 * characters.
 */
export const insertGift = async (db: Pipeline, seller_id: string, gift: NewGift): Promise<string | undefined> => {
  const { code_id, ticket_order_id, ticket_group_id } = gift;
  const [[inserted]] = await inOneTrip(db, (db) =>
    Promise.all([
      statement<{ code: string }>(
        db,
        `insert into code as n (seller_id, id, code_group_id, code, normalized, valid_to, max_uses, is_gift)
         select $1::uuid, $2::uuid, $3::uuid, $4::text, $5::text, $6::timestamptz, 1, true
         where not exists (select from membership_gift where seller_id = $1 and ticket_order_id = $7::uuid and ticket_group_id = $8::uuid)
         on conflict do nothing returning n.code`,
        [
          seller_id,
          code_id,
          gift.code_group_id,
          gift.code,
          gift.normalized,
          gift.valid_to,
          ticket_order_id,
          ticket_group_id,
        ],
      ),
      // The code's id is new, so this finds none if nothing was inserted.
      statement(
        db,
        `insert into membership_gift (seller_id, id, ticket_order_id, ticket_group_id, code_id, giftee_identity_id)
         select k.seller_id, $3::uuid, $4::uuid, $5::uuid, k.id, $6::uuid from code k where k.seller_id = $1 and k.id = $2::uuid ${withAnswer}`,
        [seller_id, code_id, gift.id, ticket_order_id, ticket_group_id, gift.giftee_identity_id],
      ),
    ]),
  );
  return inserted?.code;
};

export const hasGift = async (
  db: Pipeline,
  seller_id: string,
  { order_id, ticket_group_id }: { readonly order_id: string; readonly ticket_group_id: string },
): Promise<boolean> => {
  const rows = await statement(
    db,
    `select from membership_gift where seller_id = $1 and ticket_order_id = $2 and ticket_group_id = $3`,
    [seller_id, order_id, ticket_group_id],
  );
  return rows.length > 0;
};
