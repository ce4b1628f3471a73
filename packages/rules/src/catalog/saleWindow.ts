import type { Instant } from "@foyer/contract/basics.ts";

export type SaleWindow = { readonly sales_start: Instant | null; readonly sales_end: Instant | null };

/** Is it on sale? The start is inclusive, the end exclusive; null is open. */
export const isOnSale = ({ sales_start, sales_end }: SaleWindow, now: Temporal.Instant): boolean =>
  (sales_start === null || Temporal.Instant.compare(sales_start, now) <= 0) &&
  (sales_end === null || Temporal.Instant.compare(now, sales_end) < 0);
