import type { CheckoutContext } from "../context.ts";
import { recordRefund } from "./notifyRefund.ts";
import { reserveRefund, type RefundRow } from "./refunds.sql.ts";

type PartRefunds = {
  readonly parts: readonly { readonly payment_id: string; readonly amount: number }[];
  readonly currency: string;
};

/**
 * Reserves and records refunds that somebody asked for, in the caller's transaction behind the lock of the order. The caller
 * sends them. Undefined: a payment has not so much left, and nothing of it may be kept.
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
