import { statementWithFreshPlan, type Pipeline } from "../../../db/statements/statement.ts";

/** A refund that its provider refused, and whose money staff have not sent in another way. */
export type FailedRefund = {
  readonly id: string;
  readonly payment_id: string;
  readonly amount: number;
  readonly currency: string;
  readonly reason: "requested" | "change";
  readonly order_change_id: string | null;
};

/** A failed refund of the order. The caller has locked the order. */
export const failedRefundOf = async (
  pipeline: Pipeline,
  seller_id: string,
  { order_id, refund_id }: { readonly order_id: string; readonly refund_id: string },
): Promise<FailedRefund | undefined> => {
  const [row] = await statementWithFreshPlan<FailedRefund>(
    pipeline,
    `select r.id, r.payment_id, r.amount, r.currency, r.reason, r.order_change_id
     from refund r join payment p on p.seller_id = $1 and p.id = r.payment_id
     where r.seller_id = $1 and r.id = $3 and p.ticket_order_id = $2 and r.state = 'failed'
       and r.reason in ('requested', 'change') and r.replaced_by is null and r.gift_card_account_id is null and r.repaid_elsewhere is null`,
    [seller_id, order_id, refund_id],
  );
  return row;
};

/** Records what replaced a failed refund. Returns false if its money was sent in another way in the meantime. */
export const replaceFailedRefund = async (
  pipeline: Pipeline,
  seller_id: string,
  id: string,
  by: { readonly refund_id: string } | { readonly gift_card_account_id: string },
): Promise<boolean> => {
  const [refund_id, card] = "refund_id" in by ? [by.refund_id, null] : [null, by.gift_card_account_id];
  const rows = await statementWithFreshPlan<{ id: string }>(
    pipeline,
    `update refund set replaced_by = $3, gift_card_account_id = $4, updated_at = app_now()
     where seller_id = $1 and id = $2 and state = 'failed' and replaced_by is null and gift_card_account_id is null
       and repaid_elsewhere is null returning id`,
    [seller_id, id, refund_id, card],
  );
  return rows.length > 0;
};
