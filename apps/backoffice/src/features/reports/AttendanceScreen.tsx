import { useQuery } from "@tanstack/react-query";
import { Link, useNavigate, useParams, useSearch } from "@tanstack/react-router";
import type { ColumnOf } from "@foyer/contract/office/listShape.ts";
import {
  attendanceGroupings,
  attendanceList,
  downloadAttendance,
  readAttendance,
  type Attendance,
  type AttendanceRow,
} from "@foyer/contract/office/money/attendanceReport.ts";
import { Field } from "@foyer/ui/form/Field.tsx";
import { Select } from "@foyer/ui/form/Select.tsx";
import { useOwnSeller } from "../../shared/queries.ts";
import { downloadFile } from "../../shared/file.ts";
import { formatVisit, todayOf } from "../../shared/format/format.ts";
import { ColumnsMenu } from "../../shared/list/ColumnsMenu.tsx";
import { acceptedOf } from "../../shared/list/listSearch.ts";
import { ListHeadings } from "../../shared/list/ListHeadings.tsx";
import { useListView, type ListView } from "../../shared/list/useListView.ts";
import { LoadState } from "../../shared/LoadState.tsx";
import { OfficePage, Section } from "../../shared/Page.tsx";
import { attendanceAnew, attendanceQuery, type AttendanceChoice, type AttendanceSearch } from "./attendanceQueries.ts";
import { AttendanceGroups, attendanceGroupingNames } from "./AttendanceGroups.tsx";
import { Arrivals } from "./Arrivals.tsx";
import { sortAttendance } from "./sortAttendance.ts";
import { DownloadButtons, DownloadState, useDownloads } from "./Downloads.tsx";
import { comparisonNames, SpanTime } from "./ReportChoices.tsx";
import { spanInWords } from "./reportQueries.ts";
import { Waiting, WorkedOut } from "./ReportScreen.tsx";
import listCss from "../../shared/list/ListTable.module.css";
import figureCss from "../../shared/styles/FigureTable.module.css";
import { DayInput } from "../../shared/fields/DayInput.tsx";
import css from "./AttendanceScreen.module.css";

/** Who came, by session or by the chosen grouping. The span is in the address. */
export function AttendanceScreen() {
  const { slug } = useParams({ from: "/signed-in/$slug/reports/attendance" });
  const { sort, columns, ...search } = useSearch({ from: "/signed-in/$slug/reports/attendance" }) as AttendanceSearch;
  const view = useListView(attendanceList, { sort, columns });
  const { timezone, can } = useOwnSeller(slug);
  const today = todayOf(timezone);
  const spanOf = (days: AttendanceSearch): AttendanceChoice => ({
    ...days,
    from: days.from ?? today,
    to: days.to ?? days.from ?? today,
  });
  const span = spanOf(acceptedOf(readAttendance, search));
  const query = useQuery(attendanceQuery(slug, span));
  const { compare: _compare, ...days } = span;
  const downloads = useDownloads((format) => downloadFile(downloadAttendance, { ...days, format } as never, slug));
  const { data, error } = query;
  return (
    <OfficePage
      title="Attendance"
      lead="By the day of the visit, at the venue."
      actions={<DownloadButtons of={downloads} />}
    >
      <DownloadState of={downloads} />
      <Span {...spanOf(search)} />
      <LoadState query={query} skeleton="control" count={5} />
      {data && !error && "waiting" in data && <Waiting {...data.waiting} />}
      {data && !error && !("waiting" in data) && (
        <>
          <p className={css.quiet}>{spanInWords(data, data.timezone)}</p>
          {data.worked_out_at !== undefined && (
            <WorkedOut at={data.worked_out_at} report={data} onAnew={() => attendanceAnew(slug, span)} />
          )}
          {data.by === "session" ? (
            <SessionTable report={data} slug={slug} mayOpen={can("order.read")} view={view} />
          ) : (
            <AttendanceGroups report={data} slug={slug} mayOpen={can("order.read")} />
          )}
          <Section title="Arrivals by quarter of an hour">
            <Arrivals arrivals={data.arrivals} />
          </Section>
        </>
      )}
    </OfficePage>
  );
}

const groupingOptions = attendanceGroupings.map((value) => ({ value, label: attendanceGroupingNames[value] }));

function Span({ from, to, from_time, to_time, compare, by = "session" }: AttendanceChoice) {
  const navigate = useNavigate({ from: "/$slug/reports/attendance" });
  const change = (to_change: AttendanceSearch): void =>
    void navigate({ search: (old) => ({ ...old, from, to, ...to_change }), replace: true });
  const set = (name: "from" | "to" | "compare") => (event: { readonly target: { readonly value: string } }) =>
    change({ [name]: event.target.value || undefined });
  return (
    <form className={listCss.filters} role="search" aria-label="Days" onSubmit={(event) => event.preventDefault()}>
      <Field label="From">
        <DayInput value={from} onChange={(day) => set("from")({ target: { value: day } })} />
      </Field>
      <SpanTime label="From time" value={from_time} onChange={(value) => change({ from_time: value })} />
      <Field label="To">
        <DayInput value={to} onChange={(day) => set("to")({ target: { value: day } })} />
      </Field>
      <SpanTime label="Until time" value={to_time} onChange={(value) => change({ to_time: value })} />
      <Field label="Rows by">
        <Select
          value={by}
          options={groupingOptions}
          onChange={({ target }) => change({ by: target.value === "session" ? undefined : target.value })}
        />
      </Field>
      <Field label="Compared with">
        <Select value={compare ?? ""} options={comparisonNames} onChange={set("compare")} />
      </Field>
    </form>
  );
}

type Column = ColumnOf<typeof attendanceList>;
type Figures = Partial<Record<Column, number | string | null>>;

/** The figures of a row for the visible columns; empty if it has none. */
function FigureCells({ columns, figures }: { readonly columns: readonly Column[]; readonly figures: Figures }) {
  return columns
    .filter((name) => name !== "session")
    .map((name) => (
      <td key={name} data-number>
        {figures[name]}
      </td>
    ));
}

type TotalRowProps = {
  readonly name: string;
  readonly columns: readonly Column[];
  readonly total: Attendance["total"];
};

function TotalRow({ name, columns, total }: TotalRowProps) {
  return (
    <tr>
      <th scope="row">{name}</th>
      <FigureCells columns={columns} figures={total} />
    </tr>
  );
}

type ReportProps = {
  readonly report: Attendance;
  readonly slug: string;
  /** Whether the reader can see the orders of a session. */
  readonly mayOpen: boolean;
  readonly view: ListView<typeof attendanceList>;
};

function SessionTable({ report: { rows, total, compared, timezone }, slug, mayOpen, view }: ReportProps) {
  const { columns } = view;
  if (rows.length === 0 && !compared)
    return <p className={listCss.empty}>No session takes place in this time, and nobody was scanned.</p>;
  return (
    <div className={listCss.list}>
      <ColumnsMenu view={view} />
      <div
        className={figureCss.frame}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a table wider than a phone is scrolled by keyboard
        tabIndex={0}
        role="region"
        aria-label="Attendance by session"
      >
        <table className={`${figureCss.table} ${css.table}`} aria-label="Attendance by session">
          <thead>
            <tr>
              <ListHeadings view={view} />
            </tr>
          </thead>
          <tbody>
            {sortAttendance(rows, view.sort).map((row) => (
              <Row key={row.session?.id ?? row.day} {...{ row, slug, mayOpen, columns }} />
            ))}
          </tbody>
          <tfoot>
            <TotalRow name="Total" columns={columns} total={total} />
            {compared && <TotalRow name={spanInWords(compared, timezone)} columns={columns} total={compared.total} />}
          </tfoot>
        </table>
      </div>
    </div>
  );
}

type RowProps = Pick<ReportProps, "slug" | "mayOpen"> & {
  readonly row: AttendanceRow;
  readonly columns: readonly Column[];
};

function Row({ row, slug, mayOpen, columns }: RowProps) {
  const { session, day, places, sold, checked_in, not_come, doubles, refused, types } = row;
  return (
    <>
      <tr>
        <th scope="row">
          {session && mayOpen ? (
            <Link to="/$slug/orders" params={{ slug }} search={{ event_session_id: session.id }}>
              {session.event}
            </Link>
          ) : (
            (session?.event ?? "Passes, cards and counted people")
          )}
          <span className={css.quiet}>{session ? formatVisit(session) : day}</span>
        </th>
        <FigureCells
          columns={columns}
          figures={{ places: places ?? "–", sold, checked_in, not_come, doubles, refused }}
        />
      </tr>
      {types.map((type) => (
        <tr key={type.name} className={css.type}>
          <th scope="row">{type.name}</th>
          <FigureCells
            columns={columns}
            figures={{ sold: type.sold, checked_in: type.checked_in, not_come: type.not_come }}
          />
        </tr>
      ))}
    </>
  );
}
