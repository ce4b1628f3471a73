import type { Report, ReportName } from "@foyer/contract/office/money/reports.ts";
import { currencyExponent } from "@foyer/rules/values/currency.ts";
import type { StreamedReply } from "../../http/staff/mountStaff.ts";
import type { StaffContext } from "../../http/staff/staffContext.ts";
import { download, type Cell } from "../downloads/table.ts";
import { wholeReport, type ReportSent } from "./readReport.ts";

type Format = "csv" | "xlsx";

/** One line for each row: its days or its name, its numbers, and those it is compared with. */
const rowsOf = function* ({ rows, columns, currency }: Omit<Report, "more">): Iterable<readonly Cell[]> {
  const digits = currencyExponent(currency);
  const cellOf = (value: string | number): Cell =>
    typeof value === "number" ? { kind: "number", number: value } : { kind: "amount", amount: value, digits };
  for (const { label, from, to, values, compared } of rows)
    yield [
      ...(from === null || to === null
        ? [{ kind: "text", text: label } as const]
        : [{ kind: "day", day: from } as const, { kind: "day", day: to } as const]),
      ...values.slice(0, columns.length).map(cellOf),
      ...(compared ?? []).map(cellOf),
    ];
};

const headerOf = ({ rows, columns, by, currency, compared_with }: Omit<Report, "more">): readonly string[] => {
  const names = columns.map(({ name, kind }) => (kind === "money" ? `${name}_${currency.toLowerCase()}` : name));
  const isByPeriod = by === "day" || by === "week" || by === "month" || rows.some(({ from }) => from !== null);
  return [
    ...(isByPeriod ? ["from", "to"] : [by]),
    ...names,
    ...(compared_with ? names.map((name) => `${name}_compared`) : []),
  ];
};

/** The rows of a report as a file; the line of totals is left out, so that a column can be added up. */
export const downloadReportOf =
  (name: ReportName) =>
  async (ctx: StaffContext, { format, ...sent }: ReportSent & { readonly format: Format }): Promise<StreamedReply> => {
    const report = await wholeReport(ctx, name, sent);
    return download(
      {
        name: `${name.replace("_", "-")}-${ctx.seller.slug}-${report.from}-${report.to}`,
        header: headerOf(report),
        rows: rowsOf(report),
      },
      format,
    );
  };
