import type { Instant } from "@foyer/contract/basics.ts";
import { isWithinPeriod } from "../dates/period.ts";

export type SaleWindow = { readonly sales_start: Instant | null; readonly sales_end: Instant | null };

/** Is it on sale? The start is inclusive, the end exclusive; null is unlimited. */
export const isOnSale = ({ sales_start, sales_end }: SaleWindow, now: Temporal.Instant): boolean =>
  isWithinPeriod(sales_start, sales_end, now);
