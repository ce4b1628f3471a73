import type { CounterLink } from "@foyer/contract/office/money/counterLinks.ts";
import { statement, statementWithFreshPlan } from "../../../db/statements/statement.ts";
import type { StaffContext } from "../../../http/staff/staffContext.ts";

type Desk = Pick<StaffContext, "db" | "seller">;

export type LinkRow = {
  readonly cart_id: string;
  readonly sale_id: string;
  readonly staff_id: string;
  readonly total: number;
  readonly made_at: string;
  readonly expires_at: string;
  readonly state: CounterLink["state"];
  readonly order_number: number | null;
  /** 0 for a link that has ended. */
  readonly tickets: number;
};

/** A cart that is being paid for keeps its state until the payment has ended. */
const links = `
  select c.id as cart_id, c.counter_link_id as sale_id, c.counter_staff_id as staff_id, c.counter_total as total, c.created_at as made_at,
    c.expires_at, o.order_number,
    (select count(*) from ticket t where t.seller_id = $1 and t.cart_id = c.id)::int as tickets,
    case when o.id is not null then 'paid'
      when c.state = 'pending' and (c.part_paid or c.leased_until > app_now()) then 'paying'
      when c.state = 'pending' and c.expires_at > app_now() then 'open' else 'ended' end as state
  from cart c left join ticket_order o on o.seller_id = $1 and o.cart_id = c.id`;

export const linkOfSale = async ({ db, seller }: Desk, sale_id: string): Promise<LinkRow | undefined> => {
  const [row] = await statement<LinkRow>(db, `${links} where c.seller_id = $1 and c.counter_link_id = $2`, [
    seller.id,
    sale_id,
  ]);
  return row;
};

/** The maximum number of links shown. */
const mostLinks = 50;

export const linksOfStaff = ({ db, seller, staff }: Desk & Pick<StaffContext, "staff">): Promise<LinkRow[]> =>
  statementWithFreshPlan(
    db,
    `${links} where c.seller_id = $1 and c.counter_staff_id = $2 and c.created_at > app_now() - interval '12 hours'
     order by c.created_at desc, c.id limit ${mostLinks}`,
    [seller.id, staff.id],
  );

export type NewLink = {
  readonly cart_id: string;
  readonly sale_id: string;
  readonly total: number;
  readonly minutes: number;
};

/** Marks a cart as paid by its link, and sets the end of its hold. The caller has locked it. */
export const insertLink = async (
  { db, seller, staff }: Desk & Pick<StaffContext, "staff">,
  { cart_id, sale_id, total, minutes }: NewLink,
): Promise<void> => {
  await statement(
    db,
    `update cart set version = version + 1, counter_link_id = $3, counter_staff_id = $4, counter_total = $5,
       expires_at = app_now() + make_interval(mins => $6::int),
       max_hold_until = greatest(max_hold_until, app_now() + make_interval(mins => $6::int))
     where seller_id = $1 and id = $2 and state = 'pending'`,
    [seller.id, cart_id, sale_id, staff.id, total, minutes],
  );
};
