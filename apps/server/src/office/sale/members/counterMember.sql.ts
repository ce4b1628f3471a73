import type { CardAtCounter } from "@foyer/rules/sale/memberCard.ts";
import { statementWithFreshPlan, type Pipeline } from "../../../db/statements/statement.ts";

export type CounterMemberRow = CardAtCounter & {
  readonly id: string;
  readonly level: string;
  readonly type: string;
  readonly member_number: string;
  readonly holder_name: string | null;
  readonly timezone: string;
  readonly first_name: string | null;
  readonly last_name: string | null;
  readonly email: string | null;
};

/** The memberships that $2 matches: by the number or code of a card, or by a former code. */
const ofNumber = `
  select x.id, false as is_replaced from membership x where x.seller_id = $1 and x.member_number = $2
  union all select x.id, false from membership x where x.seller_id = $1 and x.scan_code = $2
  union all select x.id, false from ticket t join membership x on x.seller_id = $1 and x.ticket_id = t.id
    where t.seller_id = $1 and t.scan_code = $2
  union all select x.id, true from replaced_code r join membership x on x.seller_id = $1 and x.ticket_id = r.ticket_id
    where r.seller_id = $1 and r.code_hash = sha256(convert_to($2, 'UTF8'))`;
const ofId = `select $2::uuid as id, false as is_replaced`;

/**
 * A card with its account. A card without an account uses that of its membership's holder. A renewed card keeps its number,
 * so the current term is preferred, or else the one that ends last.
 */
const cardOf = (found: string): string => `
  select m.id, m.level_name as level, y.name as type, m.member_number, m.holder_name, m.state, m.valid_to, f.is_replaced, e.timezone,
    i.id as identity_id, i.first_name, i.last_name, i.email
  from (${found}) f
  join membership m on m.seller_id = $1 and m.id = f.id
  join ticket_type y on y.seller_id = $1 and y.id = m.ticket_type_id
  join event_template e on e.seller_id = $1 and e.id = m.event_template_id
  left join lateral (select h.identity_id from membership h
    where h.seller_id = $1 and h.ticket_order_id = m.ticket_order_id and h.ticket_group_id = m.ticket_group_id
      and h.state = 'active' and h.identity_id is not null
    order by h.party_role <> 'member', h.id limit 1) h on m.identity_id is null
  left join identity i on i.seller_id = $1 and i.id = coalesce(m.identity_id, h.identity_id) and i.kind = 'user'
  order by f.is_replaced, m.state, (m.valid_from <= app_now() and (m.valid_to is null or m.valid_to > app_now())) desc,
    m.valid_to desc nulls first limit 1`;

const cardOfNumber = cardOf(ofNumber);
const cardOfId = cardOf(ofId);

export const findCardByNumber = async (
  pipeline: Pipeline,
  seller_id: string,
  number: string,
): Promise<CounterMemberRow | undefined> => {
  const [row] = await statementWithFreshPlan<CounterMemberRow>(pipeline, cardOfNumber, [seller_id, number]);
  return row;
};

export const findCardById = async (
  pipeline: Pipeline,
  seller_id: string,
  membership_id: string,
): Promise<CounterMemberRow | undefined> => {
  const [row] = await statementWithFreshPlan<CounterMemberRow>(pipeline, cardOfId, [seller_id, membership_id]);
  return row;
};
