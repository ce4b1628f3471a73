import type { CheckoutContext } from "../context.ts";
import { recordRefund } from "./notifyRefund.ts";
import { reserveRefund, type RefundRow } from "./refunds.sql.ts";

type PartRefunds = {
  readonly parts: readonly { readonly payment_id: string; readonly amount: number }[];
  readonly currency: string;
};

/**
 * Reserves and records requested refunds, in the caller's transaction under the lock of the order. The caller sends them.
 * Undefined if a payment has less than its amount left; the caller then has to roll back.
 */
export const reservePartRefunds = async (
  ctx: CheckoutContext,
  { parts, currency }: PartRefunds,
): Promise<RefundRow[] | undefined> => {
  const refunds: RefundRow[] = [];
  for (const { payment_id, amount } of parts) {
    if (!(await reserveRefund(ctx, payment_id, { amount }))) return undefined;
    refunds.push(await recordRefund(ctx, { payment_id, amount, currency, reason: "requested" }));
  }
  return refunds;
};
