import type { Grouping } from "@foyer/contract/office/money/reports.ts";
import type { ReportSpan } from "@foyer/rules/reports/reportPeriods.ts";

/** The span of a report, its grouping, and the currency of its amounts. */
export type ReportedSpan = ReportSpan & { readonly by: Grouping; readonly currency: string };

/** The moments that limit a span of journal entries, in addition to their days; null for whole days. */
export const momentsWithin = ({ first, end, isWholeDays }: ReportSpan): readonly [string | null, string | null] =>
  isWholeDays ? [null, null] : [first.toString(), end.toString()];

/** Whether an entry `e` of the journal is between two moments, if these are not null. */
export const isWithin = (first: string, end: string): string =>
  `(${first}::timestamptz is null or e.at >= ${first} and e.at < ${end}::timestamptz)`;

/** The first day of the period that contains a day, in SQL. */
export const periodKey = (by: Grouping, day: string): string =>
  by === "week" || by === "month" ? `date_trunc('${by}', ${day})::date::text` : `(${day})::date::text`;
