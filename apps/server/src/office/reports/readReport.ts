import {
  isByOrder,
  maxShownRows,
  reports,
  type Comparison,
  type Grouping,
  type Report,
  type ReportName,
  type ReportWaiting,
} from "@foyer/contract/office/money/reports.ts";
import {
  addFigures,
  noFigures,
  reportColumns,
  totalOfRows,
  withBalances,
  type Figures,
} from "@foyer/rules/reports/reportFigures.ts";
import {
  comparedTimeSpan,
  isPeriod,
  periodsOf,
  spanProblem,
  timeSpanOf,
  type DaySpan,
  type SentSpan,
  type ReportSpan,
} from "@foyer/rules/reports/reportPeriods.ts";
import { toDecimal } from "@foyer/rules/values/money.ts";
import { Refused } from "../../errors/refused.ts";
import type { StaffContext } from "../../http/staff/staffContext.ts";
import { hasPastToWrite } from "../money/journal.sql.ts";
import { answerOrWait } from "./answerOrWait.ts";
import { figuresOfSpan } from "./figuresOfSpan.ts";
import type { AskedReport } from "./reportRows.ts";
import { labelsOf } from "./rowLabels.ts";

/** The request of the screen or of a download. */
export type ReportSent = SentSpan & {
  readonly by?: Grouping | undefined;
  readonly compare?: Comparison | undefined;
  readonly dated?: "sale" | "visit" | undefined;
};
/** The span of a report. Refuses one that ends before it begins, is too long, or cannot be dated by visit. */
const requireSpan = (
  { seller }: StaffContext,
  name: ReportName,
  { dated, by = reports[name].by[0], ...sent }: ReportSent,
): ReportSpan => {
  const span = timeSpanOf(sent, seller.timezone);
  const readsOrders = isByOrder(name, by);
  if (dated === "visit" && !span.isWholeDays)
    throw new Refused({ code: "bad_field_value", extra: { fields: ["from_time", "to_time", "dated"] } });
  if (dated === "visit" && readsOrders)
    throw new Refused({ code: "bad_field_value", extra: { fields: ["by", "dated"] } });
  const found = spanProblem(span, { by, readsOrders });
  if (found?.problem === "backwards") throw new Refused({ code: "bad_field_value", extra: { fields: ["from", "to"] } });
  if (found)
    throw new Refused({
      code: "validation_failed",
      description:
        by === "day"
          ? `By day, a report covers at most five years: until ${found.to}. Choose months for more.`
          : `Choose fewer days: until ${found.to}.`,
      extra: { fields: ["to"], to: found.to, ...(by === "day" && { by: "month" }) },
    });
  return span;
};

/** The moments of a span as in the reply; null for whole days. */
const momentsOf = ({ first, end, isWholeDays }: ReportSpan): Report["moments"] =>
  isWholeDays ? null : { first: first.toString(), end: end.toString() };

type Line = { readonly key: string; readonly label: string; readonly days: DaySpan | null; readonly values: Figures };

/** One line for each period, in order. */
const periodLines = (
  { name, span, by }: AskedReport,
  figures: ReadonlyMap<string, Figures>,
  opening: number,
): Line[] => {
  if (!isPeriod(by)) return [];
  const report = reportColumns[name];
  const periods = periodsOf(span, by);
  const rows = periods.map(({ key }) => figures.get(key) ?? noFigures(report));
  const values = report.columns.some(({ total }) => total === "first") ? withBalances(report, opening, rows) : rows;
  return periods.map(({ key, from, to }, nth) => ({
    key,
    label: key,
    days: { from, to },
    values: values[nth] ?? noFigures(report),
  }));
};

/** One line for each key with a non-zero figure, largest first. Events are sums of their types. */
const keyedLines = async (
  ctx: StaffContext,
  { name, by }: AskedReport,
  figures: ReadonlyMap<string, Figures>,
  others: ReadonlyMap<string, Figures>,
): Promise<{ readonly lines: Line[]; readonly compared: ReadonlyMap<string, Figures> }> => {
  const report = reportColumns[name];
  const labels = await labelsOf(ctx, by, [...new Set([...figures.keys(), ...others.keys()])]);
  const gathered = (given: ReadonlyMap<string, Figures>): Map<string, Figures> => {
    const sums = new Map<string, Figures>();
    for (const [key, values] of given) {
      const { row } = labels.get(key) ?? { row: key };
      sums.set(row, addFigures(sums.get(row) ?? noFigures(report), values));
    }
    return sums;
  };
  const [own, compared] = [gathered(figures), gathered(others)];
  const names = new Map([...labels.values()].map(({ row, label }) => [row, label]));
  const main = report.columns.findIndex((column) => column.name === report.main);
  const size = (values: Figures): number => Math.abs(values[main] ?? 0);
  const lines = [...new Set([...own.keys(), ...compared.keys()])]
    .map((key) => ({ key, label: names.get(key) ?? key, days: null, values: own.get(key) ?? noFigures(report) }))
    .toSorted((one, other) => size(other.values) - size(one.values) || (one.label < other.label ? -1 : 1));
  return { lines, compared };
};

/** The steps that are done one after the other: the figures, the compared figures, and the names of the rows. */
const stepsOfReport = ({ by, compare }: Pick<ReportSent, "compare"> & { readonly by: Grouping }): number =>
  1 + (compare ? 1 : 0) + (isPeriod(by) ? 0 : 1);

export type WholeReport = Omit<Report, "more">;

const wholeReport = async (
  ctx: StaffContext,
  name: ReportName,
  sent: ReportSent,
  onStep: () => void = () => undefined,
): Promise<WholeReport> => {
  const { seller, db } = ctx;
  const { by = reports[name].by[0], compare, dated = "sale" } = sent;
  const span = requireSpan(ctx, name, sent);
  const asked = { name, span, by, dated } as const;
  const { main } = reportColumns[name];
  // Balances of rows that are not periods exist in parallel, so they are summed.
  const columns = reportColumns[name].columns.map((column) =>
    isPeriod(by) ? column : { ...column, total: "sum" as const },
  );
  const own = await figuresOfSpan(ctx, asked);
  onStep();
  const before = compare && comparedTimeSpan(sent, compare, seller.timezone);
  const other = before && (await figuresOfSpan(ctx, { ...asked, span: before }));
  if (before) onStep();
  const present = presenter([...columns], seller.default_currency_code);
  const rowOf = ({ key, label, days, values }: Line, compared: Figures | undefined): Report["rows"][number] => ({
    key,
    label,
    from: days?.from ?? null,
    to: days?.to ?? null,
    values: present(values),
    compared: other ? present(compared ?? columns.map(() => 0)) : null,
  });
  const { lines, comparedLines, comparedOf } = await linesOf(
    ctx,
    asked,
    own,
    before && other && { span: before, ...other },
  );
  if (!isPeriod(by)) onStep();
  return {
    from: span.from,
    to: span.to,
    moments: momentsOf(span),
    timezone: seller.timezone,
    currency: seller.default_currency_code,
    by,
    dated,
    compared_with: before ? { from: before.from, to: before.to, moments: momentsOf(before) } : null,
    columns: [...columns],
    main,
    rows: lines.map((line, nth) => rowOf(line, comparedOf(line, nth))),
    total: {
      values: present(
        totalOfRows(
          { columns },
          lines.map(({ values }) => values),
        ),
      ),
      compared: other ? present(totalOfRows({ columns }, comparedLines)) : null,
    },
    is_complete: !(await hasPastToWrite(db, seller.id)),
  };
};

type Found = Awaited<ReturnType<typeof figuresOfSpan>>;

/**
 * The lines of a report, and what each is compared with: a period with the one at the same position, other rows with the
 * same key.
 */
const linesOf = async (
  ctx: StaffContext,
  asked: AskedReport,
  own: Found,
  before: (Found & { readonly span: ReportSpan }) | undefined,
): Promise<{
  readonly lines: readonly Line[];
  readonly comparedLines: readonly Figures[];
  readonly comparedOf: (line: Line, nth: number) => Figures | undefined;
}> => {
  if (isPeriod(asked.by)) {
    const lines = periodLines(asked, own.figures, own.opening);
    const compared = before ? periodLines({ ...asked, span: before.span }, before.figures, before.opening) : [];
    const comparedLines = compared.map(({ values }) => values);
    return { lines, comparedLines, comparedOf: (_, nth) => comparedLines[nth] };
  }
  const { lines, compared } = await keyedLines(ctx, asked, own.figures, before?.figures ?? new Map());
  return { lines, comparedLines: [...compared.values()], comparedOf: ({ key }) => compared.get(key) };
};

/** Amounts as decimals, counts as numbers. */
const presenter =
  (columns: Report["columns"], currency: string) =>
  (values: Figures): Report["rows"][number]["values"] =>
    columns.map(({ kind }, index) => {
      const value = values[index] ?? 0;
      return kind === "money" ? toDecimal(value, currency) : value;
    });

/** A report with all of its rows, or its progress. The screen and the files of one choice share one computation. */
export const reportOrWait = (
  ctx: StaffContext,
  name: ReportName,
  sent: ReportSent,
  anew: boolean,
): Promise<WholeReport | ReportWaiting> => {
  const { from, to, from_time = null, to_time = null, by = reports[name].by[0], compare, dated = "sale" } = sent;
  requireSpan(ctx, name, sent);
  // Only some readers see the names of colleagues, so the two kinds of readers do not share a report.
  const choice = [name, from, to, from_time, to_time, by, compare ?? null, dated, ctx.staff.can("audit.read")];
  const asked = { key: [...choice, "all rows"], steps: stepsOfReport({ by, compare }), anew };
  return answerOrWait(ctx, asked, (ctx, onStep) => wholeReport(ctx, name, sent, onStep));
};

/** A report as the screen shows it, or its progress. */
export const readReportOf =
  (name: ReportName) =>
  async (
    ctx: StaffContext,
    { anew, ...sent }: ReportSent & { readonly anew?: "true" | undefined },
  ): Promise<Report | ReportWaiting> => {
    const report = await reportOrWait(ctx, name, sent, anew === "true");
    if ("waiting" in report) return report;
    const { rows } = report;
    return { ...report, rows: rows.slice(0, maxShownRows), more: rows.length > maxShownRows };
  };
