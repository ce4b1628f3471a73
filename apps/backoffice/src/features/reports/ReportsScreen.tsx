import { Link, useParams } from "@tanstack/react-router";
import { reports } from "@foyer/contract/office/money/reports.ts";
import { useOwnSeller } from "../../shared/queries.ts";
import { OfficePage } from "../../shared/Page.tsx";
import { reportsFor } from "./reportQueries.ts";
import { reportLeads } from "./ReportScreen.tsx";
import recordCss from "../../shared/styles/Record.module.css";
import css from "./Report.module.css";

/** The reports that the reader can see. */
export function ReportsScreen() {
  const { slug } = useParams({ from: "/signed-in/$slug/reports" });
  const { permissions } = useOwnSeller(slug);
  return (
    <OfficePage title="Reports">
      <ul className={css.list}>
        {reportsFor(permissions).map((name) => (
          <li key={name} className={css.item}>
            <Link className={recordCss.link} to="/$slug/reports/$report" params={{ slug, report: name }}>
              {reports[name].title}
            </Link>
            <p className={css.quiet}>{reportLeads[name]}</p>
          </li>
        ))}
        {permissions.includes("report.attendance") && (
          <li className={css.item}>
            <Link className={recordCss.link} to="/$slug/reports/attendance" params={{ slug }}>
              Attendance
            </Link>
            <p className={css.quiet}>Who came, by session and time.</p>
          </li>
        )}
        {permissions.includes("money.read") && (
          <li className={css.item}>
            <Link className={recordCss.link} to="/$slug/money/journal" params={{ slug }}>
              Journal
            </Link>
            <p className={css.quiet}>All movements of money, by day and account.</p>
          </li>
        )}
      </ul>
    </OfficePage>
  );
}
