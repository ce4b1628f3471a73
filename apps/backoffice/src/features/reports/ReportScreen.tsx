import { useQuery } from "@tanstack/react-query";
import { useNavigate, useParams, useSearch } from "@tanstack/react-router";
import {
  downloadReport,
  readReport,
  reports,
  type Report,
  type ReportName,
  type ReportWaiting,
} from "@foyer/contract/office/money/reports.ts";
import type { Permission } from "@foyer/contract/office/staff/permissions.ts";
import { Button } from "@foyer/ui/action/Button.tsx";
import { Banner } from "@foyer/ui/feedback/Banner.tsx";
import { Skeleton } from "@foyer/ui/feedback/Skeleton.tsx";
import { acceptedOf } from "../../shared/list/listSearch.ts";
import { useOwnSeller } from "../../shared/queries.ts";
import { CallError } from "../../shared/call.ts";
import { downloadFile } from "../../shared/file.ts";
import { count, formatMoment, formatMoney } from "../../shared/format/format.ts";
import { useAction } from "../../shared/Form.tsx";
import { OfficePage, Section } from "../../shared/Page.tsx";
import { ProgressBar } from "../../shared/ProgressBar.tsx";
import { SavedViews } from "../../shared/list/SavedViews.tsx";
import { DownloadButtons, DownloadState, useDownloads } from "./Downloads.tsx";
import { KeptReportChoices } from "./KeptReportChoices.tsx";
import { Plot } from "./Plot.tsx";
import { ReportChoices } from "./ReportChoices.tsx";
import {
  choiceOf,
  isReportName,
  reportQuery,
  shortRowName,
  spanInWords,
  workOutAnew,
  type ReportSearch,
} from "./reportQueries.ts";
import { ReportTable } from "./ReportTable.tsx";
import listCss from "../../shared/list/ListTable.module.css";
import css from "./Report.module.css";

const route = "/signed-in/$slug/reports/$report" as const;

/** An explanation of each report in a sentence. */
export const reportLeads: Readonly<Record<ReportName, string>> = {
  sales: "Tickets and memberships without tax. Gift cards and donations are not sales.",
  money: "What was paid by card and gift card, and what was refunded, by the day it happened.",
  gift_cards: "What gift cards are worth, and why that changed.",
  tax: "By name and rate, rounded once for each ticket. Receipts and invoices round once for each rate, so the two may differ by a cent.",
  donations: "What was given, on the day of the sale.",
  codes:
    "What was sold with a promo code or a discount, without tax and fees. Codes that applied together are one row.",
  gift_aid:
    "Donations with and without a declaration, as it was at the time of the donation. Older orders have no record of it and count by the purchaser’s current declaration.",
  comps: "What staff gave away, at what it would have cost.",
  overrides: "What staff did beyond the rules, and its effect on sales. The audit log has the reasons.",
  memberships: "Terms that began or ended. A renewal is a new term, and the term before it ends.",
};

/** A report. Its parameters are in the address. */
export function ReportScreen() {
  const { slug, report } = useParams({ from: route });
  return isReportName(report) ? <NamedReport slug={slug} name={report} /> : null;
}

function NamedReport({ slug, name }: { readonly slug: string; readonly name: ReportName }) {
  const search = useSearch({ from: route }) as ReportSearch;
  const { timezone, can } = useOwnSeller(slug);
  const choice = choiceOf(name, acceptedOf(readReport[name], search), timezone);
  const { data, error, isPending, isPlaceholderData, refetch } = useQuery(reportQuery(slug, name, choice));
  const { title } = reports[name];
  const downloads = useDownloads((format) => downloadFile(downloadReport[name], { ...choice, format } as never, slug));
  return (
    <OfficePage title={title} lead={reportLeads[name]} actions={<DownloadButtons of={downloads} />}>
      <DownloadState of={downloads} />
      <ReportChoices name={name} choice={choiceOf(name, search, timezone)} timezone={timezone} />
      <KeptReports {...{ slug, name, search }} />
      {error && <Failure error={error} onRetry={() => void refetch()} />}
      {isPending && <Skeleton shape="control" count={8} />}
      {data && !error && "waiting" in data && <Waiting {...data.waiting} />}
      {data && !error && !("waiting" in data) && (
        <div className={css.report} data-old={isPlaceholderData || undefined} aria-busy={isPlaceholderData}>
          <Figures
            countedBy={reports[name].byVisit ? byVisitOrSale : byEvent}
            report={data}
            onAnew={() => workOutAnew(slug, name, choice)}
            title={title}
            slug={slug}
            name={name}
            can={can}
          />
        </div>
      )}
    </OfficePage>
  );
}

/** A long report is computed in the background, so the reader can leave meanwhile. */
export function Waiting({ steps, steps_done }: ReportWaiting["waiting"]) {
  return (
    <div className={css.waiting} role="status">
      <p>Calculating this report. This takes a while. You can leave the page and come back later.</p>
      <ProgressBar done={steps_done} all={steps} label="Completed steps of the report" />
      <p className={css.head}>
        {steps_done} of {count(steps, "step")} done
      </p>
    </div>
  );
}

type KeptReportsProps = { readonly slug: string; readonly name: ReportName; readonly search: ReportSearch };

/** The report's saved choices under their names. */
function KeptReports({ slug, name, search }: KeptReportsProps) {
  const navigate = useNavigate({ from: "/$slug/reports/$report" });
  return (
    <SavedViews
      slug={slug}
      screen={`report_${name}`}
      filters={search}
      onChoose={(chosen) => void navigate({ search: chosen, replace: true })}
      more={(view, refresh) => <KeptReportChoices key={view.id} slug={slug} view={view} onChange={refresh} />}
    />
  );
}

/** The error of a report. If the span is too long by day, offers to show months. */
function Failure({ error, onRetry }: { readonly error: Error; readonly onRetry: () => void }) {
  const navigate = useNavigate({ from: "/$slug/reports/$report" });
  const offered = error instanceof CallError && error.extra["by"] === "month";
  const action = offered ? (
    <Button onClick={() => void navigate({ search: (old: ReportSearch) => ({ ...old, by: "month" }), replace: true })}>
      Show months
    </Button>
  ) : (
    <Button onClick={onRetry}>Try again</Button>
  );
  const isBackwards = error instanceof CallError && error.code === "bad_field_value" && error.fields.includes("from");
  return (
    <Banner tone="error" action={action}>
      {isBackwards ? "The span ends before it begins, or has a day or a time that does not exist." : error.message}
    </Banner>
  );
}

type DayNames = Readonly<Record<Report["dated"], string>>;
const byVisitOrSale: DayNames = { sale: "by day of sale", visit: "by day of visit" };
const byEvent: DayNames = { sale: "by the day when it happened", visit: "" };

type WorkedOutProps = {
  readonly at: string;
  readonly report: Pick<Report, "timezone">;
  readonly onAnew: () => Promise<void>;
};

/** Says when a report that took long was computed, with a button to compute it again. */
export function WorkedOut({ at, report, onAnew }: WorkedOutProps) {
  const { run, isBusy, failure } = useAction(onAnew);
  return (
    <p className={css.head}>
      Calculated {formatMoment(at, report.timezone)}.{" "}
      <Button kind="text" size="small" busy={isBusy} onClick={() => void run()}>
        Calculate again
      </Button>
      {failure && <span role="alert">{failure.message}</span>}
    </p>
  );
}

type FiguresProps = {
  readonly onAnew: () => Promise<void>;
  readonly countedBy: DayNames;
  readonly report: Report;
  readonly title: string;
  readonly slug: string;
  readonly name: ReportName;
  readonly can: (permission: Permission) => boolean;
};

/** The maximum number of rows that are plotted; bars narrower than a pixel are unreadable. */
const mostPlotted = 400;

function Figures({ report, name: reportName, title, slug, can, countedBy, onAnew }: FiguresProps) {
  const { rows, columns, main, by, dated, compared_with, currency, is_complete, more, worked_out_at } = report;
  const index = columns.findIndex(({ name }) => name === main);
  const column = columns[index];
  const isEmpty =
    report.total.values.every((value) => Number(value) === 0) &&
    rows.every(({ values }) => values.every((value) => Number(value) === 0));
  const valueOf = (values: readonly (string | number)[] | null): number => Number(values?.[index] ?? 0);
  const isOverTime = rows[0] !== undefined && rows[0].from !== null;
  return (
    <>
      <p className={css.head}>
        {spanInWords(report, report.timezone)}, {countedBy[dated]}, {report.timezone}
        {compared_with && `. Compared with ${spanInWords(compared_with, report.timezone)}`}
      </p>
      {worked_out_at !== undefined && <WorkedOut at={worked_out_at} {...{ report, onAnew }} />}
      {!is_complete && (
        <Banner tone="info">Older sales are still being added to the journal. The sums grow until that is done.</Banner>
      )}
      {isEmpty ? (
        <p className={listCss.empty}>There is nothing on these days. Choose other days to see more.</p>
      ) : (
        <>
          {isOverTime && rows.length > 1 && rows.length <= mostPlotted && column && (
            <Section title={`${column.label} by ${by}`}>
              <Plot
                label={`${column.label} by ${by}, ${spanInWords(report, report.timezone)}. The numbers are in the table below.`}
                names={{ value: column.label, compared: "Compared" }}
                points={rows.map((row) => ({
                  name: shortRowName(row, by),
                  value: valueOf(row.values),
                  compared: row.compared && valueOf(row.compared),
                }))}
                format={(value) =>
                  column.kind === "money" ? shortMoney(value, currency) : value.toLocaleString("en-GB")
                }
              />
            </Section>
          )}
          <ReportTable {...{ report, name: reportName, title, slug, can }} />
          {more && <p className={css.head}>Only the largest rows are shown. The downloads have all of them.</p>}
        </>
      )}
    </>
  );
}

const shortMoney = (value: number, currency: string): string =>
  Math.abs(value) < 10_000
    ? formatMoney(String(value), currency).replace(/\.00$/, "")
    : new Intl.NumberFormat("en-GB", {
        style: "currency",
        currency,
        currencyDisplay: "narrowSymbol",
        notation: "compact",
      }).format(value);
