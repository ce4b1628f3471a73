import type { Configuration } from "@foyer/contract/shop/seller.ts";
import { fromDecimal, type Minor } from "../values/money.ts";

export type RefundLimits = NonNullable<Configuration["refund_limits"]>;
export type CompLimits = NonNullable<Configuration["comp_limits"]>;

/** A limit applies to what one person refunds of an order or in a day. */
export type LimitSpan = "order" | "day";

/**
 * The limit that a refund would exceed, with the amount left; undefined if the refund is allowed. `before` is what the same
 * person has refunded so far.
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

/** Whether giving away this many tickets exceeds the daily limit of a person who has already given away `before` today. */
export const exceedsCompLimit = (
  { day }: CompLimits,
  { before, tickets }: { readonly before: number; readonly tickets: number },
): boolean => before + tickets > day;
