import { Link } from "@tanstack/react-router";
import type { Attendance, AttendanceGroup, AttendanceGrouping } from "@foyer/contract/office/money/attendanceReport.ts";
import { rowName, spanInWords } from "./reportQueries.ts";
import figureCss from "../../shared/styles/FigureTable.module.css";
import css from "./AttendanceScreen.module.css";

const columns = [
  ["sessions", "Sessions"],
  ["places", "Places"],
  ["sold", "Sold"],
  ["checked_in", "Checked in"],
  ["not_come", "Not arrived"],
  ["doubles", "Duplicates"],
  ["refused", "Refused"],
] as const;

export const attendanceGroupingNames = {
  session: "Session",
  day: "Day",
  week: "Week",
  month: "Month",
  event: "Event",
} as const satisfies Readonly<Record<AttendanceGrouping, string>>;

type Props = {
  readonly report: Attendance;
  readonly slug: string;
  /** Whether the reader may see the orders of a row. */
  readonly mayOpen: boolean;
};

/** Who came, by period or by event. */
export function AttendanceGroups({ report, slug, mayOpen }: Props) {
  const { groups, total, compared, timezone } = report;
  const label = `Attendance by ${attendanceGroupingNames[report.by].toLowerCase()}`;
  return (
    <div
      className={figureCss.frame}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a table wider than a phone is scrolled by keyboard
      tabIndex={0}
      role="region"
      aria-label={label}
    >
      <table className={`${figureCss.table} ${css.table}`} aria-label={label}>
        <thead>
          <tr>
            <th scope="col">{attendanceGroupingNames[report.by]}</th>
            {columns.map(([name, heading]) => (
              <th key={name} scope="col" data-number>
                {heading}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {groups.map((group) => (
            <tr key={group.key}>
              <th scope="row">
                <GroupName {...{ group, report, slug, mayOpen }} />
              </th>
              <Figures of={{ ...group, places: group.places ?? "–" }} />
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">Total</th>
            <Figures of={{ ...total, sessions: sessionsOf(groups) }} />
          </tr>
          {compared && (
            <tr>
              <th scope="row">{spanInWords(compared, timezone)}</th>
              <Figures of={compared.total} />
            </tr>
          )}
        </tfoot>
      </table>
    </div>
  );
}

const sessionsOf = (groups: Attendance["groups"]): number => groups.reduce((sum, { sessions }) => sum + sessions, 0);

type FiguresOfRow = Partial<Record<(typeof columns)[number][0], number | string>>;

function Figures({ of }: { readonly of: FiguresOfRow }) {
  return columns.map(([name]) => (
    <td key={name} data-number>
      {of[name]?.toLocaleString("en-GB")}
    </td>
  ));
}

/** Links a period or an event to the orders for its visits. A report between moments has no links: lists use whole days. */
function GroupName({ group, report, slug, mayOpen }: Props & { readonly group: AttendanceGroup }) {
  const { key, label, from, to } = group;
  const name =
    from === null
      ? label || "Passes, cards and counted people"
      : rowName({ ...group, values: [], compared: null }, report.by);
  if (!mayOpen || report.moments !== null || (from === null && key === "")) return name;
  const days = { visit_from: from ?? report.from, visit_to: to ?? report.to };
  return (
    <Link
      to="/$slug/orders"
      params={{ slug }}
      search={{ ...days, ...(from === null && { event_template_id: key }) } as never}
    >
      {name}
    </Link>
  );
}
