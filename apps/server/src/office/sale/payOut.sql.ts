import type { CounterGatewayId } from "@foyer/contract/shop/cardGateways.ts";
import { statement, statementWithFreshPlan } from "../../db/statements/statement.ts";
import type { StaffContext } from "../../http/staff/staffContext.ts";

type Desk = Pick<StaffContext, "db" | "seller">;

export type WaitingRefund = {
  readonly id: string;
  readonly payment_id: string;
  readonly amount: number;
  readonly currency: string;
  readonly state: "created" | "pending" | "succeeded" | "failed";
  readonly gateway_id: string;
  readonly order_number: number | null;
  readonly is_paid_out: boolean;
};

/** Reads and locks a refund, so that two tills cannot both pay it out. The facts about its payment do not change. */
export const lockRefund = async ({ db, seller }: Desk, id: string): Promise<WaitingRefund | undefined> => {
  const [locked] = await statement(db, `select id from refund where seller_id = $1 and id = $2 for update`, [
    seller.id,
    id,
  ]);
  if (!locked) return undefined;
  // A separate statement, so that it sees what was written while the lock was awaited.
  const [row] = await statement<WaitingRefund>(
    db,
    `select r.id, r.payment_id, r.amount, r.currency, r.state, p.gateway_id, o.order_number,
       exists (select from till_entry e where e.seller_id = $1 and e.kind = 'refund' and e.cause_id = r.id) as is_paid_out
     from refund r join payment p on p.seller_id = $1 and p.id = r.payment_id
     left join ticket_order o on o.seller_id = $1 and o.id = p.ticket_order_id
     where r.seller_id = $1 and r.id = $2`,
    [seller.id, id],
  );
  return row;
};

export type WaitingPayOutRow = Pick<WaitingRefund, "amount" | "currency" | "order_number"> & {
  readonly refund_id: string;
  readonly gateway_id: CounterGatewayId;
  readonly first_name: string | null;
  readonly last_name: string | null;
  readonly slip: string | null;
  readonly asked_at: string;
};

/** Refunds of counter payments that have not been paid out yet, oldest first. */
export const listWaitingPayOuts = (
  { db, seller }: Desk,
  { limit }: { readonly limit: number },
): Promise<WaitingPayOutRow[]> =>
  statementWithFreshPlan<WaitingPayOutRow>(
    db,
    `select r.id as refund_id, r.amount, r.currency, r.created_at as asked_at, p.gateway_id, o.order_number, i.first_name, i.last_name,
       (select s.slip from till_entry s where s.seller_id = $1 and s.kind = 'sale' and s.cause_id = p.id) as slip
     from refund r
     join payment p on p.seller_id = $1 and p.id = r.payment_id and p.gateway_id in ('cash', 'terminal')
     join cart c on c.seller_id = $1 and c.id = p.cart_id
     left join ticket_order o on o.seller_id = $1 and o.id = p.ticket_order_id
     left join identity i on i.seller_id = $1 and i.id = c.purchaser_identity_id
     where r.seller_id = $1 and r.state in ('created', 'pending')
       and not exists (select from till_entry e where e.seller_id = $1 and e.kind = 'refund' and e.cause_id = r.id)
     order by r.created_at, r.id limit $2`,
    [seller.id, limit],
  );
