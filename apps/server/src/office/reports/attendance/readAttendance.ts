import {
  maxAttendanceDays,
  maxGroupedAttendanceDays,
  type Attendance,
  type AttendanceGroup,
  type AttendanceGrouping,
  type AttendanceRow,
  type downloadAttendance,
  type readAttendance,
} from "@foyer/contract/office/money/attendanceReport.ts";
import type { ReportWaiting } from "@foyer/contract/office/money/reports.ts";
import type { StaffReceived } from "@foyer/contract/office/staff/staffEndpoint.ts";
import { isAllDay } from "@foyer/rules/catalog/allDay.ts";
import { addDays } from "@foyer/rules/dates/localTime.ts";
import { attendanceGroups } from "@foyer/rules/reports/attendanceGroups.ts";
import { comparedTimeSpan, timeSpanOf, type ReportSpan } from "@foyer/rules/reports/reportPeriods.ts";
import { Refused } from "../../../errors/refused.ts";
import type { StreamedReply } from "../../../http/staff/sendFile.ts";
import type { StaffContext } from "../../../http/staff/staffContext.ts";
import { download, type Cell } from "../../downloads/table.ts";
import { answerOrWait } from "../answerOrWait.ts";
import { nameOfSpan } from "../downloadReport.ts";
import {
  arrivalsByQuarter,
  attendedSessions,
  scanCounts,
  soldOfSessions,
  type AttendanceSpan,
  type AttendedSessionRow,
  type ScanCountRow,
  type SoldOfTypeRow,
} from "./attendance.sql.ts";

type Sent = StaffReceived<typeof readAttendance>;

const requireSpan = ({ seller }: StaffContext, sent: Omit<Sent, "compare" | "anew">): AttendanceSpan => {
  const span = timeSpanOf(sent, seller.timezone);
  const { from, to } = span;
  if (from > to || Temporal.Instant.compare(span.first, span.end) >= 0)
    throw new Refused({ code: "bad_field_value", extra: { fields: ["from", "to"] } });
  const isBySession = (sent.by ?? "session") === "session";
  const days = isBySession ? maxAttendanceDays : maxGroupedAttendanceDays;
  const last = addDays(from, days - 1);
  if (to > last)
    throw new Refused({
      code: "validation_failed",
      description: `Choose at most ${days} days (until ${last})${isBySession ? ", or rows by day or month" : ""}.`,
      extra: { fields: ["to"], to: last },
    });
  return attendanceSpan(span, sent.event_template_id);
};

const attendanceSpan = (
  { from, to, first, end, isWholeDays }: ReportSpan,
  event_template_id: string | undefined,
): AttendanceSpan => ({
  from,
  to,
  moments: isWholeDays ? null : { first: first.toString(), end: end.toString() },
  event_template_id: event_template_id ?? null,
});

/** How many people came, in the span and in the one that it is compared with; or the progress of the report. */
export const readAttendanceOfDays = (
  ctx: StaffContext,
  { compare, anew, ...sent }: Sent,
): Promise<Attendance | ReportWaiting> => {
  const span = requireSpan(ctx, sent);
  const { from, to, from_time = null, to_time = null, by = "session" } = sent;
  const key = ["attendance", from, to, from_time, to_time, by, span.event_template_id, compare ?? null];
  return answerOrWait<Attendance>(ctx, { key, steps: compare ? 2 : 1, anew: anew === "true" }, async (ctx, onStep) => {
    const own = grouped(await attendanceOfSpan(ctx, span), by);
    onStep();
    if (!compare) return { ...own, compared: null };
    const before = comparedTimeSpan(sent, compare, ctx.seller.timezone);
    const {
      rows: _,
      arrivals: __,
      timezone: ___,
      ...compared
    } = await attendanceOfSpan(ctx, attendanceSpan(before, sent.event_template_id));
    onStep();
    return { ...own, compared };
  });
};

type RowOfEvent = AttendanceRow & { readonly event_id: string | null };
type AttendanceBySession = Omit<Attendance, "compared" | "by" | "groups" | "rows"> & {
  readonly rows: readonly RowOfEvent[];
};

/** The rows of the report: one for each session, or their sums by the chosen grouping. */
const grouped = ({ rows, ...report }: AttendanceBySession, by: AttendanceGrouping): Omit<Attendance, "compared"> =>
  by === "session"
    ? { ...report, by, rows: [...rows], groups: [] }
    : { ...report, by, rows: [], groups: [...attendanceGroups(rows, by, report)] };

/** By session: how many were sold, admitted and refused. */
const attendanceOfSpan = async (ctx: StaffContext, span: AttendanceSpan): Promise<AttendanceBySession> => {
  const { db, seller } = ctx;
  const scans = await scanCounts(db, seller.id, span);
  const scanned = scans.flatMap(({ event_session_id: id }) => (id === null ? [] : [id]));
  const sessions = await attendedSessions(db, seller.id, span, [...new Set(scanned)]);
  const sold = await soldOfSessions(
    db,
    seller.id,
    sessions.map(({ id }) => id),
  );
  const rows = [...sessionRows(sessions, sold, scans), ...rowsWithoutSession(scans)];
  return {
    from: span.from,
    to: span.to,
    moments: span.moments,
    timezone: seller.timezone,
    total: totalOf(rows),
    rows,
    arrivals: await arrivalsByQuarter(db, seller.id, span, seller.timezone),
  };
};

const sum = <Row>(rows: readonly Row[], of: (row: Row) => number): number =>
  rows.reduce((all, row) => all + of(row), 0);

const countsOf = (scans: readonly ScanCountRow[]) => ({
  checked_in: sum(scans, (row) => row.checked_in),
  doubles: sum(scans, (row) => row.doubles),
  refused: sum(scans, (row) => row.refused),
});

const sessionRows = (
  sessions: readonly AttendedSessionRow[],
  sold: readonly SoldOfTypeRow[],
  scans: readonly ScanCountRow[],
): RowOfEvent[] => {
  const soldBySession = Map.groupBy(sold, ({ event_session_id }) => event_session_id);
  const scansBySession = Map.groupBy(scans, ({ event_session_id }) => event_session_id);
  return sessions.map((session) => {
    const { id, event_id, event, start_datetime, timezone, day, capacity, is_over, event_type, names_start } = session;
    const ofSession = soldBySession.get(id) ?? [];
    const scanned = scansBySession.get(id) ?? [];
    const all_day = isAllDay(session, { event_type, names_start: names_start ?? false });
    return {
      session: { id, event, start_datetime, all_day, timezone },
      event_id,
      day,
      places: capacity < 0 ? null : capacity,
      sold: sum(ofSession, (row) => row.sold),
      not_come: is_over ? sum(ofSession, (row) => row.unused) : 0,
      ...countsOf(scanned),
      types: typesOf(ofSession, scanned, is_over),
    };
  });
};

/** The types sold for a session, and those admitted to it with a ticket for another one. */
const typesOf = (
  sold: readonly SoldOfTypeRow[],
  scans: readonly ScanCountRow[],
  is_over: boolean,
): AttendanceRow["types"] => {
  const names = new Set([...sold, ...scans].flatMap(({ type }) => (type === null ? [] : [type])));
  return [...names].toSorted().map((name) => {
    const ofType = sold.filter(({ type }) => type === name);
    return {
      name,
      sold: sum(ofType, (row) => row.sold),
      checked_in: countsOf(scans.filter(({ type }) => type === name)).checked_in,
      not_come: is_over ? sum(ofType, (row) => row.unused) : 0,
    };
  });
};

/** Entries without a session (passes, members' cards and counted people), by day. */
const rowsWithoutSession = (scans: readonly ScanCountRow[]): RowOfEvent[] => {
  const byDay = Map.groupBy(
    scans.filter(({ event_session_id }) => event_session_id === null),
    ({ day }) => day,
  );
  return [...byDay]
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([day, ofDay]) => ({
      session: null,
      event_id: null,
      day,
      places: null,
      sold: 0,
      not_come: 0,
      ...countsOf(ofDay),
      types: typesOf([], ofDay, false),
    }));
};

const totalOf = (rows: readonly AttendanceRow[]) => ({
  sold: sum(rows, (row) => row.sold),
  checked_in: sum(rows, (row) => row.checked_in),
  not_come: sum(rows, (row) => row.not_come),
  doubles: sum(rows, (row) => row.doubles),
  refused: sum(rows, (row) => row.refused),
});

const header = [
  "day",
  "start",
  "event",
  "ticket_type",
  "places",
  "sold",
  "checked_in",
  "not_come",
  "doubles",
  "refused",
];

const text = (value: string): Cell => ({ kind: "text", text: value });
const number = (value: number | null): Cell => (value === null ? text("") : { kind: "number", number: value });

/**
 * One line per session, with an empty type, followed by one per ticket type. Places, doubles and refused are only in the
 * session's line.
 */
const linesOf = ({ session, day, places, types, ...counts }: AttendanceRow): readonly (readonly Cell[])[] => {
  const head = [{ kind: "day", day } as const, text(session?.start_datetime ?? ""), text(session?.event ?? "")];
  const { sold, checked_in, not_come, doubles, refused } = counts;
  return [
    [...head, text(""), ...[places, sold, checked_in, not_come, doubles, refused].map(number)],
    ...types.map((type) => [
      ...head,
      text(type.name),
      ...[null, type.sold, type.checked_in, type.not_come, null, null].map(number),
    ]),
  ];
};

const groupHeader = (by: AttendanceGrouping): readonly string[] => [
  ...(by === "event" ? ["event"] : ["from", "to"]),
  "sessions",
  ...header.slice(header.indexOf("places")),
];

const lineOfGroup = ({ label, from, to, ...counts }: AttendanceGroup): readonly Cell[] => {
  const { sessions, places, sold, checked_in, not_come, doubles, refused } = counts;
  return [
    ...(from === null || to === null ? [text(label)] : [from, to].map((day) => ({ kind: "day", day }) as const)),
    ...[sessions, places, sold, checked_in, not_come, doubles, refused].map(number),
  ];
};

export const downloadAttendanceOfDays = async (
  ctx: StaffContext,
  { format, ...sent }: StaffReceived<typeof downloadAttendance>,
): Promise<StreamedReply | ReportWaiting> => {
  const report = await readAttendanceOfDays(ctx, sent);
  if ("waiting" in report) return report;
  const { rows, groups, by } = report;
  const name = `attendance-${ctx.seller.slug}-${nameOfSpan(sent)}`;
  return download(
    by === "session"
      ? { name, header, rows: rows.flatMap(linesOf) }
      : { name, header: groupHeader(by), rows: groups.map(lineOfGroup) },
    format,
  );
};
