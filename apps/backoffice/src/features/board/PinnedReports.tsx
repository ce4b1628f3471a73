import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { KeptReport } from "@foyer/contract/office/money/keptReports.ts";
import { reports, type Report } from "@foyer/contract/office/money/reports.ts";
import { formatMoney } from "../../shared/format/format.ts";
import { LoadState } from "../../shared/LoadState.tsx";
import { Section } from "../../shared/Page.tsx";
import { choiceOf, dayInWords, reportQuery } from "../reports/reportQueries.ts";
import { pinnedReportsQuery } from "./boardQueries.ts";
import css from "./PinnedReports.module.css";

type PinnedReportsProps = { readonly slug: string; readonly timezone: string };

/** The reports that the reader has pinned to their board, each with its main figure. */
export function PinnedReports({ slug, timezone }: PinnedReportsProps) {
  const query = useQuery(pinnedReportsQuery(slug));
  const { data } = query;
  if (!data) return <LoadState query={query} sentence="Your reports could not be loaded." />;
  if (data.reports.length === 0) return null;
  return (
    <Section title="Your reports">
      <ul className={css.list}>
        {data.reports.map((kept) => (
          <Pinned key={kept.view_id} kept={kept} slug={slug} timezone={timezone} />
        ))}
      </ul>
    </Section>
  );
}

function Pinned({
  kept: { report, name, filters },
  slug,
  timezone,
}: PinnedReportsProps & { readonly kept: KeptReport }) {
  const { data, error } = useQuery(reportQuery(slug, report, choiceOf(report, filters, timezone)));
  return (
    <li className={css.item}>
      <Link className={css.name} to="/$slug/reports/$report" params={{ slug, report }} search={filters}>
        {name}
      </Link>
      {data && !("waiting" in data) ? (
        <MainFigure report={data} title={reports[report].title} />
      ) : (
        <p className={css.note} role={error ? "alert" : undefined}>
          {error ? error.message : data ? "Calculating" : "Loading"}
        </p>
      )}
    </li>
  );
}

function MainFigure({ report, title }: { readonly report: Report; readonly title: string }) {
  const { columns, main, total, currency, from, to } = report;
  const index = columns.findIndex((column) => column.name === main);
  const column = columns[index];
  const shown = (values: readonly (string | number)[]): string => {
    const value = values[index] ?? 0;
    return column?.kind === "money" ? formatMoney(String(value), currency) : Number(value).toLocaleString("en-GB");
  };
  return (
    <>
      <p className={css.value}>{shown(total.values)}</p>
      <p className={css.note}>
        {title}: {column?.label}, {dayInWords(from)} to {dayInWords(to)}
        {total.compared && `. Compared: ${shown(total.compared)}`}
      </p>
    </>
  );
}
