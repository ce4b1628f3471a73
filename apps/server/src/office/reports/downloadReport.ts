import type { ReportName, ReportWaiting } from "@foyer/contract/office/money/reports.ts";
import { timeSpanOf, type SentSpan } from "@foyer/rules/reports/reportPeriods.ts";
import { currencyExponent } from "@foyer/rules/values/currency.ts";
import type { StreamedReply } from "../../http/staff/sendFile.ts";
import type { StaffContext } from "../../http/staff/staffContext.ts";
import { download, type Cell } from "../downloads/table.ts";
import { reportOrWait, type ReportSent, type WholeReport } from "./readReport.ts";

type Format = "csv" | "xlsx";

/** A moment by the seller's clock, with its UTC offset, because an hour can occur twice. */
const localTime = (moment: Temporal.Instant, timezone: string): string =>
  moment.toZonedDateTimeISO(timezone).toString({ smallestUnit: "minute", timeZoneName: "never" });

/**
 * For a report that does not begin and end with whole days: the moments of a row. For a period, the part of it within the
 * span.
 */
const momentsOfRow = (
  { from, to }: WholeReport["rows"][number],
  { moments, timezone }: WholeReport,
): readonly string[] => {
  if (moments === null) return [];
  const span = [moments.first, moments.end].map((moment) => Temporal.Instant.from(moment)) as [
    Temporal.Instant,
    Temporal.Instant,
  ];
  const days = from === null || to === null ? undefined : timeSpanOf({ from, to }, timezone);
  const isLater = (one: Temporal.Instant, other: Temporal.Instant): boolean => Temporal.Instant.compare(one, other) > 0;
  const first = days && isLater(days.first, span[0]) ? days.first : span[0];
  const end = days && isLater(span[1], days.end) ? days.end : span[1];
  return [localTime(first, timezone), localTime(end, timezone)];
};

/** One line per row: its days or its name, its figures, and the compared figures. */
const rowsOf = function* (report: WholeReport): Iterable<readonly Cell[]> {
  const { rows, columns, currency, moments } = report;
  const digits = currencyExponent(currency);
  const cellOf = (value: string | number): Cell =>
    typeof value === "number" ? { kind: "number", number: value } : { kind: "amount", amount: value, digits };
  for (const row of rows) {
    const { label, from, to, values, compared } = row;
    yield [
      ...momentsOfRow(row, report).map((text) => ({ kind: "text", text }) as const),
      ...(from === null || to === null || moments !== null
        ? from === null
          ? [{ kind: "text", text: label } as const]
          : []
        : [{ kind: "day", day: from } as const, { kind: "day", day: to } as const]),
      ...values.slice(0, columns.length).map(cellOf),
      ...(compared ?? []).map(cellOf),
    ];
  }
};

const headerOf = ({ rows, columns, by, currency, compared_with, moments }: WholeReport): readonly string[] => {
  const names = columns.map(({ name, kind }) => (kind === "money" ? `${name}_${currency.toLowerCase()}` : name));
  const isByPeriod = by === "day" || by === "week" || by === "month" || rows.some(({ from }) => from !== null);
  return [
    ...(moments === null ? [] : ["from_moment", "until_moment"]),
    ...(isByPeriod ? (moments === null ? ["from", "to"] : []) : [by]),
    ...names,
    ...(compared_with ? names.map((name) => `${name}_compared`) : []),
  ];
};

/** The span as part of a file name: days, or days with times. */
export const nameOfSpan = ({ from, to, from_time, to_time }: SentSpan): string =>
  [from, from_time, to, to_time].flatMap((part) => (part === undefined ? [] : part.replace(":", ""))).join("-");

/**
 * The rows of a report as a file, or the progress of the report. The line of totals is left out, so that a column can be
 * added up.
 */
export const downloadReportOf =
  (name: ReportName) =>
  async (
    ctx: StaffContext,
    { format, ...sent }: ReportSent & { readonly format: Format },
  ): Promise<StreamedReply | ReportWaiting> => {
    const report = await reportOrWait(ctx, name, sent, false);
    if ("waiting" in report) return report;
    return download(
      {
        name: `${name.replace("_", "-")}-${ctx.seller.slug}-${nameOfSpan(sent)}`,
        header: headerOf(report),
        rows: rowsOf(report),
      },
      format,
    );
  };
