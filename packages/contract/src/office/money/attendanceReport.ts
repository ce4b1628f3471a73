import * as z from "zod/mini";
import { Day, Id, Instant } from "../../basics.ts";
import type { ListShape } from "../listShape.ts";
import { staffEndpoint } from "../staff/staffEndpoint.ts";
import { comparisons } from "./reports.ts";

/** The longest span that a report of attendance covers. */
export const maxAttendanceDays = 92;

const span = z.strictObject({ from: Day, to: Day, event_template_id: z.optional(Id) });

const counts = {
  sold: z.int(),
  /** People who went in for the first time. */
  checked_in: z.int(),
  /** Tickets sold that nobody came with, of sessions that are over; 0 before. */
  not_come: z.int(),
};

export const AttendanceRow = z.object({
  /** Null for passes, members' cards and people who were counted without codes. */
  session: z.nullable(
    z.object({ id: Id, event: z.string(), start_datetime: Instant, all_day: z.boolean(), timezone: z.string() }),
  ),
  day: Day,
  /** Null without a limit. */
  places: z.nullable(z.int()),
  ...counts,
  /** Second entries with a ticket that was in already. */
  doubles: z.int(),
  refused: z.int(),
  types: z.array(z.object({ name: z.string(), ...counts })),
});
export type AttendanceRow = z.infer<typeof AttendanceRow>;

/** Read whole, so that its page sorts it. */
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

/**
 * Days by the venue's clock, both included; at most 92. A longer span is refused with the last day that would do (`to`). An
 * entry after midnight to a session that began the day before counts on the day of the session.
 */
export const readAttendance = staffEndpoint({
  name: "readAttendance",
  method: "GET",
  path: "/reports/attendance",
  summary: "Read how many people came, by session",
  can: "report.attendance",
  audits: null,
  query: z.strictObject({ ...span.shape, compare: z.optional(z.enum(comparisons)) }),
  reply: z.object({
    from: Day,
    to: Day,
    total: AttendanceTotal,
    /** The same of the days before, or of the same days a year earlier; null where nothing is compared. */
    compared: z.nullable(z.object({ from: Day, to: Day, total: AttendanceTotal })),
    rows: z.array(AttendanceRow),
    /** First entries by quarter of an hour of the venue's day: '10:15'. */
    arrivals: z.array(z.object({ time: z.string(), people: z.int() })),
  }),
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
