import { Refused } from "../../../errors/refused.ts";
import type { CheckoutContext } from "../context.ts";
import { recordRefund } from "../refund/notifyRefund.ts";
import { reserveRefund, type RefundRow } from "../refund/refunds.sql.ts";

/**
 * Records the refunds of a plan. The caller has locked its cart, and sends the refunds after the commit. A sentence of
 * staff is in the e-mail about the plan and not repeated in theirs.
 */
export const recordPlanRefunds = async (
  ctx: CheckoutContext,
  parts: readonly { readonly payment_id: string; readonly amount: number }[],
): Promise<readonly RefundRow[]> => {
  const currency = ctx.seller.default_currency_code;
  const refunds: RefundRow[] = [];
  for (const { payment_id, amount } of parts) {
    if (!(await reserveRefund(ctx, payment_id, { amount })))
      throw new Refused({ code: "payment_in_progress", context: "cart" });
    const refund = { payment_id, amount, currency, reason: "requested" } as const;
    refunds.push(await recordRefund(ctx, refund, { saysSentence: false }));
  }
  return refunds;
};
