import type { PartyRule } from "@foyer/rules/membership/party/partyRule.ts";
import { statementWithFreshPlan, type Pipeline } from "../../../db/statements/statement.ts";

/** A card that is passed on, and what its level requires of the person. */
export type PassedCardRow = {
  readonly identity_id: string | null;
  readonly member_number: string;
  readonly scan_code: string;
  readonly holder_name: string | null;
  readonly holder_email: string | null;
  readonly level_name: string;
  readonly type_name: string;
  readonly named: PartyRule["named"] | null;
  readonly emailed: PartyRule["emailed"] | null;
  readonly is_in_force: boolean;
};

export const readPassedCard = async (
  pipeline: Pipeline,
  seller_id: string,
  membership_id: string,
): Promise<PassedCardRow | undefined> => {
  const [row] = await statementWithFreshPlan<PassedCardRow>(
    pipeline,
    `select m.identity_id, m.member_number, m.scan_code, m.holder_name, m.holder_email, m.level_name, y.name as type_name,
       r.named, r.emailed, m.state = 'active' and coalesce(m.valid_to > app_now(), true) as is_in_force
     from membership m
     join ticket_type y on y.seller_id = $1 and y.id = m.ticket_type_id
     left join membership_rule r on r.seller_id = $1 and r.ticket_type_id = m.ticket_type_id
     where m.seller_id = $1 and m.id = $2 limit 1`,
    [seller_id, membership_id],
  );
  return row;
};

export type PassedTo = {
  readonly member_number: string;
  readonly identity_id: string | null;
  readonly holder_name: string | null;
  readonly holder_email: string | null;
  readonly new_number: string;
  readonly new_code: string;
};

/** Changes the person on a card in every term that has not ended, and returns these terms. */
export const passTerms = (
  pipeline: Pipeline,
  seller_id: string,
  { member_number, identity_id, holder_name, holder_email, new_number, new_code }: PassedTo,
): Promise<{ readonly id: string; readonly ticket_id: string }[]> =>
  statementWithFreshPlan(
    pipeline,
    `update membership m set holder_name = $3, holder_email = $4, identity_id = $5, member_number = $6, scan_code = $7
     where m.seller_id = $1 and m.member_number = $2 and m.state = 'active' and coalesce(m.valid_to > app_now(), true)
     returning m.id, m.ticket_id`,
    [seller_id, member_number, holder_name, holder_email, identity_id, new_number, new_code],
  );
