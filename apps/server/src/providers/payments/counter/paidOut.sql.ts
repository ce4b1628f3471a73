import type { Database } from "../../../db/connections.ts";
import { statement } from "../../../db/statements/statement.ts";

export type PaidOutRefund = {
  readonly id: string;
  readonly amount: number;
  readonly currency: string;
  readonly at: string;
};

/** Refunds of a payment that were paid out at a till. */
export const listPaidOut = (db: Database, seller_id: string, payment_id: string): Promise<PaidOutRefund[]> =>
  statement<PaidOutRefund>(
    db,
    `select r.id, r.amount, r.currency, e.at from refund r
     join till_entry e on e.seller_id = $1 and e.kind = 'refund' and e.cause_id = r.id
     where r.seller_id = $1 and r.payment_id = $2`,
    [seller_id, payment_id],
  );
