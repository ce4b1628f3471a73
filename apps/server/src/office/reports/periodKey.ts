import type { Grouping } from "@foyer/contract/office/money/reports.ts";

/** The first day of a day's period, in SQL. */
export const periodKey = (by: Grouping, day: string): string =>
  by === "week" || by === "month" ? `date_trunc('${by}', ${day})::date::text` : `(${day})::date::text`;
