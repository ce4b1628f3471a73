import type { Membership } from "@foyer/contract/shop/membership.ts";
import { statementWithFreshPlan, type Pipeline } from "../../../db/statements/statement.ts";
import type { presentOrder } from "../../cart/read/readTicketOrder.ts";
import { lockMemberCard } from "../cards/lockMemberCard.sql.ts";

type OrderRow = Parameters<typeof presentOrder>[1];

/** A membership that a user may see: one in their own account, or one on a membership that they hold. */
export type MembershipRow = {
  readonly id: string;
  /** The membership is in the user's own account. */
  readonly own: boolean;
  readonly identity_id: string | null;
  readonly scan_code: string;
  readonly member_number: string;
  readonly role: Membership["role"];
  readonly program: Membership["membership_program"];
  readonly party_role: string;
  readonly level_name: string;
  readonly ticket_group_id: string;
  readonly ticket_type_id: string;
  readonly event_template_id: string;
  readonly ticket_order_id: string;
  readonly ticket_id: string;
  readonly holder_name: string | null;
  readonly holder_email: string | null;
  readonly valid_from: string;
  readonly valid_to: string | null;
  readonly renewed_to: string | null;
  /** A next term exists. */
  readonly is_renewed: boolean;
  readonly timezone: string;
  readonly benefits: Readonly<Record<string, number>>;
  readonly purchase_limit: number;
  readonly physical_card: boolean;
  readonly auto_renewal: string | null;
  /** The next step after the last failed automatic renewal. */
  readonly next_step: string | null;
  readonly now: string;
};

const isHolder = `exists (select from membership h where h.seller_id = $1 and h.ticket_order_id = m.ticket_order_id
  and h.identity_id = $2 and h.state = 'active' and h.party_role = 'member')`;
const isVisible = `(m.identity_id = $2 or $3::boolean and ${isHolder})`;

const selectAll = `
  select m.id, coalesce(m.identity_id = $2, false) as own, m.identity_id, m.scan_code, m.member_number, m.party_role, m.level_name,
    m.ticket_group_id, m.ticket_type_id, m.event_template_id, m.ticket_order_id, m.ticket_id, m.holder_name, m.holder_email,
    m.valid_from, m.valid_to, m.benefits, m.purchase_limit, g.physical_card, e.timezone, a.state as auto_renewal, a.next_step, app_now() as now,
    case when r.id is not null then json_build_object('id', r.id, 'name', r.name, 'rank', r.rank, 'membership_program_id', r.membership_program_id) end as role,
    case when p.id is not null then json_build_object('id', p.id, 'name', p.name, 'rank', p.rank) end as program,
    exists (select from membership n where n.seller_id = $1 and n.renews_id = m.id and n.state = 'active') as is_renewed,
    (with recursive chain as (
       select m.id, m.valid_to
       union all
       select n.id, n.valid_to from chain c
       join membership n on n.seller_id = $1 and n.renews_id = c.id and n.state = 'active' and n.valid_from <= c.valid_to)
     select c.valid_to from chain c order by c.valid_to desc nulls first limit 1) as renewed_to
  from membership m
  join ticket_group g on g.seller_id = m.seller_id and g.id = m.ticket_group_id
  join event_template e on e.seller_id = m.seller_id and e.id = m.event_template_id
  left join membership_role r on r.seller_id = m.seller_id and r.id = m.membership_role_id
  left join membership_program p on p.seller_id = m.seller_id and p.id = m.membership_program_id
  left join auto_renewal a on a.seller_id = m.seller_id and a.membership_id = m.id
  where m.seller_id = $1 and m.state = 'active'`;
const selectVisible = `${selectAll} and ${isVisible}
    and (m.ticket_order_id in (select o.ticket_order_id from membership o where o.seller_id = $1 and o.identity_id = $2))`;

/** The memberships that a member may see; with `full`, also other people's on memberships that they hold. */
export const selectMemberships = (
  db: Pipeline,
  seller_id: string,
  { identity_id, full }: { readonly identity_id: string; readonly full: boolean },
): Promise<MembershipRow[]> => statementWithFreshPlan(db, selectVisible, [seller_id, identity_id, full]);

/** All memberships of orders, in the sequence of the orders. The caller decides who may see what. */
export const selectOrderMemberships = (
  db: Pipeline,
  seller_id: string,
  ticket_order_ids: readonly string[],
): Promise<MembershipRow[]> =>
  statementWithFreshPlan(
    db,
    `${selectAll} and m.ticket_order_id = any($3::uuid[]) and $2::uuid is null order by array_position($3::uuid[], m.ticket_order_id), m.id`,
    [seller_id, null, ticket_order_ids],
  );

/** Undefined if the user may not see it. */
export const lockMembership = async (
  db: Pipeline,
  seller_id: string,
  { identity_id, membership_id }: { readonly identity_id: string; readonly membership_id: string },
): Promise<MembershipRow | undefined> => {
  await lockMemberCard(db, seller_id, membership_id);
  const [row] = await statementWithFreshPlan<MembershipRow>(db, `${selectVisible} and m.id = $4`, [
    seller_id,
    identity_id,
    true,
    membership_id,
  ]);
  return row;
};

export type CardTransfer = {
  /** The user who makes the change and has to hold the membership. */
  readonly changed_by_id: string;
  readonly member_number: string;
  readonly holder_name: string | null;
  readonly holder_email: string | null;
  readonly identity_id: string | null;
  readonly new_number: string;
  readonly new_code: string;
};

/**
 * Changes the person on a card, in this term and in later ones, and returns the tickets of these terms. A term that the
 * card's previous owner bought themselves stays theirs.
 */
export const transferCard = async (db: Pipeline, seller_id: string, transfer: CardTransfer): Promise<string[]> => {
  const terms = await statementWithFreshPlan<{ ticket_id: string }>(
    db,
    `update membership m set holder_name = $3, holder_email = $4, identity_id = $5, member_number = $6, scan_code = $7
     where m.seller_id = $1 and m.member_number = $8 and m.state = 'active' and (m.valid_to is null or m.valid_to > app_now()) and ${isHolder}
     returning m.ticket_id`,
    [
      seller_id,
      transfer.changed_by_id,
      transfer.holder_name,
      transfer.holder_email,
      transfer.identity_id,
      transfer.new_number,
      transfer.new_code,
      transfer.member_number,
    ],
  );
  return terms.map(({ ticket_id }) => ticket_id);
};

/** Those of the orders that the user placed while logged in. */
export const selectOwnOrders = (
  db: Pipeline,
  seller_id: string,
  { identity_id, ids }: { readonly identity_id: string; readonly ids: readonly string[] },
): Promise<OrderRow[]> =>
  statementWithFreshPlan(
    db,
    `select id, order_number, identity_id, cart_id, currency, created_at, total, confirmation_held from ticket_order
     where seller_id = $1 and owner_identity_id = $2 and id = any($3::uuid[])`,
    [seller_id, identity_id, ids],
  );

export const selectCartsOfTickets = async (
  db: Pipeline,
  seller_id: string,
  ids: readonly string[],
): Promise<readonly string[]> => {
  const rows = await statementWithFreshPlan<{ cart_id: string }>(
    db,
    `select distinct cart_id from ticket where seller_id = $1 and id = any($2::uuid[])`,
    [seller_id, ids],
  );
  return rows.map(({ cart_id }) => cart_id);
};
