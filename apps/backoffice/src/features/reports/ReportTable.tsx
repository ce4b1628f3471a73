import { Link } from "@tanstack/react-router";
import type { Report, ReportName } from "@foyer/contract/office/money/reports.ts";
import type { Permission } from "@foyer/contract/office/staff/permissions.ts";
import { formatMoney } from "../../shared/format/format.ts";
import { groupingNames, rowName } from "./reportQueries.ts";
import { rowTarget } from "./rowTarget.ts";
import figureCss from "../../shared/styles/FigureTable.module.css";
import recordCss from "../../shared/styles/Record.module.css";
import css from "./Report.module.css";

type Value = string | number;
type TableProps = {
  readonly report: Report;
  readonly name: ReportName;
  readonly title: string;
  readonly slug: string;
  /** The reader's permissions: a row links to its underlying records only if the reader can see them. */
  readonly can: (permission: Permission) => boolean;
};

/** '+12 %'; a dash if the value before was zero. */
const changeOf = (value: Value, before: Value): string => {
  const [now, then] = [Number(value), Number(before)];
  if (then === 0) return now === 0 ? "0 %" : "–";
  const percent = Math.round((100 * (now - then)) / Math.abs(then));
  return `${percent > 0 ? "+" : percent < 0 ? "−" : ""}${Math.abs(percent)} %`;
};

/** All figures of the report, with the totals below. */
export function ReportTable({ report, name: reportName, title, slug, can }: TableProps) {
  const { columns, rows, total, by, compared_with } = report;
  return (
    <div
      className={figureCss.frame}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a table wider than a phone is scrolled by keyboard
      tabIndex={0}
      role="region"
      aria-label={`${title}: numbers`}
    >
      <table className={`${figureCss.table} ${css.table}`} aria-label={title}>
        <thead>
          <tr>
            <th scope="col">{groupingNames[by]}</th>
            {columns.map(({ name, label }) => (
              <th key={name} scope="col" data-number>
                {label}
              </th>
            ))}
            {compared_with && (
              <>
                <th scope="col" data-number>
                  Compared
                </th>
                <th scope="col" data-number>
                  Change
                </th>
              </>
            )}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.key}>
              <th scope="row" data-period={row.from !== null || undefined}>
                <RowName {...{ row, report, name: reportName, slug, can }} />
              </th>
              <Cells report={report} values={row.values} compared={row.compared} />
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">Total</th>
            <Cells report={report} values={total.values} compared={total.compared} />
          </tr>
        </tfoot>
      </table>
    </div>
  );
}

type RowNameProps = Omit<TableProps, "title"> & { readonly row: Report["rows"][number] };

function RowName({ row, report, name, slug, can }: RowNameProps) {
  const shown = rowName(row, report.by);
  const target = rowTarget(name, row, report, can);
  if (!target) return shown;
  const { to, id, search } = target;
  return (
    <Link
      className={recordCss.link}
      to={to}
      params={{ slug, ...(id !== undefined && { id }) } as never}
      search={search as never}
    >
      {shown}
    </Link>
  );
}

type CellsProps = {
  readonly report: Report;
  readonly values: readonly Value[];
  readonly compared: readonly Value[] | null;
};

function Cells({ report: { columns, currency, main }, values, compared }: CellsProps) {
  const shown = (value: Value): string =>
    typeof value === "number" ? value.toLocaleString("en-GB") : formatMoney(value, currency);
  const index = columns.findIndex(({ name }) => name === main);
  const [now = 0, before = 0] = [values[index], compared?.[index]];
  return (
    <>
      {columns.map(({ name }, nth) => (
        <td
          key={name}
          data-number
          data-zero={Number(values[nth]) === 0 || undefined}
          data-main={name === main || undefined}
        >
          {shown(values[nth] ?? 0)}
        </td>
      ))}
      {compared && (
        <>
          <td data-number>{shown(before)}</td>
          <td data-number>{changeOf(now, before)}</td>
        </>
      )}
    </>
  );
}
