import { statement, type Pipeline } from "../../../db/statement.ts";

export type NewMembership = {
  readonly id: string;
  readonly ticket_id: string;
  readonly ticket_order_id: string;
  readonly event_template_id: string;
  readonly ticket_group_id: string;
  readonly ticket_type_id: string;
  readonly membership_program_id: string | null;
  readonly membership_role_id: string | null;
  readonly level_name: string;
  readonly party_role: string;
  readonly benefits: object;
  readonly purchase_limit: number;
  readonly identity_id: string | null;
  readonly holder_name: string | null;
  readonly holder_email: string | null;
  readonly scan_code: string;
  readonly member_number: string;
  readonly valid_from: string;
  readonly valid_to: string | null;
  readonly renews_id: string | null;
};

const columns = `id, ticket_id, ticket_order_id, event_template_id, ticket_group_id, ticket_type_id, membership_program_id,
  membership_role_id, level_name, party_role, benefits, purchase_limit, identity_id, holder_name, holder_email, scan_code,
  member_number, valid_from, valid_to, renews_id`;

/** All of an order in one statement. A ticket that has its membership keeps it. */
export const insertMemberships = async (
  db: Pipeline,
  seller_id: string,
  memberships: readonly NewMembership[],
): Promise<void> => {
  await statement(
    db,
    `insert into membership (seller_id, created_at, ${columns})
     select $1, app_now(), ${columns} from json_populate_recordset(null::membership, $2::json)
     on conflict (seller_id, ticket_id) do nothing`,
    [seller_id, JSON.stringify(memberships)],
  );
};

export type NewGift = {
  readonly id: string;
  readonly ticket_order_id: string;
  readonly ticket_group_id: string;
  readonly code_id: string;
  readonly code_group_id: string;
  readonly code: string;
  readonly folded: string;
  readonly valid_to: string;
  readonly giftee_identity_id: string | null;
};

/** The code of a present, good once; undefined when the order has given it already, or when another has these letters. */
export const insertGift = async (db: Pipeline, seller_id: string, gift: NewGift): Promise<string | undefined> => {
  const [inserted] = await statement<{ code: string }>(
    db,
    `with code as (
       insert into code (seller_id, id, code_group_id, code, folded, valid_to, max_uses, is_gift)
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
      gift.folded,
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
  at: { readonly order_id: string; readonly ticket_group_id: string },
): Promise<boolean> => {
  const rows = await statement(
    db,
    `select from membership_gift where seller_id = $1 and ticket_order_id = $2 and ticket_group_id = $3`,
    [seller_id, at.order_id, at.ticket_group_id],
  );
  return rows.length > 0;
};
