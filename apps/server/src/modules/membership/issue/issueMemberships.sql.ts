import type { Benefits } from "@foyer/contract/shop/membership.ts";
import { statement, type Pipeline } from "../../../db/statements/statement.ts";

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
  readonly benefits: Benefits;
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

/** Inserted in one statement. A ticket that already has a membership keeps it. */
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
