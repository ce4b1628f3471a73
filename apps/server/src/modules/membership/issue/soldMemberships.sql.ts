import type { MembershipOrdered } from "@foyer/contract/shop/membershipLevel.ts";
import type { PartyRule } from "@foyer/rules/membership/party/partyRule.ts";
import type { TermRule } from "@foyer/rules/catalog/purchaseTerm.ts";
import { isMembership } from "@foyer/rules/catalog/handlers.ts";
import { handlerList } from "../../../db/handlerList.ts";
import { statementWithFreshPlan, type Pipeline } from "../../../db/statements/statement.ts";

/** A membership ticket of a completed order, with its level and role. */
export type SoldMembership = TermRule & {
  readonly ticket_id: string;
  readonly ticket_type_id: string;
  readonly ticket_group_id: string;
  readonly event_template_id: string;
  readonly admit_name: string | null;
  readonly admit_email: string | null;
  readonly ordered: MembershipOrdered | null;
  readonly level_name: string;
  readonly type_name: string;
  readonly physical_card: boolean;
  readonly gift_code_group_id: string | null;
  readonly timezone: string;
  readonly membership_program_id: string | null;
  readonly membership_role_id: string | null;
  readonly benefits: Readonly<Record<string, number>>;
  readonly purchase_limit: number;
  readonly rule: PartyRule | null;
  readonly now: string;
};

/** In the order of the level's ticket types. */
export const selectSoldMemberships = (db: Pipeline, seller_id: string, order_id: string): Promise<SoldMembership[]> =>
  statementWithFreshPlan(
    db,
    `select t.id as ticket_id, t.ticket_type_id, t.ticket_group_id, t.event_template_id, t.admit_name, t.admit_email,
       t.handler_data as ordered, g.name as level_name, y.name as type_name, g.physical_card, g.gift_code_group_id,
       g.start_policy, g.start_policy_date, g.duration_new, e.timezone, g.membership_program_id, y.membership_role_id,
       coalesce(r.benefits, '{}') as benefits, coalesce(r.member_event_purchase_limit, -1) as purchase_limit,
       case when m.ticket_type_id is not null then json_build_object('party_role', m.party_role, 'named', m.named, 'emailed', m.emailed, 'min', m.min, 'max', m.max) end as rule,
       app_now() as now
     from ticket t
     join ticket_group g on g.seller_id = t.seller_id and g.id = t.ticket_group_id and g.handler in ${handlerList(isMembership)}
     join ticket_type y on y.seller_id = t.seller_id and y.id = t.ticket_type_id
     join event_template e on e.seller_id = t.seller_id and e.id = t.event_template_id
     left join membership_role r on r.seller_id = y.seller_id and r.id = y.membership_role_id
     left join membership_rule m on m.seller_id = y.seller_id and m.ticket_type_id = y.id
     where t.seller_id = $1 and t.ticket_order_id = $2 and t.state in ('booked', 'redeemed')
     order by g.rank, g.id, y.rank, y.name, y.id, t.id`,
    [seller_id, order_id],
  );

/** The buyer, the owner of the cart (`owner_…`) and the recipient of a gift. */
export type OrderParties = {
  readonly order_number: number;
  readonly is_free: boolean;
  readonly owner_id: string;
  readonly owner_is_user: boolean;
  readonly owner_email: string | null;
  readonly first_name: string | null;
  readonly last_name: string | null;
  readonly email: string | null;
  readonly wants_mail: boolean;
  readonly giftee: {
    readonly id: string;
    readonly first_name: string | null;
    readonly last_name: string | null;
    readonly email: string | null;
  } | null;
};

export const selectOrderParties = async (db: Pipeline, seller_id: string, order_id: string): Promise<OrderParties> => {
  const [parties] = await statementWithFreshPlan<OrderParties>(
    db,
    `select o.order_number, o.total = 0 as is_free, w.id as owner_id, w.kind = 'user' as owner_is_user, w.email as owner_email,
       i.first_name, i.last_name, i.email, coalesce(i.meta ->> 'send_email', 'true') <> 'false' as wants_mail,
       case when g.id is not null then json_build_object('id', g.id, 'first_name', g.first_name, 'last_name', g.last_name, 'email', g.email) end as giftee
     from ticket_order o
     join identity w on w.seller_id = o.seller_id and w.id = o.owner_identity_id
     join identity i on i.seller_id = o.seller_id and i.id = o.identity_id
     join cart c on c.seller_id = o.seller_id and c.id = o.cart_id
     left join identity g on g.seller_id = c.seller_id and g.id = c.giftee_identity_id
     where o.seller_id = $1 and o.id = $2`,
    [seller_id, order_id],
  );
  if (!parties) throw new Error("An order has a buyer.");
  return parties;
};
