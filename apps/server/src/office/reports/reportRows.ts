import type { Grouping, ReportName } from "@foyer/contract/office/money/reports.ts";
import type { Figures } from "@foyer/rules/reports/reportFigures.ts";
import type { ReportSpan } from "@foyer/rules/reports/reportPeriods.ts";

export type AskedReport = {
  readonly name: ReportName;
  readonly span: ReportSpan;
  readonly by: Grouping;
  readonly dated: "sale" | "visit";
};

/** Figures by key. For balances of periods, the figures are changes, and `opening` is the balance before. */
export type SpanFigures = { readonly figures: ReadonlyMap<string, Figures>; readonly opening: number };

/** A row of figures, as a statement returns it. */
export type KeyedFigures = { readonly key: string; readonly figures: Figures };

export const byKey = (rows: readonly KeyedFigures[]): SpanFigures => ({
  figures: new Map(rows.map(({ key, figures }) => [key, figures])),
  opening: 0,
});
