import * as z from "zod/mini";
import { Day, Id, Instant } from "../../basics.ts";
import type { ListShape } from "../listShape.ts";
import { staffEndpoint } from "../staff/staffEndpoint.ts";
import { comparisons, ReportMoments, ReportWaiting, spanQuery } from "./reports.ts";

/** What a row of an attendance report stands for. Rows by session also have the ticket types. */
export const attendanceGroupings = ["session", "day", "week", "month", "event"] as const;
export type AttendanceGrouping = (typeof attendanceGroupings)[number];

/** The longest spans of an attendance report: by session, and by any other grouping. */
export const maxAttendanceDays = 92;
export const maxGroupedAttendanceDays = 366;

const span = z.strictObject({
  ...spanQuery,
  event_template_id: z.optional(Id),
  by: z.optional(z.enum(attendanceGroupings)),
});

const counts = {
  sold: z.int(),
  /** People who entered for the first time. */
  checked_in: z.int(),
  /** Sold tickets that nobody used, for sessions that are over; 0 until then. */
  not_come: z.int(),
};

export const AttendanceRow = z.object({
  /** Null for passes, members' cards and people counted without codes. */
  session: z.nullable(
    z.object({ id: Id, event: z.string(), start_datetime: Instant, all_day: z.boolean(), timezone: z.string() }),
  ),
  day: Day,
  /** Null without a limit. */
  places: z.nullable(z.int()),
  ...counts,
  /** Repeated entries with a ticket whose holder is already inside. */
  doubles: z.int(),
  refused: z.int(),
  types: z.array(z.object({ name: z.string(), ...counts })),
});
export type AttendanceRow = z.infer<typeof AttendanceRow>;

/** The sessions of a period or of an event, with the people who came without a session. */
export const AttendanceGroup = z.object({
  /** The first day of a period, or the id of an event; '' for people without a session. */
  key: z.string(),
  label: z.string(),
  /** The days of a period, both included, within the span; null for events. */
  from: z.nullable(Day),
  to: z.nullable(Day),
  sessions: z.int(),
  /** Null if a session has no limit. */
  places: z.nullable(z.int()),
  ...counts,
  doubles: z.int(),
  refused: z.int(),
});
export type AttendanceGroup = z.infer<typeof AttendanceGroup>;

/** The report is read as a whole, so the page sorts it. */
export const attendanceList = {
  name: "session",
  columns: {
    session: { label: "Session" },
    places: { label: "Places", isNumber: true },
    sold: { label: "Sold", isNumber: true },
    checked_in: { label: "Checked in", isNumber: true },
    not_come: { label: "Not arrived", isNumber: true },
    doubles: { label: "Duplicates", isNumber: true },
    refused: { label: "Refused", isNumber: true },
  },
  sorts: {
    session: "ascending",
    sold: "descending",
    checked_in: "descending",
    not_come: "descending",
    doubles: "descending",
    refused: "descending",
  },
  usual: "session",
} as const satisfies ListShape;

const AttendanceTotal = z.object({ ...counts, doubles: z.int(), refused: z.int() });

/** The span of an attendance report; `moments` is set if it does not begin and end with whole days. */
const AttendanceDays = z.object({ from: Day, to: Day, moments: z.nullable(ReportMoments), total: AttendanceTotal });

export const Attendance = z.object({
  ...AttendanceDays.shape,
  timezone: z.string(),
  /** The same for the preceding span of equal length, or for a year earlier; null without a comparison. */
  compared: z.nullable(AttendanceDays),
  by: z.enum(attendanceGroupings),
  /** The rows by session; empty for other groupings. */
  rows: z.array(AttendanceRow),
  /** The rows of all other groupings; empty by session. */
  groups: z.array(AttendanceGroup),
  /** First entries by quarter of an hour of the venue's day, such as '10:15'. */
  arrivals: z.array(z.object({ time: z.string(), people: z.int() })),
  /** When the report was computed, if it was computed for an earlier request. */
  worked_out_at: z.optional(Instant),
});
export type Attendance = z.infer<typeof Attendance>;

/**
 * Days by the venue's clock, both included; at most 92 by session and 366 otherwise. A longer span is refused with the
 * last day that would be accepted (`to`). An entry after midnight to a session that began the day before counts on the
 * day of the session. With times, by the seller's clock: the sessions that begin between the two moments, and the entries
 * between them. A report that takes longer than two seconds is computed in the background, as every report.
 */
export const readAttendance = staffEndpoint({
  name: "readAttendance",
  method: "GET",
  path: "/reports/attendance",
  summary: "Read how many people came, by session, event or period",
  can: "report.attendance",
  audits: null,
  query: z.strictObject({
    ...span.shape,
    compare: z.optional(z.enum(comparisons)),
    /** Recomputes the report instead of using one computed some minutes ago. */
    anew: z.optional(z.enum(["true"])),
  }),
  reply: z.union([Attendance, ReportWaiting]),
});

/** Like every download of a report, replies 202 with `ReportWaiting` until the file is ready. */
export const downloadAttendance = staffEndpoint({
  name: "downloadAttendance",
  method: "GET",
  path: "/reports/attendance/download",
  summary: "Download how many people came, by session, event or period",
  can: "report.attendance",
  audits: null,
  query: z.strictObject({ ...span.shape, format: z.enum(["csv", "xlsx"]) }),
  reply: z.unknown(),
  raw: true,
});
