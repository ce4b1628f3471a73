import { exceededRefundLimit } from "@foyer/rules/aftersale/staffLimits.ts";
import { fromDecimal, toDecimal } from "@foyer/rules/values/money.ts";
import { pause } from "../../db/faultPoints.ts";
import { Refused } from "../../errors/refused.ts";
import { requireStepUp } from "../../http/staff/mountStaff.ts";
import type { StaffContext } from "../../http/staff/staffContext.ts";
import { lockGrants } from "../../modules/staff/grants.ts";
import { givenBackBy } from "./refundLimits.sql.ts";

/**
 * Refuses to refund more than the seller allows staff without `order.refund_any`: per order, and per day. With that
 * permission it needs step-up. Call it in the transaction of the refund, before the audit log entry is written: refunds of
 * other orders wait for the lock and then count this one.
 */
export const requireRefundLimit = async (ctx: StaffContext, order_number: number, refund: string): Promise<void> => {
  const { seller, staff } = ctx;
  const { refund_limits: limits } = seller.configuration;
  const currency = seller.default_currency_code;
  const minor = (text: string): number => fromDecimal(text, currency) ?? 0;
  if (!limits || minor(refund) === 0) return;
  await lockGrants(ctx, staff.id);
  const before = await givenBackBy(ctx, order_number);
  await pause("refund_limit_counted");
  const exceeded = exceededRefundLimit(limits, {
    before: { order: minor(before.order), day: minor(before.day) },
    refund: minor(refund),
    currency,
  });
  if (exceeded === undefined) return;
  if (staff.can("order.refund_any")) return requireStepUp(staff);
  throw new Refused({
    code: "refund_limit",
    context: "order",
    extra: { span: exceeded.span, left: toDecimal(exceeded.left, currency) },
  });
};
