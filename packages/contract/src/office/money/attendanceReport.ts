import * as z from "zod/mini";
import { Day, Id, Instant } from "../../basics.ts";
import type { ListShape } from "../listShape.ts";
import { staffEndpoint } from "../staff/staffEndpoint.ts";
import { comparisons, ReportMoments, ReportWaiting, spanQuery } from "./reports.ts";

/** The maximum number of days that an attendance report covers. */
export const maxAttendanceDays = 92;

const span = z.strictObject({ ...spanQuery, event_template_id: z.optional(Id) });

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

/** The report is sent as a whole, so the page sorts it. */
export const attendanceList = {
  name: "session",
  columns: {
    session: { label: "Session" },
    places: { label: "Places", isNumber: true },
    sold: { label: "Sold", isNumber: true },
    checked_in: { label: "Checked in", isNumber: true },
    not_come: { label: "Not come", isNumber: true },
    doubles: { label: "Doubles", isNumber: true },
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
  rows: z.array(AttendanceRow),
  /** First entries per quarter of an hour in the venue's time zone: '10:15'. */
  arrivals: z.array(z.object({ time: z.string(), people: z.int() })),
  /** When the report was computed, if it was computed for an earlier request. */
  worked_out_at: z.optional(Instant),
});
export type Attendance = z.infer<typeof Attendance>;

/**
 * Days in the venue's time zone, both included; at most 92. A longer span is refused with the latest day allowed (`to`). An
 * entry after midnight to a session that began the day before counts on the day of the session. With times, in the seller's
 * time zone: the sessions that begin between the two times, and the entries between them. A report that takes longer than
 * two seconds is computed in the background, like every report.
 */
export const readAttendance = staffEndpoint({
  name: "readAttendance",
  method: "GET",
  path: "/reports/attendance",
  summary: "Read how many people came, by session",
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

export const downloadAttendance = staffEndpoint({
  name: "downloadAttendance",
  method: "GET",
  path: "/reports/attendance/download",
  summary: "Download how many people came, by session and ticket type",
  can: "report.attendance",
  audits: null,
  query: z.strictObject({ ...span.shape, format: z.enum(["csv", "xlsx"]) }),
  reply: z.unknown(),
  raw: true,
});
