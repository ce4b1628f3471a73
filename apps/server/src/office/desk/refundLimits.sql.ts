import { statement } from "../../db/statements/statement.ts";
import type { StaffContext } from "../../http/staff/staffContext.ts";

/**
 * What the staff member has refunded so far, as decimals in the seller's currency: for one order, and today in the seller's
 * time zone. Read it behind the lock on their roles, so that the second of two concurrent refunds counts the first.
 */
export const givenBackBy = async (
  { db, seller, staff }: StaffContext,
  order_number: number,
): Promise<{ readonly order: string; readonly day: string }> => {
  const [row] = await statement<{ order: string; day: string }>(
    db,
    `select coalesce(sum((e.after ->> 'refund')::numeric) filter (where e.entity_id = $3), 0)::text as order,
       coalesce(sum((e.after ->> 'refund')::numeric) filter (
         where e.at >= date_trunc('day', app_now() at time zone $4) at time zone $4), 0)::text as day
     from audit_entry e
     where e.seller_id = $1 and e.staff_id = $2 and e.entity_kind = 'order'
       and e.action = any(array['order.cancelled', 'order.refunded', 'order.moved'])`,
    [seller.id, staff.id, String(order_number), seller.timezone],
  );
  return row ?? { order: "0", day: "0" };
};
