import { statement, type Pipeline } from "../../../db/statement.ts";

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

/** A code that can be redeemed once; undefined if the order's gift exists already or another code has the same characters. */
export const insertGift = async (db: Pipeline, seller_id: string, gift: NewGift): Promise<string | undefined> => {
  const [inserted] = await statement<{ code: string }>(
    db,
    `with code as (
       insert into code (seller_id, id, code_group_id, code, normalized, valid_to, max_uses, is_gift)
       select $1, $2::uuid, $3::uuid, $4, $5, $6::timestamptz, 1, true
       where not exists (select from membership_gift where seller_id = $1 and ticket_order_id = $8::uuid and ticket_group_id = $9::uuid)
       on conflict do nothing returning id, code),
     gift as (
       insert into membership_gift (seller_id, id, ticket_order_id, ticket_group_id, code_id, giftee_identity_id)
       select $1, $7::uuid, $8::uuid, $9::uuid, code.id, $10::uuid from code)
     select code from code`,
    [
      seller_id,
      gift.code_id,
      gift.code_group_id,
      gift.code,
      gift.normalized,
      gift.valid_to,
      gift.id,
      gift.ticket_order_id,
      gift.ticket_group_id,
      gift.giftee_identity_id,
    ],
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
