import type { Configuration } from "@foyer/contract/shop/seller.ts";
import { fromDecimal, type Minor } from "../values/money.ts";

export type RefundLimits = NonNullable<Configuration["refund_limits"]>;
export type CompLimits = NonNullable<Configuration["comp_limits"]>;

/** A limit counts what somebody gives back of one order, or on one day. */
export type LimitSpan = "order" | "day";

/**
 * The limit that a refund would exceed, with what is left of it; undefined where it may be given. `before` is what the same
 * person gave back so far.
 */
export const exceededRefundLimit = (
  limits: RefundLimits,
  {
    before,
    refund,
    currency,
  }: { readonly before: Readonly<Record<LimitSpan, Minor>>; readonly refund: Minor; readonly currency: string },
): { readonly span: LimitSpan; readonly left: Minor } | undefined => {
  for (const span of ["order", "day"] as const) {
    const limit = limits[span] === undefined ? undefined : (fromDecimal(limits[span], currency) ?? 0);
    if (limit !== undefined && before[span] + refund > limit) return { span, left: Math.max(0, limit - before[span]) };
  }
  return undefined;
};

/** Whether somebody who gave `before` tickets away today may not give so many more. */
export const exceedsCompLimit = (
  { day }: CompLimits,
  { before, tickets }: { readonly before: number; readonly tickets: number },
): boolean => before + tickets > day;
