import type { Grouping } from "@foyer/contract/office/money/reports.ts";

/** The days of a report, first and last, what its rows are of, and the currency of its amounts. */
export type ReportedSpan = {
  readonly from: string;
  readonly to: string;
  readonly by: Grouping;
  readonly currency: string;
};

/** The first day of a day's period, in SQL. */
export const periodKey = (by: Grouping, day: string): string =>
  by === "week" || by === "month" ? `date_trunc('${by}', ${day})::date::text` : `(${day})::date::text`;
