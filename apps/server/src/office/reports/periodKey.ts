import type { Grouping } from "@foyer/contract/office/money/reports.ts";
import type { ReportSpan } from "@foyer/rules/reports/reportPeriods.ts";

/** The span of a report, what its rows are of, and the currency of its amounts. */
export type ReportedSpan = ReportSpan & { readonly by: Grouping; readonly currency: string };

/** The moments of a span of entries of the journal, which are found by their days; nulls for whole days. */
export const momentsWithin = ({ first, end, isWholeDays }: ReportSpan): readonly [string | null, string | null] =>
  isWholeDays ? [null, null] : [first.toString(), end.toString()];

/** Entries `e` of the journal between two moments, where these are not null. */
export const isWithin = (first: string, end: string): string =>
  `(${first}::timestamptz is null or e.at >= ${first} and e.at < ${end}::timestamptz)`;

/** The first day of a day's period, in SQL. */
export const periodKey = (by: Grouping, day: string): string =>
  by === "week" || by === "month" ? `date_trunc('${by}', ${day})::date::text` : `(${day})::date::text`;
