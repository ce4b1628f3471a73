import type { PartyRule } from "@foyer/rules/membership/party/partyRule.ts";
import type { PlasticCardState } from "@foyer/contract/office/members/plasticCards.ts";
import { statementWithFreshPlan, type Pipeline } from "../../db/statements/statement.ts";

/** The person on a card, looked up by any of its terms. */
export type PersonRow = {
  readonly id: string;
  readonly identity_id: string | null;
  readonly member_number: string;
  readonly holder_name: string | null;
  readonly holder_email: string | null;
  readonly first_name: string | null;
  readonly last_name: string | null;
  readonly email: string | null;
  readonly phone: string | null;
  readonly is_user: boolean | null;
  readonly address: readonly (string | null)[] | null;
};

/** The lines of an identity's address. */
export const addressLinesOf = (i: string) =>
  `array[${i}.address, ${i}.address_more, nullif(concat_ws(' ', ${i}.zip_code, ${i}.city), ''), ${i}.state, ${i}.region, ${i}.country]`;

/** Telephone and address are those of the account, or of the order's purchaser if that is the same person. */
export const findCardPerson = async (
  pipeline: Pipeline,
  seller_id: string,
  membership_id: string,
): Promise<PersonRow | undefined> => {
  const [row] = await statementWithFreshPlan<PersonRow>(
    pipeline,
    `select m.id, m.identity_id, m.member_number, m.holder_name, m.holder_email, i.first_name, i.last_name, i.email,
       coalesce(i.phone, b.phone) as phone, i.kind = 'user' as is_user,
       case when i.address is not null or b.id is null then ${addressLinesOf("i")} else ${addressLinesOf("b")} end as address
     from membership m
     left join identity i on i.seller_id = $1 and i.id = m.identity_id
     left join ticket_order o on o.seller_id = $1 and o.id = m.ticket_order_id
     left join identity b on b.seller_id = $1 and b.id = o.identity_id and lower(b.email) = lower(coalesce(m.holder_email, i.email))
     where m.seller_id = $1 and m.id = $2`,
    [seller_id, membership_id],
  );
  return row;
};

/** The cards of a person: those in the same account or, without an account, the terms with the same number. */
const ofPerson = `m.seller_id = $1 and (m.identity_id = $2 or $2::uuid is null and m.member_number = $3)`;

export type PersonKey = Pick<PersonRow, "identity_id" | "member_number">;

export type TermRow = {
  readonly id: string;
  readonly level: string;
  readonly type: string;
  readonly member_number: string;
  readonly valid_from: string;
  readonly valid_to: string | null;
  readonly timezone: string;
  readonly state: "active" | "ended" | "cancelled";
  readonly is_renewed: boolean;
  readonly is_given: boolean;
  readonly physical_card: boolean;
  readonly named: PartyRule["named"] | null;
  readonly emailed: PartyRule["emailed"] | null;
  readonly benefits: Readonly<Record<string, number>>;
  readonly purchase_limit: number;
  readonly ticket_order_id: string;
  readonly ticket_group_id: string;
  readonly order_number: number;
  readonly has_renewal: boolean;
  /** For a level with a physical card. */
  readonly card: PlasticCardState;
};

/** The state of a membership. */
export const membershipState = (m: string) =>
  `case when ${m}.state = 'cancelled' then 'cancelled' when ${m}.valid_to <= app_now() then 'ended' else 'active' end as state`;

export const termsOfPerson = (
  pipeline: Pipeline,
  seller_id: string,
  { identity_id, member_number }: PersonKey,
  limit: number,
): Promise<TermRow[]> =>
  statementWithFreshPlan(
    pipeline,
    `select m.id, m.level_name as level, y.name as type, m.member_number, m.valid_from, m.valid_to, e.timezone, ${membershipState("m")},
       exists (select from membership n where n.seller_id = $1 and n.renews_id = m.id and n.state = 'active') as is_renewed,
       c.ticket_order_id is not null as is_given, g.physical_card, r.named, r.emailed, m.benefits, m.purchase_limit, m.ticket_order_id,
       m.ticket_group_id, o.order_number, a.membership_id is not null as has_renewal, coalesce(k.state, 'to_make') as card
     from membership m
     join ticket_type y on y.seller_id = $1 and y.id = m.ticket_type_id
     join ticket_group g on g.seller_id = $1 and g.id = m.ticket_group_id
     join event_template e on e.seller_id = $1 and e.id = m.event_template_id
     join ticket_order o on o.seller_id = $1 and o.id = m.ticket_order_id
     left join membership_rule r on r.seller_id = $1 and r.ticket_type_id = m.ticket_type_id
     left join comp_order c on c.seller_id = $1 and c.ticket_order_id = m.ticket_order_id
     left join auto_renewal a on a.seller_id = $1 and a.membership_id = m.id
     left join plastic_card k on k.seller_id = $1 and k.member_number = m.member_number
     where ${ofPerson} order by m.state, m.valid_from desc, m.id limit $4`,
    [seller_id, identity_id, member_number, limit],
  );

/**
 * A hash that differs as soon as anything differs that a change of a person's memberships depends on. What the renewal job
 * announces and tries is no such thing: staff who are writing meanwhile keep their work.
 */
export const memberVersion = async (
  pipeline: Pipeline,
  seller_id: string,
  { identity_id, member_number }: PersonKey,
): Promise<string> => {
  const [row] = await statementWithFreshPlan<{ version: string | null }>(
    pipeline,
    `select md5(string_agg(concat_ws(',', m.id, m.state, m.valid_to, m.member_number, m.holder_name, m.holder_email,
       i.phone, i.country, i.state, i.region, i.zip_code, i.city, i.address, i.address_more,
       a.state, a.capture_started_at,
       (select count(*) from order_change c where c.seller_id = $1 and c.ticket_order_id = m.ticket_order_id)), ';' order by m.id)) as version
     from membership m left join auto_renewal a on a.seller_id = $1 and a.membership_id = m.id
     left join identity i on i.seller_id = $1 and i.id = m.identity_id
     where ${ofPerson}`,
    [seller_id, identity_id, member_number],
  );
  return row?.version ?? "";
};
