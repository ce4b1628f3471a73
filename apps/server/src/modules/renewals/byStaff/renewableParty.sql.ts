import type { TermRule } from "@foyer/rules/catalog/purchaseTerm.ts";
import { statementWithFreshPlan, type Pipeline } from "../../../db/statements/statement.ts";
import type { PartyRow } from "../renewals.sql.ts";

/** A person on a membership that has no next term, with today's price of their place. */
export type RenewablePersonRow = PartyRow &
  TermRule & {
    readonly identity_id: string | null;
    readonly party_role: string;
    readonly type: string;
    readonly level: string;
    readonly event_template_id: string;
    readonly valid_to: string | null;
    readonly timezone: string;
    readonly first_name: string | null;
    readonly last_name: string | null;
    readonly email: string | null;
    readonly now: string;
  };

/**
 * Everybody on a membership that has no next term yet. The one with the automatic renewal comes first, so that a manual
 * renewal conflicts with that charge.
 */
export const renewableParty = (
  pipeline: Pipeline,
  seller_id: string,
  membership_id: string,
): Promise<RenewablePersonRow[]> =>
  statementWithFreshPlan(
    pipeline,
    `select m.id as membership_id, m.identity_id, m.party_role, m.level_name as level, m.event_template_id, m.valid_to, m.holder_name,
       m.holder_email, m.ticket_type_id, y.name as type, e.timezone, g.start_policy, g.start_policy_date, g.duration_new,
       r.named as names, r.emailed as emails, y.currency_amount, y.fee_fixed_outside, y.fee_percent_outside,
       not (y.retired or g.retired or e.retired or coalesce(p.retired, false)) as is_sold, i.first_name, i.last_name, i.email,
       app_now() as now
     from membership one
     join membership m on m.seller_id = $1 and m.ticket_order_id = one.ticket_order_id and m.ticket_group_id = one.ticket_group_id
       and m.state = 'active'
     join ticket_type y on y.seller_id = $1 and y.id = m.ticket_type_id
     join ticket_group g on g.seller_id = $1 and g.id = m.ticket_group_id
     join event_template e on e.seller_id = $1 and e.id = m.event_template_id
     left join membership_program p on p.seller_id = $1 and p.id = g.membership_program_id
     left join membership_rule r on r.seller_id = $1 and r.ticket_type_id = m.ticket_type_id
     left join identity i on i.seller_id = $1 and i.id = m.identity_id and i.kind = 'user'
     left join auto_renewal a on a.seller_id = $1 and a.membership_id = m.id
     where one.seller_id = $1 and one.id = $2 and one.state = 'active'
       and not exists (select from membership n where n.seller_id = $1 and n.renews_id = m.id and n.state = 'active')
     order by a.membership_id is null, m.party_role <> 'member', y.rank, m.id`,
    [seller_id, membership_id],
  );

/** Whether somebody on a membership is paying for its next term right now, other than by an automatic renewal. */
export const isBeingRenewed = async (
  pipeline: Pipeline,
  seller_id: string,
  membership_id: string,
): Promise<boolean> => {
  const [row] = await statementWithFreshPlan<{ paying: boolean }>(
    pipeline,
    `select exists (select from membership own
       join membership m on m.seller_id = $1 and m.ticket_order_id = own.ticket_order_id and m.ticket_group_id = own.ticket_group_id
       join cart c on c.seller_id = $1 and c.identity_id = m.identity_id and c.state = 'pending' and c.leased_until > app_now()
       join ticket t on t.seller_id = $1 and t.cart_id = c.id and t.handler_data ->> 'renews_id' = m.id::text
       where own.seller_id = $1 and own.id = $2
         and not exists (select from auto_renewal a where a.seller_id = $1 and a.membership_id = m.id and a.cart_id = c.id)) as paying`,
    [seller_id, membership_id],
  );
  return row?.paying ?? false;
};
