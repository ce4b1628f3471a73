import { Refused } from "../../../errors/refused.ts";
import type { SellerDb } from "../context.ts";
import { insertPaymentRefund, reserveRefund, type RefundRow } from "../refund/refunds.sql.ts";

/** Records the refunds of a plan. The caller has locked its cart, and sends the refunds after the commit. */
export const recordPlanRefunds = async (
  ctx: SellerDb,
  parts: readonly { readonly payment_id: string; readonly amount: number }[],
): Promise<readonly RefundRow[]> => {
  const currency = ctx.seller.default_currency_code;
  const refunds: RefundRow[] = [];
  for (const { payment_id, amount } of parts) {
    if (!(await reserveRefund(ctx, payment_id, { amount })))
      throw new Refused({ code: "payment_in_progress", context: "cart" });
    refunds.push(await insertPaymentRefund(ctx, { payment_id, amount, currency, reason: "requested" }));
  }
  return refunds;
};
