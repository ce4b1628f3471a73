import type { Installment } from "@foyer/rules/checkout/plan/paymentPlan.ts";
import type { CheckoutContext } from "../context.ts";
import type { RefundRow } from "../refund/refundPayment.ts";
import { recordPlanRefunds } from "./recordPlanRefunds.ts";
import { insertPlanChange, readSchedule, replaceSchedule } from "./schedule.sql.ts";

/** The schedule of a partly paid cart, in the order of its dates. */
export const scheduleOfPlan = (ctx: CheckoutContext, cart_id: string): Promise<readonly Installment[]> =>
  readSchedule(ctx, cart_id);

type RecordedChange = Parameters<typeof insertPlanChange>[1] & {
  readonly instalments: readonly Installment[];
  /** The refund of each payment, in minor units. */
  readonly parts: readonly { readonly payment_id: string; readonly amount: number }[];
};

/**
 * Records the new schedule of a changed plan, its refunds and the reason. The caller has locked the cart, and sends the
 * refunds.
 */
export const recordChangedPlan = async (
  ctx: CheckoutContext,
  { instalments, parts, ...change }: RecordedChange,
): Promise<readonly RefundRow[]> => {
  await replaceSchedule(ctx, change.cart_id, instalments);
  const refunds = await recordPlanRefunds(ctx, parts);
  await insertPlanChange(ctx, change);
  return refunds;
};
