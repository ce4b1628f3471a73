import type { TermRule } from "@foyer/rules/catalog/purchaseTerm.ts";
import type { PartyRule } from "@foyer/rules/membership/party/partyRule.ts";
import { isMembership } from "@foyer/rules/catalog/handlers.ts";
import { handlerList } from "../../../db/handlerList.ts";
import { statement, statementWithFreshPlan, type Pipeline } from "../../../db/statements/statement.ts";

/** A person on a membership, with the value of their place for its term. */
export type PersonOnLevel = {
  readonly membership_id: string;
  readonly ticket_id: string;
  readonly ticket_order_id: string;
  readonly ticket_group_id: string;
  readonly level: string;
  readonly type: string;
  readonly party_role: string;
  readonly identity_id: string | null;
  readonly holder_name: string | null;
  readonly holder_email: string | null;
  readonly valid_from: string;
  readonly valid_to: string | null;
  readonly timezone: string;
  readonly worth: number;
  readonly is_renewed: boolean;
  readonly change_cart_id: string | null;
  readonly first_name: string | null;
  readonly last_name: string | null;
  readonly email: string | null;
  readonly now: string;
};

/** All people on the membership of a card, holder first. */
export const peopleOnLevel = (pipeline: Pipeline, seller_id: string, membership_id: string): Promise<PersonOnLevel[]> =>
  statementWithFreshPlan(
    pipeline,
    `select m.id as membership_id, m.ticket_id, m.ticket_order_id, m.ticket_group_id, m.level_name as level, y.name as type, m.party_role,
       m.identity_id, m.holder_name, m.holder_email, m.valid_from, m.valid_to, e.timezone, m.change_cart_id,
       coalesce(m.worth, t.adjusted_value + t.fee_fixed + t.fee_percent) as worth,
       exists (select from membership n where n.seller_id = $1 and n.renews_id = m.id and n.state = 'active') as is_renewed,
       i.first_name, i.last_name, i.email, app_now() as now
     from membership one
     join membership m on m.seller_id = $1 and m.ticket_order_id = one.ticket_order_id and m.ticket_group_id = one.ticket_group_id
       and m.state = 'active'
     join ticket t on t.seller_id = $1 and t.id = m.ticket_id
     join ticket_type y on y.seller_id = $1 and y.id = m.ticket_type_id
     join event_template e on e.seller_id = $1 and e.id = m.event_template_id
     left join identity i on i.seller_id = $1 and i.id = m.identity_id and i.kind = 'user'
     where one.seller_id = $1 and one.id = $2 and one.state = 'active'
     order by m.party_role <> 'member', i.id is null, y.rank, m.id`,
    [seller_id, membership_id],
  );

export type SoldLevelRow = TermRule & {
  readonly level: string;
  readonly level_name: string;
  readonly event_template_id: string;
  readonly id: string;
  readonly name: string;
  readonly currency_amount: number;
  readonly party_role: PartyRule["party_role"] | null;
  readonly named: PartyRule["named"] | null;
  readonly emailed: PartyRule["emailed"] | null;
  readonly min: number | null;
  readonly max: number | null;
};

/** The places of all levels on sale at a fixed price. */
export const soldLevels = (pipeline: Pipeline, seller_id: string): Promise<SoldLevelRow[]> =>
  statementWithFreshPlan(
    pipeline,
    `select g.id as level, g.name as level_name, g.event_template_id, g.start_policy, g.start_policy_date, g.duration_new,
       y.id, y.name, y.currency_amount, r.party_role, r.named, r.emailed, r.min, r.max
     from ticket_group g
     join event_template e on e.seller_id = $1 and e.id = g.event_template_id and not e.retired
     join ticket_type y on y.seller_id = $1 and y.ticket_group_id = g.id and not y.retired and y.available
       and (y.currency_amount_min is null or y.currency_amount_max is null)
     left join membership_program p on p.seller_id = $1 and p.id = g.membership_program_id
     left join membership_rule r on r.seller_id = $1 and r.ticket_type_id = y.id
     where g.seller_id = $1 and g.handler in ${handlerList(isMembership)} and not g.retired and g.available
       and not coalesce(p.retired, false)
     order by e.rank, g.rank, g.name, g.id, y.rank, y.id limit 2000`,
    [seller_id],
  );

/** Records the cart that pays for a change of level, for all people on the membership. */
export const setChangeCart = async (
  pipeline: Pipeline,
  seller_id: string,
  { membership_ids, cart_id }: { readonly membership_ids: readonly string[]; readonly cart_id: string },
): Promise<void> => {
  await statement(pipeline, `update membership set change_cart_id = $3 where seller_id = $1 and id = any($2::uuid[])`, [
    seller_id,
    membership_ids,
    cart_id,
  ]);
};
